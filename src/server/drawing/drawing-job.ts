import type { NormalDesign } from '#domain/personalization/normal-design.ts'
import type { ReceiptFacts } from '#server/order/mail/receipt-pdf.ts'

/** What a thread is asked to make: the picture of a design as SVG, or the receipt of an order as PDF. */
export type DrawingJob =
  | { readonly kind: 'picture'; readonly name: string; readonly design: NormalDesign }
  | { readonly kind: 'receipt'; readonly name: string; readonly facts: ReceiptFacts }

/** What a thread tells of a job before it answers it: letters that no face of a receipt has. */
export type DrawingNote = { readonly missingLetters: string }
