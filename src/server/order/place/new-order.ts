import { mailboxKey } from '#domain/address/mailbox.ts'
import { orderNumberOf } from '#domain/order/order-number.ts'
import { paymentReferenceOf } from '#domain/order/payment-reference.ts'
import { type Sellers, sellerOfStore } from '#domain/order/seller.ts'
import type { LockedCart } from '#server/cart/cart-service.ts'
import { leaseSeconds, type OrderDeps, processorOf } from '#server/order/order-deps.ts'
import { orderItems, orderRecipients } from '#server/order/order-items.ts'
import type { NewOrder, PendingOrder } from '#server/order/order-store.ts'
import type { Payment } from '#server/order/payment/payment-store.ts'
import type { OrderHolds } from '#server/order/stored-order.ts'
import type { CartQuote } from '#server/pricing/pricing-service.ts'
import type { PromoMacs } from './hold-promo-store.ts'
import type { OrderDraft } from './order-draft.ts'

/** Chosen before the first step, so that its outcome can be read back by them. */
export type OrderIds = {
  readonly orderId: string
  readonly leaseOwner: string
  /** Whether T1 may write without waiting, and be undone whole where something of it is refused. */
  readonly isHopeful: boolean
}

/** The order of a draft as it will be written: pending, with a lease. */
export function pendingOrder(
  cart: LockedCart,
  draft: OrderDraft,
  { orderId }: Pick<OrderIds, 'orderId'>,
): PendingOrder {
  return {
    shopperId: cart.shopperId,
    orderId,
    cartId: cart.cartId,
    orderNumber: orderNumberOf(orderId),
    state: 'pending',
    brand: cart.brand,
    country: cart.country,
    currency: cart.currency,
    cartVersion: cart.version,
    totalCents: draft.totalCents,
    cardDueCents: draft.cardDueCents,
    holds: holdsOf(draft),
    answer: null,
    ageSeconds: 0,
    tries: 0,
    isLeaseOver: false,
    challengeUrl: null,
  }
}

/**
 * Its payments, each with the reference it will always have. The first is `sent` where its processor can be asked about
 * what may never have left: its own commit before the first byte is spared (docs/decisions/0117-an-order-in-two-commits.md).
 */
export function paymentsOf(
  deps: Pick<OrderDeps, 'newId' | 'installation' | 'gateway' | 'wallets'>,
  order: PendingOrder,
  draft: OrderDraft,
): Payment[] {
  const first = Math.min(...draft.payments.map(({ slot }) => slot))
  const stateOf = (slot: number, provider: string) =>
    slot === first && processorOf(deps, provider)?.isRepeatable ? 'sent' : 'started'
  return draft.payments.map(({ slot, provider, method, token, amountCents, wallet }) => ({
    ...{ slot, provider, method, token, amountCents, currency: draft.currency, reason: null },
    state: stateOf(slot, provider),
    ...{ providerRef: null, challenge: null, challengeResult: null, deviceData: wallet?.deviceData ?? '' },
    paymentId: deps.newId(),
    reference: paymentReferenceOf(deps.installation, { ...order, slot }),
  }))
}

/** All that is written of it, with what its total was made from. */
export function newOrder(
  order: PendingOrder,
  payments: readonly Payment[],
  { priced, draft }: { readonly priced: CartQuote; readonly draft: OrderDraft },
  from: Pick<NewOrder, 'leaseOwner' | 'emailMac'> & {
    readonly partnerTransactionId: string
    readonly addressMac: Buffer
    readonly sellers: Sellers
  },
): NewOrder {
  const { leaseOwner, emailMac, partnerTransactionId, addressMac, sellers } = from
  const { shopperId, orderId, cartId, orderNumber, brand, country, cartVersion, holds } = order
  return {
    ...{ shopperId, orderId, cartId, orderNumber, brand, country, cartVersion, leaseOwner, leaseSeconds, draft },
    emailMac,
    facts: {
      ...{ holds, partnerTransactionId, addressMac: addressMac.toString('hex') },
      // receipts name the company it was bought from, whoever sells by then
      seller: sellerOfStore(sellers, { brand, country }),
      ...{ promoCode: draft.promoCode, tenders: draft.tenders, tripIds: draft.tripIds, explain: priced.explain },
    },
    summary: { ...priced.summary, isTaxKnown: priced.taxState === 'known', taxParts: priced.taxParts },
    recipients: orderRecipients(priced),
    items: orderItems(priced),
    payments,
  }
}

function holdsOf(draft: OrderDraft): OrderHolds {
  return {
    stock: draft.lines.some((line) => line.isHeld),
    giftCards: draft.tenders.some(({ kind }) => kind === 'giftCard'),
    certificates: draft.tenders.some(({ kind }) => kind !== 'giftCard'),
    promo: draft.promoCode !== '',
    trips: draft.tripIds.length > 0,
    gifts: draft.lines.some(({ giftRegistryId }) => giftRegistryId !== 0),
    accountCards: draft.payments.some(({ saveToAccount }) => saveToAccount),
  }
}

/** Addresses that differ in case only are one person's (SCENE-07). */
export function emailMacOf(deps: Pick<OrderDeps, 'macOf'>, draft: OrderDraft): Buffer | null {
  return draft.email === '' ? null : deps.macOf(addressOf(draft))
}

/** Addresses that are written in different ways are one mailbox (SAFE-57). */
export function promoMacsOf({ macOf }: Pick<OrderDeps, 'macOf'>, draft: OrderDraft): PromoMacs {
  if (draft.email === '') return { mailbox: null, known: [] }
  const mailbox = mailboxKey(draft.email)
  return { mailbox: macOf(mailbox), known: [...macOf.all(mailbox), ...macOf.all(addressOf(draft))] }
}

function addressOf(draft: OrderDraft): string {
  return draft.email.trim().toLowerCase()
}
