import { fileURLToPath } from 'node:url'
import PDFDocument from 'pdfkit'
import type { ReceiptKind } from '#domain/order/receipt-address.ts'
import type { Brand } from '#domain/variant.ts'
import type { MailContent } from './order-mail-content.ts'

/** What a receipt says beside the content that the order's mail has too. */
export type ReceiptFacts = {
  readonly kind: ReceiptKind
  readonly brand: Brand
  readonly orderNumber: string
  /** As it is read: 'March 2, 2026'. */
  readonly day: string
  readonly placedAt: Date
  /** The day it was cancelled, as it is read; '' when it was not. */
  readonly cancelledOn: string
  readonly content: Pick<MailContent, 'brandName' | 'groups' | 'amounts' | 'payments' | 'help'>
}

type Style = { readonly head: string; readonly text: string; readonly strong: string; readonly accent: string }

const font = (name: string, weight: number) =>
  fileURLToPath(import.meta.resolve(`@fontsource/${name}/files/${name}-latin-${weight}-normal.woff`))

const styles: { readonly [Each in Brand]: Style } = {
  CB: { head: font('cormorant-garamond', 600), text: font('jost', 400), strong: font('jost', 600), accent: '#9A4A2C' },
  CB2: { head: font('jost', 500), text: font('jost', 400), strong: font('jost', 600), accent: '#111111' },
}

const margin = 56
const ink = '#1c1b19'
const quiet = '#6b665e'
const rule = '#dcd7cd'

/** The receipt of an order as PDF, its text in embedded fonts; a gift receipt has no amount in it, and no payment. */
export async function receiptPdf(facts: ReceiptFacts): Promise<Buffer> {
  const { kind, brand, orderNumber, day, placedAt, cancelledOn, content } = facts
  const style = styles[brand]
  const isGift = kind === 'gift-receipt'
  const title = isGift ? 'Gift receipt' : 'Receipt'
  const doc = new PDFDocument({
    size: 'LETTER',
    margin,
    lang: 'en',
    displayTitle: true,
    tagged: true,
    info: { Title: `${title} ${orderNumber}`, Author: content.brandName, CreationDate: placedAt, ModDate: placedAt },
  })
  const parts: Buffer[] = []
  doc.on('data', (part: Buffer) => parts.push(part))
  const ended = new Promise<void>((resolve) => doc.on('end', () => resolve()))
  const right = doc.page.width - margin
  const width = right - margin
  const line = () => {
    doc.moveDown(0.6)
    doc.moveTo(margin, doc.y).lineTo(right, doc.y).lineWidth(0.7).strokeColor(rule).stroke()
    doc.moveDown(0.6)
  }
  /** A row of words with an amount at its end; on the next page when it does not fit on this one. */
  const row = (words: string, amount: string, fontFile: string, size: number, color = ink) => {
    doc.font(fontFile).fontSize(size)
    const room = amount === '' ? width : width - 96
    if (doc.y + doc.heightOfString(words, { width: room }) > doc.page.height - margin) doc.addPage()
    const top = doc.y
    if (amount !== '') doc.fillColor(color).text(amount, right - 90, top, { width: 90, align: 'right' })
    doc.fillColor(color).text(words, margin, top, { width: room })
  }

  doc.font(style.head).fontSize(26).fillColor(style.accent).text(content.brandName, { characterSpacing: 2 })
  doc.moveDown(0.8)
  doc.font(style.head).fontSize(20).fillColor(ink).text(title)
  doc.font(style.text).fontSize(10.5).fillColor(quiet).text(`Order ${orderNumber}, ${day}`)
  if (cancelledOn !== '') {
    doc.moveDown(0.6)
    const words = isGift ? '' : ' Nothing of it is charged.'
    row(`This order was cancelled on ${cancelledOn}.${words}`, '', style.strong, 12, style.accent)
  }
  for (const group of content.groups) {
    line()
    row(group.heading, '', style.strong, 11)
    for (const words of group.lines) row(words, '', style.text, 10, quiet)
    doc.moveDown(0.5)
    for (const { title: name, detail, promise, price } of group.items) {
      row(name, isGift ? '' : price, style.text, 11)
      row(detail, '', style.text, 9.5, quiet)
      if (promise !== '') row(promise, '', style.text, 9.5, quiet)
      doc.moveDown(0.35)
    }
  }
  line()
  if (isGift && cancelledOn === '') {
    row('To return or exchange a gift, bring this receipt or name the order number.', '', style.text, 10, quiet)
  }
  if (!isGift) {
    for (const { name, amount, isTotal } of content.amounts) row(name, amount, isTotal ? style.strong : style.text, 11)
    if (content.payments.length > 0) line()
    for (const { name, amount, isTotal } of content.payments)
      row(name, amount, isTotal ? style.strong : style.text, 10, quiet)
  }
  doc.moveDown(1)
  if (content.help !== '') row(content.help, '', style.text, 9.5, quiet)
  doc.end()
  await ended
  return Buffer.concat(parts)
}
