import type { z } from 'zod'
import type { receipt } from '#contracts/platform/shapes.ts'
import type { Cart } from '#domain/cart/cart.ts'
import { changeMessageKey, foldChanges, isOfAmounts, placeOfChange } from '#domain/cart/change-message.ts'
import type { CartChange } from '#domain/cart/events.ts'
import { priceChanges } from '#domain/cart/price-notes.ts'
import { availabilityStatus } from '#domain/catalog/availability.ts'
import type { SkuFacts } from '#domain/catalog/sku.ts'
import type { SavedChange } from '#server/cart/cart-service.ts'
import { readChanges } from '#server/cart/cart-store.ts'
import { skuFacts } from '#server/catalog/catalog-store.ts'
import type { Sql } from '#server/db/database.ts'
import type { CallContext } from '#server/http/context.ts'
import { type CartQuote, unitPrices } from '#server/pricing/pricing-service.ts'

export type Receipt = z.output<typeof receipt>
type ReceiptContext = Pick<CallContext, 'seenVersion' | 'variant' | 'text'>

/**
 * The receipt of an answer (BEYOND-01): the cart's version and what changed since the version the shopper last saw,
 * her own change of this call left out. No statement unless somebody else changed the cart meanwhile.
 */
export async function receiptOf(
  sql: Sql,
  context: ReceiptContext,
  changed: {
    readonly cart: Cart
    readonly upTo: number
    readonly more: readonly CartChange[]
    /** What others changed since then, when it was read with the cart. */
    readonly since?: readonly CartChange[]
  },
  known: ReadonlyMap<number, SkuFacts> = new Map(),
): Promise<Receipt> {
  const { cart, upTo, more, since } = changed
  const { seenVersion: seen } = context
  const isBehind = seen !== null && seen < upTo
  const others = since ?? (isBehind ? await readChanges(sql, cart, seen, upTo) : [])
  const changes = foldChanges([...others, ...more])
  if (changes.length === 0) return { basketVersion: cart.version, changes: [] }
  const titles = await titlesOf(sql, context, changes, known)
  return {
    basketVersion: cart.version,
    changes: changes.map((change) => changeView(change, { titles, cart }, context.text)),
  }
}

/** The receipt of a read: what somebody else changed, and prices and stock the shopper has not been told of. */
export function receiptOfRead(
  sql: Sql,
  context: ReceiptContext,
  priced: CartQuote,
  since?: readonly CartChange[],
): Promise<Receipt> {
  const { cart, lines } = priced
  const gone = lines.filter(({ promise }) => promise.status === availabilityStatus.noLongerAvailable)
  const more: CartChange[] = [
    ...priceChanges(cart, unitPrices(lines)),
    ...gone.map(({ line, promise }): CartChange => {
      return { kind: 'stock', lineId: line.lineId, sku: line.sku, before: null, after: promise.availabilityMessage }
    }),
  ]
  return receiptOf(sql, context, { cart, upTo: cart.version, more, ...(since && { since }) }, factsBySku(priced))
}

/** The receipt of a change the shopper made just now. */
export function receiptOfChange(
  sql: Sql,
  context: ReceiptContext,
  { before, cart, noted }: SavedChange,
  priced?: CartQuote,
): Promise<Receipt> {
  return receiptOf(sql, context, { cart, upTo: before.version, more: noted }, priced && factsBySku(priced))
}

function factsBySku({ lines, savedLines }: CartQuote): ReadonlyMap<number, SkuFacts> {
  return new Map([...lines, ...savedLines].map(({ line, facts }) => [line.sku, facts]))
}

/** Titles of all skus of the changes, those of lines that are gone in one statement more. */
async function titlesOf(
  sql: Sql,
  { variant }: ReceiptContext,
  changes: readonly CartChange[],
  known: ReadonlyMap<number, SkuFacts>,
): Promise<ReadonlyMap<number, string>> {
  const skus = [...new Set(changes.map((change) => change.sku))].filter((sku) => sku !== 0)
  const missing = skus.filter((sku) => !known.has(sku))
  const more = missing.length === 0 ? new Map<number, SkuFacts>() : await skuFacts(sql, variant, missing)
  return new Map(skus.map((sku) => [sku, (known.get(sku) ?? more.get(sku))?.title ?? '']))
}

/** One change of the wire with its sentence. */
function changeView(
  change: CartChange,
  { titles, cart }: ChangedCart,
  text: CallContext['text'],
): Receipt['changes'][number] {
  const { kind, lineId, sku, before, after } = change
  const title = titles.get(sku) ?? ''
  const facts = isOfAmounts(change) ? amountFacts(change, cart, text) : { title, ...named({ before, after }) }
  return { kind, lineItemId: lineId, message: text(changeMessageKey(change), { title, ...facts }), before, after }
}

type ChangedCart = {
  readonly titles: ReadonlyMap<number, string>
  readonly cart: Pick<Cart, 'recipients' | 'taxZip'>
}

/** The amounts of a change, what lies between them, and where the cart goes. */
function amountFacts({ kind, before, after }: CartChange, cart: ChangedCart['cart'], text: CallContext['text']) {
  const place = placeOfChange(cart)
  return {
    place: 'key' in place ? text(place.key) : place.code,
    differenceCents: Math.abs(Number(after) - Number(before)),
    ...named({ beforeCents: before, afterCents: after }),
    ...(kind !== 'price' && kind !== 'tax' && after === 0 && { after: text('change.free') }),
  }
}

/** The facts that there are. */
function named(facts: { readonly [name: string]: string | number | null }) {
  return Object.fromEntries(Object.entries(facts).flatMap(([name, fact]) => (fact === null ? [] : [[name, fact]])))
}
