import type { MessageKey } from '#domain/messages.ts'
import type { Cart } from './cart.ts'
import type { CartChange } from './events.ts'

/** The sentence of a change; its facts are title, before and after, of amounts beforeCents and afterCents (BEYOND-01). */
export function changeMessageKey({ kind, lineId, before, after }: CartChange): MessageKey {
  switch (kind) {
    case 'price':
      return 'change.price'
    case 'stock':
      return 'change.stock'
    case 'quantity':
      return 'change.quantity'
    case 'merge':
      return 'change.merge'
    case 'promo':
      return after === '' ? 'change.promoRemoved' : 'change.promoApplied'
    case 'tender':
      if (typeof before === 'number') return 'change.certificates'
      return after === '' ? 'change.tenderRemoved' : 'change.tenderApplied'
    case 'items':
      if (typeof after === 'string') return after === '' ? 'change.installation' : 'change.line'
      return after === 0 ? 'change.removed' : 'change.added'
    case 'shipping':
    case 'estimate':
      return shippingKey({ kind, lineId, before, after })
    case 'tax':
      if (before === null) return 'change.taxKnown'
      return isLess(before, after) ? 'change.taxLess' : 'change.taxMore'
  }
}

type Moved = Pick<CartChange, 'kind' | 'lineId' | 'before' | 'after'>

function shippingKey({ kind, lineId, before, after }: Moved): MessageKey {
  const isAmount = typeof after === 'number'
  if (lineId !== '' && kind === 'estimate') return 'change.date'
  if (lineId !== '') return isAmount ? 'change.serviceLevel' : 'change.delivery'
  if (!isAmount) return 'change.destination'
  if (kind === 'estimate') return isLess(before, after) ? 'change.shippingUnderEstimate' : 'change.shippingOverEstimate'
  return isLess(before, after) ? 'change.shippingLess' : 'change.shippingMore'
}

function isLess(before: CartChange['before'], after: CartChange['after']): boolean {
  return Number(after) < Number(before)
}

/** Whether before and after are cents: of a price, of tax, or of what shipping costs the whole cart. */
export function isOfAmounts({ kind, lineId, after }: CartChange): boolean {
  return kind === 'price' || kind === 'tax' || isShippingCost({ kind, lineId, after })
}

function isShippingCost({ kind, lineId, after }: Pick<CartChange, 'kind' | 'lineId' | 'after'>): boolean {
  return (kind === 'shipping' || kind === 'estimate') && lineId === '' && typeof after === 'number'
}

/** Where a cart goes, for a sentence: its postal code, or the message that stands for it. A registry's own is not told (SHIP-27). */
export function placeOfChange({ recipients, taxZip }: Going): { readonly code: string } | { readonly key: MessageKey } {
  const addresses = recipients.flatMap(({ isPickup, address }) => (isPickup || address === null ? [] : [address]))
  if (new Set(addresses.map(({ postalCode }) => postalCode)).size > 1) return { key: 'change.places' }
  const [home] = addresses
  if (home?.giftRegistryId !== undefined) return { key: 'change.placeOfRegistry' }
  return { code: home?.postalCode ?? taxZip }
}

type Going = Pick<Cart, 'recipients' | 'taxZip'>

/**
 * Several changes of the same thing as one, from the first state to the last; what is as it was at first is left out.
 * In the order in which they began.
 */
export function foldChanges(changes: readonly CartChange[]): CartChange[] {
  const folded = new Map<string, CartChange>()
  for (const change of changes) {
    const isWhole = change.lineId === ''
    // adding and changing pieces of a line is one story; so is taking it out again
    const kind = change.kind === 'quantity' ? 'items' : isShippingCost(change) ? 'shippingCost' : change.kind
    const key = `${isWhole ? '' : change.lineId} ${kind} ${typeof change.after}`
    const first = folded.get(key)
    folded.set(key, first === undefined ? change : { ...change, kind: storyKind(first, change), before: first.before })
  }
  return [...folded.values()].filter((change) => change.before !== change.after)
}

function storyKind(first: CartChange, last: CartChange): CartChange['kind'] {
  if (isShippingCost(last)) return first.kind
  if (last.kind !== 'quantity') return last.kind
  return first.before === null ? 'items' : 'quantity'
}
