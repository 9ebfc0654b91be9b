import type { Cart, CartLine } from '#domain/cart/cart.ts'
import { isStoreCard } from '#domain/cart/payment/payment-rules.ts'
import type { SkuFacts, SkuStamp } from '#domain/catalog/sku.ts'
import { storeDay } from '#domain/days.ts'
import { giftWrapFees } from '#domain/gift/gift-options.ts'
import type {
  OrderSummary,
  PricedCart,
  PricedLine,
  PricedShipment,
  RecipientTotals,
  TenderFacts,
} from '#domain/pricing/cart-facts.ts'
import { priceCart } from '#domain/pricing/price-cart.ts'
import { destinationOf } from '#domain/pricing/shipments.ts'
import type { TaxRates, TaxState } from '#domain/pricing/tax.ts'
import type { Problem } from '#domain/problems.ts'
import { decidePromo, type PromoFacts } from '#domain/promo/promo.ts'
import type { DeliveryPromise } from '#domain/shipping/delivery-promise.ts'
import type { FeeTable } from '#domain/shipping/fees.ts'
import type { Destination } from '#domain/shipping/methods.ts'
import type { Variant } from '#domain/variant.ts'
import type { Sql } from '#server/db/database.ts'
import { cartFacts, destinationsOf, type KnownLine, unitCentsOf } from '#server/pricing/cart-facts.ts'
import { type PickupStore, readPickupStores } from '#server/pricing/pickup-stock-store.ts'
import { type PriceAlong, promoAlong, storesAlong, tripsAlong } from '#server/pricing/price-along-store.ts'
import type { PriceRates } from '#server/pricing/price-rates.ts'
import { promiseLines } from '#server/pricing/promises.ts'
import { readPromo } from '#server/promo/promo-store.ts'
import { readFullTrips } from '#server/shipping/trip-store.ts'

export type { PickupStore } from '#server/pricing/pickup-stock-store.ts'

/** When and where a cart is priced, and by which rates. */
export type PricedAt = {
  readonly now: Date
  readonly variant: Variant
  readonly rates: PriceRates
  /** What was read ahead of a change: what of it is of this cart needs no statement. */
  readonly along?: PriceAlong
}

/** A line with what the catalogue says of it and its price. */
export type QuotedLine = {
  readonly line: CartLine
  readonly facts: SkuFacts
  readonly priced: PricedLine
  /** Whole cents per piece: the catalogue's price, with the fee of a personalization; the amount of a donation. */
  readonly unitCents: number
  /** Where it goes: its recipient's address, its pickup store, or the ZIP of the cart page. */
  readonly destination: Destination | null
  /** Whether and when it can be had, all lines of the same pieces counted. */
  readonly promise: DeliveryPromise
}

/** A line saved for later; its promise is for the line alone. */
export type SavedLine = KnownLine & { readonly promise: DeliveryPromise }

/** A cart with everything its total depends on, priced from the server's own tables (OPEN-117). */
export type CartQuote = {
  readonly cart: Cart
  /** 'YYYY-MM-DD', the day of the store. */
  readonly today: string
  readonly now: Date
  readonly lines: readonly QuotedLine[]
  readonly savedLines: readonly SavedLine[]
  readonly summary: OrderSummary
  readonly taxState: TaxState
  readonly taxParts: PricedCart['taxParts']
  readonly shipments: readonly PricedShipment[]
  /** What each recipient's part comes to. */
  readonly recipients: readonly RecipientTotals[]
  readonly explain: PricedCart['explain']
  /** What shipping costs in this store front. */
  readonly fees: FeeTable
  readonly destination: Destination | null
  /** States that no PFAS items go to (OPEN-49). */
  readonly restrictedStates: readonly string[]
  readonly stores: ReadonlyMap<number, PickupStore>
  /** In-home delivery windows without a free place; known from step 2 on. */
  readonly fullTrips: ReadonlySet<number>
  /** The applied code's row with the uses of this shopper counted; null when none is applied or it is unknown. */
  readonly promo: PromoFacts | null
  /** Why the applied code gives nothing; null when it does or none is applied. */
  readonly promoProblem: Problem | null
  readonly tenders: readonly TenderFacts[]
  readonly tenderAmounts: PricedCart['tenders']
  /** The part of the total that stored value may not pay, cents (SAFE-18). */
  readonly giftCardCents: number
  /** False when nothing is due (PAY-02). */
  readonly isPaymentNeeded: boolean
}

/** What is read of a cart before it can be priced; can be read once and priced again after a rule. */
export type PricingFacts = {
  readonly facts: ReadonlyMap<number, SkuFacts>
  readonly stores: ReadonlyMap<number, PickupStore>
  readonly promo: PromoFacts | null
  readonly fullTrips: ReadonlySet<number>
}

type MoreFacts = {
  readonly skus?: readonly number[]
  readonly locationIds?: readonly number[]
  /** Of these skus, when they were read just now. */
  readonly stamps?: readonly SkuStamp[]
}

/** What was read with the cart already. */
type ReadAlong = {
  readonly now?: Date
} & Partial<Pick<PricingFacts, 'stores' | 'promo' | 'fullTrips'>>

/** The same with the rates: all that a price is made from. */
export type RatedFacts = PricingFacts & {
  readonly fees: FeeTable
  readonly tax: TaxRates
  readonly restrictedStates: readonly string[]
}

/**
 * Reads what a cart's price depends on: at most one statement for the skus of its lines, two where there are `more`, one more
 * each when a promo code or pickup stores (and `more`) are there, one from step 2 on for delivery windows; never more for
 * more lines.
 */
export async function loadPricingFacts(
  sql: Sql,
  cart: Cart | undefined,
  { variant, rates, along }: Pick<PricedAt, 'variant' | 'rates' | 'along'>,
  more: ReadAlong & MoreFacts = {},
): Promise<PricingFacts> {
  const lines = cart === undefined ? [] : [...cart.lines, ...cart.savedLines]
  const skus = [...new Set([...lines.map((line) => line.sku), ...(more.skus ?? [])])]
  const stores = [...new Set([...lines.flatMap((line) => line.locationId ?? []), ...(more.locationIds ?? [])])]
  const code = cart?.discountCode ?? ''
  const promoRead = more.promo === undefined ? promoAlong(along, code) : more.promo
  const [facts, pickups, promo, fullTrips] = await Promise.all([
    rates.skus.facts(sql, variant, skus, [...(cart?.stamps ?? []), ...(along?.stamps ?? []), ...(more.stamps ?? [])]),
    more.stores ?? storesAlong(along, stores, skus) ?? readPickupStores(sql, variant, stores, skus),
    promoRead !== undefined || cart === undefined || code === ''
      ? (promoRead ?? null)
      : readPromo(sql, code, cart.shopperId),
    more.fullTrips !== undefined || cart === undefined || cart.highestStep < 2 || more.now === undefined
      ? (more.fullTrips ?? noTrips)
      : (tripsAlong(along, regionsOf(cart)) ?? readFullTrips(sql, regionsOf(cart), storeDay(more.now))),
  ])
  return { facts, stores: pickups, promo, fullTrips }
}

/**
 * The same with the rates by which it is priced: from memory, unless the tax of a place must be asked for. `also` is what the
 * cart was or becomes, when that will be priced from the same facts.
 */
export async function loadRatedFacts(
  sql: Sql,
  cart: Cart,
  at: Pick<PricedAt, 'variant' | 'rates' | 'along'>,
  more: ReadAlong & { readonly also?: Cart } = {},
): Promise<RatedFacts> {
  const known = await loadPricingFacts(sql, cart, at, more)
  const stores = [...known.stores.values()].map(({ destination }) => destination)
  const destinations = [cart, more.also ?? cart].flatMap(destinationsOf)
  const { feesOf, tax, restrictedStates } = at.rates
  return {
    ...known,
    fees: feesOf(at.variant),
    tax: await tax.ratesAt([...destinations, ...stores]),
    restrictedStates,
  }
}

const noTrips: ReadonlySet<number> = new Set()

/** The states and provinces that shipments go to: the regions whose crews deliver. */
function regionsOf({ recipients }: Cart): string[] {
  return [...new Set(recipients.flatMap(({ address }) => address?.state ?? []))]
}

/**
 * Prices a cart as of `now`. No statement where its skus are held by their stamps; one for those that are not, one more each
 * for a promo, pickup stores and full delivery windows that were not read with it.
 */
export async function quoteCart(
  sql: Sql,
  cart: Cart,
  at: PricedAt,
  along: Omit<ReadAlong, 'now'> = {},
): Promise<CartQuote> {
  return priceLoaded(cart, await loadRatedFacts(sql, cart, at, { ...along, now: at.now }), at)
}

/** Prices a cart from facts already read; no statement. */
export function priceLoaded(cart: Cart, known: RatedFacts, { now }: Pick<PricedAt, 'now'>): CartQuote {
  const { stores } = known
  const today = storeDay(now)
  const lines = cart.lines.map((line) => knownLine(line, known.facts))
  const { judged, facts, priced } = priceByPromo(cart, lines, known)
  const destinations = facts.lines.map((line) => destinationOf(line, facts))
  const saved = cart.savedLines.map((line) => {
    const destination = line.isPickup ? (stores.get(line.locationId ?? 0)?.destination ?? null) : facts.destination
    return { ...knownLine(line, known.facts), method: null, destination }
  })
  const at = { now, country: cart.country, restrictedStates: known.restrictedStates }
  const promises = promiseLines(
    lines.map((line, index) => ({
      ...line,
      method: priced.lines[index]!.shipMethod,
      destination: destinations[index]!,
    })),
    stores,
    { ...at, recipients: cart.recipients },
  )
  return {
    cart,
    today,
    now,
    lines: lines.map((line, index) => ({
      ...line,
      priced: priced.lines[index]!,
      destination: destinations[index]!,
      promise: promises[index]!,
    })),
    savedLines: saved.map((line) => ({
      ...line,
      promise: promiseLines([line], stores, { ...at, recipients: [] })[0]!,
    })),
    summary: priced.orderSummary,
    taxState: priced.taxState,
    taxParts: priced.taxParts,
    shipments: priced.shipments,
    recipients: priced.recipients,
    explain: priced.explain,
    fees: known.fees,
    destination: facts.destination,
    restrictedStates: known.restrictedStates,
    stores,
    fullTrips: known.fullTrips,
    promo: known.promo,
    promoProblem: judged.problem,
    tenders: facts.tenders,
    tenderAmounts: priced.tenders,
    giftCardCents: priced.giftCardCents,
    isPaymentNeeded: priced.orderSummary.amountDue > 0,
  }
}

/** Unit prices by line, for noting what the shopper is told. */
export function unitPrices(lines: readonly KnownLine[]): ReadonlyMap<string, number> {
  return new Map(lines.map(({ line, unitCents }) => [line.lineId, unitCents]))
}

/** A line with its facts; the foreign key of its sku makes them be there. */
export function knownLine(line: CartLine, facts: ReadonlyMap<number, SkuFacts>): KnownLine {
  const own = facts.get(line.sku)
  if (own === undefined) throw new Error(`sku ${line.sku} of a cart is not in the catalogue of its brand`)
  return { line, facts: own, unitCents: unitCentsOf(line, own) }
}

/** The code of a cart, and its price with it: one for store cards is judged again by what it leaves them to pay (SAFE-14). */
function priceByPromo(cart: Cart, lines: readonly KnownLine[], known: RatedFacts) {
  const priceWith = (isNothingForStoreCards: boolean) => {
    const judged = judgePromo(cart, lines, known.promo, isNothingForStoreCards)
    const facts = cartFacts(cart, lines, known.stores, judged.promo)
    return { judged, facts, priced: priceCart(facts, { fees: known.fees, tax: known.tax, giftWrap: giftWrapFees }) }
  }
  const first = priceWith(false)
  return isNothingForStoreCards(cart, first.priced) && known.promo?.isStoreCardOnly ? priceWith(true) : first
}

/** Whether a cart leaves no store card anything to pay; where all of it is free, whether none is applied. */
function isNothingForStoreCards(
  { lines, payments }: Cart,
  { orderSummary: { total, amountDue } }: PricedCart,
): boolean {
  if (lines.length === 0 || amountDue > 0) return false
  return total > 0 || !payments.some(isStoreCard)
}

function judgePromo(
  cart: Cart,
  lines: readonly KnownLine[],
  promo: PromoFacts | null,
  isNothingForStoreCards: boolean,
) {
  if (cart.discountCode === '') return { promo: null, problem: null }
  const merchandiseCents = lines
    .filter(({ facts }) => facts.shipKind !== 'giftCard' && facts.shipKind !== 'donation')
    .reduce((total, { line, unitCents }) => total + line.quantity * unitCents, 0)
  const hasOtherPayment = cart.payments.some((payment) => !isStoreCard(payment))
  const { brand, country } = cart
  const decision = decidePromo(promo, { brand, country, merchandiseCents, hasOtherPayment, isNothingForStoreCards })
  return decision.ok ? { promo, problem: null } : { promo: null, problem: decision.problem }
}
