import type { CartLine, RemovedLine } from '#domain/cart/cart.ts'
import type { CartRule } from '#domain/cart/change.ts'
import { putLine } from './line-list.ts'
import { changed, unchanged } from './line-rules.ts'

/**
 * UX-10: undoes a removal: the very line, in its old place, with all that was chosen for it. A line that is there again,
 * on whichever list, stays as it is; the pieces of one added meanwhile that is the same are added up
 * (at most 99, else `lineLimitExceeded`). Its price is the one the shopper was told, so that a new one is told (OPEN-117).
 */
export function restoreLine({ list, ...line }: RemovedLine): CartRule {
  return (cart) => {
    const name = list === 'cart' ? 'lines' : 'savedLines'
    const isThere = [...cart.lines, ...cart.savedLines].some((one) => one.lineId === line.lineId)
    if (isThere) return unchanged(cart)
    const put = putLine(cart[name], line)
    if (!put.ok) return put
    const isVeryLine = put.value.line.lineId === line.lineId
    const lines = isVeryLine ? inPlace(cart[name], line) : put.value.lines
    const { lineId, sku } = put.value.line
    const facts = { removedLineId: line.lineId, lineId, sku, quantity: line.quantity, list }
    const change = {
      kind: 'items',
      lineId,
      sku,
      before: isVeryLine ? 0 : null,
      after: put.value.line.quantity,
    } as const
    return changed({ ...cart, [name]: lines }, 'lineRestored', facts, list === 'cart' ? [change] : [])
  }
}

function inPlace(lines: readonly CartLine[], line: CartLine): CartLine[] {
  return [...lines, line].sort((one, other) => one.position - other.position)
}
