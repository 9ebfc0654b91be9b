import type { Problem } from '#domain/problems.ts'
import type { Tx } from '#server/db/database.ts'
import type { PendingOrder } from '#server/order/order-store.ts'
import { takeForOrder } from '#server/registry/registry-gift-store.ts'
import { holdPromo, type PromoMacs } from './hold-promo-store.ts'
import { holdStock } from './hold-stock-store.ts'
import { holdCertificates, holdGiftCards } from './hold-stored-value-store.ts'
import { holdTrips } from './hold-trip-store.ts'
import type { OrderDraft } from './order-draft.ts'

/** Something could not be held: thrown to roll T1 back. */
export class NotHeld extends Error {
  override name = 'NotHeld'
  readonly problem: Problem | null
  /** Skus without enough free pieces. */
  readonly skus: readonly number[]
  constructor(problem: Problem | null, skus: readonly number[]) {
    super('Something of the order could not be held')
    this.problem = problem
    this.skus = skus
  }
}

/**
 * Holds all that a draft needs, each ledger in one statement, begun in the order of locks: promo, certificates, gift cards,
 * trips, registries, stock. Answers what could not be held, null for what was.
 */
export function holdAll(
  tx: Tx,
  order: PendingOrder,
  draft: OrderDraft,
  promoMacs: PromoMacs,
): Promise<NotHeld | null>[] {
  const { holds } = order
  const cards = draft.tenders.filter(({ kind }) => kind === 'giftCard')
  const certificates = draft.tenders.filter(({ kind }) => kind !== 'giftCard')
  const unless = async (isGood: Promise<boolean>, problem: Problem) =>
    (await isGood) ? null : new NotHeld(problem, [])
  const gifts = draft.lines.filter(({ giftRegistryId }) => giftRegistryId !== 0)
  const refusedCards = async (numbers: Promise<string[]>) => {
    const displayNumbers = await numbers
    return displayNumbers.length === 0 ? null : new NotHeld({ code: 'giftCardRefused', displayNumbers }, [])
  }
  return [
    ...(holds.promo
      ? [
          unless(holdPromo(tx, order, draft.promoCode, promoMacs), {
            code: 'promoUsedUp',
            promoCode: draft.promoCode,
          }),
        ]
      : []),
    ...(holds.certificates ? [refusedCards(holdCertificates(tx, order, certificates))] : []),
    ...(holds.giftCards ? [refusedCards(holdGiftCards(tx, order, cards, draft.currency))] : []),
    ...(holds.trips ? [unless(holdTrips(tx, order, draft.tripIds), { code: 'tripTaken' })] : []),
    ...(holds.gifts ? [takeGifts(tx, order, draft, gifts)] : []),
    ...(holds.stock ? [holdStock(tx, order).then((skus) => (skus.length === 0 ? null : new NotHeld(null, skus)))] : []),
  ]
}

/** Pieces of registries are held by the order itself, as long as it is pending, and bought once it is placed. */
async function takeGifts(tx: Tx, order: PendingOrder, draft: OrderDraft, gifts: OrderDraft['lines']) {
  const { firstName = '', lastName = '' } = draft.billingAddress ?? {}
  const giver = { ...order, giverNames: `${firstName} ${lastName}`.trim() }
  const lines = gifts.map(({ lineNo, giftRegistryId: grId, sku, designId, quantity }) => {
    return { lineNo, grId, sku, designId, quantity }
  })
  const refused = await takeForOrder(tx, giver, lines)
  if (refused.length === 0) return null
  const isClosed = refused.some((one) => one.isClosed)
  return new NotHeld({ code: isClosed ? 'registryClosedInCart' : 'registryGiftTaken' }, [])
}
