import type { Currency } from '#domain/variant.ts'
import type { CardGateway, NotSent, PaymentMethod, Unknown } from '#server/providers/card-gateway/port.ts'

export type WalletMethod = Exclude<PaymentMethod, 'card'>

/** All wallets there are, in the order of their buttons. */
export const walletNames = ['paypal', 'venmo', 'applePay'] as const satisfies readonly WalletMethod[]

/**
 * The part of a processor that the order protocol needs, whatever the shopper pays with: hold, find again, take, give back.
 * Each method keeps what CardGateway says of it.
 */
export type PaymentProcessor = Pick<
  CardGateway,
  | 'authorize'
  | 'capture'
  | 'void'
  | 'refund'
  | 'findByReference'
  | 'canLookUp'
  | 'isRepeatable'
  | 'findCaptured'
  | 'list'
  | 'isOpen'
> & { readonly provider: 'built-in' | 'adyen' | 'braintree' }

/** What a wallet's sheet is to show. The amount is the server's, in cents (SCENE-18). */
export type SheetRequest = {
  readonly sheetId: string
  readonly method: WalletMethod
  readonly amountCents: number
  readonly currency: Currency
  readonly storeName: string
  /** Where the order goes, a line each; empty when nobody said yet. */
  readonly shipTo: readonly string[]
  /** The wallet's own address is wanted, and its contact (CALM-32). */
  readonly asksAddress: boolean
  /** The postal code that the amount is for, as an open sheet told it; '' for a sheet that opens. */
  readonly postalCode: string
  /** The page that opens the sheet and is told how it ended, e.g. https://www.example.com. */
  readonly storeOrigin: string
}

export type OpenedSheet =
  /** A page of the built-in gateway, opened in a window of its own. */
  | { readonly kind: 'page'; readonly url: string }
  /** The wallet's own library in the browser, started with this token. */
  | { readonly kind: 'library'; readonly clientToken: string }

export type PrepareResult = { readonly state: 'prepared'; readonly clientToken: string } | Unknown | NotSent
export type OpenSheetResult = { readonly state: 'opened'; readonly sheet: OpenedSheet } | Unknown | NotSent

/**
 * Wallets as this product sees them (OPEN-91). Two adapters: the built-in sheets and Braintree. A sheet ends in the browser
 * with a nonce, which is the token of the payment; money moves through the processor's part, as with a card.
 */
export type WalletGateway = {
  /** Written into payment.provider. */
  readonly provider: 'built-in' | 'braintree'
  readonly processor: PaymentProcessor
  /** The wallets that the merchant account has. */
  readonly methods: readonly WalletMethod[]
  /** What the library in the browser is started with before any sheet is opened; '' where there is none. Cheap: any page asks. */
  prepare(currency: Currency): Promise<PrepareResult>
  openSheet(request: SheetRequest): Promise<OpenSheetResult>
  close(): void
}

/** The wallets that are offered, in the order of their buttons: Venmo takes US dollars only. */
export function walletMethodsOf(wallets: WalletGateway | null, currency: Currency): readonly WalletMethod[] {
  if (wallets === null) return []
  return walletNames.filter((name) => wallets.methods.includes(name) && (name !== 'venmo' || currency === 'USD'))
}
