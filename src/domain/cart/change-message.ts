import type { MessageKey } from '#domain/messages.ts'
import type { CartChange } from './events.ts'

/** The sentence of a change; its facts are title, before and after, for a price beforeCents and afterCents (BEYOND-01). */
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
      if (after === '') return 'change.installation'
      return after === 0 ? 'change.removed' : 'change.added'
    case 'shipping':
    case 'estimate':
      if (lineId === '') return 'change.destination'
      return typeof after === 'number' ? 'change.serviceLevel' : 'change.delivery'
  }
}

/**
 * Several changes of the same thing as one, from the first state to the last; what is as it was at first is left out.
 * In the order in which they began.
 */
export function foldChanges(changes: readonly CartChange[]): CartChange[] {
  const folded = new Map<string, CartChange>()
  for (const change of changes) {
    const isWhole = change.lineId === ''
    // adding and changing pieces of a line is one story; so is taking it out again
    const kind = change.kind === 'quantity' ? 'items' : change.kind
    const key = `${isWhole ? '' : change.lineId} ${kind} ${typeof change.after}`
    const first = folded.get(key)
    folded.set(key, first === undefined ? change : { ...change, kind: storyKind(first, change), before: first.before })
  }
  return [...folded.values()].filter((change) => change.before !== change.after)
}

function storyKind(first: CartChange, last: CartChange): CartChange['kind'] {
  if (last.kind !== 'quantity') return last.kind
  return first.before === null ? 'items' : 'quantity'
}
