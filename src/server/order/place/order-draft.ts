import { type Address, isOwnAddress } from '#domain/address/address.ts'
import type { WalletFacts } from '#domain/cart/cart.ts'
import { paymentAmounts } from '#domain/cart/payment/payment-rules.ts'
import { billingAddressOf } from '#domain/cart/recipients/recipient-rules.ts'
import { availabilityStatus } from '#domain/catalog/availability.ts'
import type { TenderKind } from '#domain/pricing/cart-facts.ts'
import type { Currency } from '#domain/variant.ts'
import { chosenWindows } from '#server/checkout/delivery-slots.ts'
import type { CartQuote, QuotedLine } from '#server/pricing/pricing-service.ts'
import type { PaymentMethod } from '#server/providers/card-gateway/port.ts'

/** A wallet's approval in place of the payments saved on the cart. */
export type WalletApproval = {
  readonly method: Exclude<PaymentMethod, 'card'>
  /** The wallet's nonce, sent to the processor as the token. */
  readonly nonce: string
  /** Becomes the order's billing address (ORDER-17). */
  readonly billingAddress?: Address
  /** The address the wallet knows, used when the cart has none. */
  readonly email?: string
  /** For the processor; '' for none. */
  readonly deviceData?: string
  /** What its last sheet for this cart showed, cents; null when none was open. */
  readonly approvedCents?: number | null
}

/** Names of the processors that a new order's payments go to. */
export type Providers = { readonly card: string; readonly wallet: string }

export type DraftLine = {
  readonly lineNo: number
  readonly sku: number
  readonly quantity: number
  readonly unitCents: number
  readonly discountCents: number
  readonly taxCents: number
  readonly recipientId: string | null
  /** Takes pieces from stock; not donations, gift cards, and what is made or still to come. */
  readonly isHeld: boolean
  /** The pickup store; null leaves from the warehouse. */
  readonly locationId: number | null
  /** The registry it is a gift for, 0 for none, and the design on it, '' for none. */
  readonly giftRegistryId: number
  readonly designId: string
}

export type DraftPayment = {
  readonly slot: 1 | 2
  readonly provider: string
  readonly method: PaymentMethod
  readonly token: string
  readonly brand: string
  readonly lastFour: string
  readonly expMonth: number
  readonly expYear: number
  readonly amountCents: number
  /** Kept in the account once the order is placed (PAY-13). */
  readonly saveToAccount: boolean
  /** Null for a card. */
  readonly wallet: WalletFacts | null
}

export type DraftTender = {
  readonly tenderId: string
  readonly kind: TenderKind
  readonly cents: number
  /** Last characters of its number, for the confirmation and the mail. */
  readonly label: string
}

/** What is taken when the order is placed, in the words of the ledgers. Cents. */
export type OrderDraft = {
  readonly currency: Currency
  readonly email: string
  readonly billingAddress: Address | null
  readonly totalCents: number
  readonly storedValueCents: number
  readonly cardDueCents: number
  readonly lines: readonly DraftLine[]
  readonly payments: readonly DraftPayment[]
  readonly tenders: readonly DraftTender[]
  /** '' for none. */
  readonly promoCode: string
  readonly tripIds: readonly number[]
}

/**
 * Writes a priced cart down as an order. Payments without an amount take what the others leave; when nothing is due
 * there are none. A sum that is not what is due is found by `paymentProblem`, not here.
 */
export function draftOrder(priced: CartQuote, providers: Providers, wallet: WalletApproval | undefined): OrderDraft {
  const { cart, summary } = priced
  const billing = wallet?.billingAddress ?? billingAddressOf(cart) ?? cart.billingAddress
  return {
    currency: cart.currency,
    email: emailOf(priced, billing, wallet),
    billingAddress: billing,
    totalCents: summary.total,
    storedValueCents: summary.total - summary.amountDue,
    cardDueCents: summary.amountDue,
    lines: priced.lines.map((line, index) => draftLine(line, index + 1)),
    payments: summary.amountDue === 0 ? [] : draftPayments(priced, providers, wallet),
    tenders: priced.tenderAmounts
      .filter((tender) => tender.appliedCents > 0)
      .map(({ id, kind, appliedCents: cents }) => {
        const label = cart.tenders.find(({ tenderId }) => tenderId === id)?.label ?? ''
        return { tenderId: id, kind, cents, label }
      }),
    promoCode: priced.promoProblem === null ? (priced.promo?.code ?? '') : '',
    // one order's deliveries in one region and window are one tour of its crew: one place
    tripIds: [...new Set(chosenWindows(priced).map(({ id }) => id))],
  }
}

function emailOf({ cart }: CartQuote, billing: Address | null, wallet: WalletApproval | undefined): string {
  const typed = [
    // a registrant is not the one who orders
    ...cart.recipients.map(({ address }) => (isOwnAddress(address) ? address.email : '')),
    ...cart.recipients.map((recipient) => recipient.bopsOptions?.pickupContact?.email),
  ]
  // what a wallet knows of its owner does not go before what she typed here
  const isOfWallet = wallet !== undefined || cart.payments.some(({ method }) => method !== 'card')
  const candidates = isOfWallet ? [...typed, billing?.email, wallet?.email] : [billing?.email, ...typed]
  return candidates.find((email) => email !== undefined && email !== '') ?? ''
}

function draftLine(one: QuotedLine, lineNo: number): DraftLine {
  const { line, priced, unitCents } = one
  return {
    lineNo,
    sku: line.sku,
    quantity: line.quantity,
    unitCents,
    discountCents: priced.discountCents,
    taxCents: priced.taxCents,
    recipientId: line.recipientId,
    isHeld: takesStock(one),
    locationId: line.isPickup ? line.locationId : null,
    giftRegistryId: line.giftRegistryId,
    designId: line.personalization?.id ?? '',
  }
}

/** What is made to order or still to come is sold beyond what lies in the warehouse (OPEN-109): it has no piece to hold. */
function takesStock({ line, facts, promise }: QuotedLine): boolean {
  if (facts.shipKind === 'donation' || facts.shipKind === 'giftCard') return false
  return line.isPickup || promise.status === availabilityStatus.available
}

function draftPayments(
  { cart, summary }: CartQuote,
  providers: Providers,
  wallet: WalletApproval | undefined,
): DraftPayment[] {
  if (wallet !== undefined) {
    const { method, nonce: token, email: holder = '', deviceData = '', approvedCents = null } = wallet
    const none = { brand: '', lastFour: '', expMonth: 0, expYear: 0, saveToAccount: false }
    const walletFacts = { holder, approvedCents, deviceData }
    return [
      {
        slot: 1,
        provider: providers.wallet,
        method,
        token,
        ...none,
        amountCents: summary.amountDue,
        wallet: walletFacts,
      },
    ]
  }
  const amounts = paymentAmounts(cart.payments, summary.amountDue)
  return cart.payments
    .map((payment, index) => ({ ...payment, amountCents: amounts[index] ?? 0 }))
    .filter((payment) => payment.amountCents > 0)
    .map(
      ({
        slot,
        method,
        token,
        brand,
        lastFour,
        expMonth,
        expYear,
        amountCents,
        saveToAccount,
        wallet: walletFacts = null,
      }) => {
        const provider = method === 'card' ? providers.card : providers.wallet
        const card = { brand, lastFour, expMonth, expYear, saveToAccount }
        return { slot, provider, method, token, ...card, amountCents, wallet: walletFacts }
      },
    )
}
