import type { CartLine, RemovedLine } from '#domain/cart/cart.ts'
import type { CartRule } from '#domain/cart/change.ts'
import { good, type Outcome, refused } from '#domain/outcome.ts'
import { type ItemRequest, requestedLine, type Shelf } from './add-items.ts'
import { findLine, putLine, putLineOfRecipient } from './line-list.ts'
import { changed, unchanged } from './line-rules.ts'
import { mergeKeyOf } from './merge-key.ts'

/**
 * CALM-12: a line becomes what an add of `request` would be, in its place and going its way; equal lines become one, as by
 * an add. A gift that is none any more is sent where the rest of the cart goes.
 */
export function changeLine(lineId: string, request: ItemRequest, shelf: Shelf): CartRule {
  return (cart) => {
    const line = findLine(cart.lines, lineId)
    if (!line.ok) return line
    const made = requestedLine(request, shelf, cart.lines, () => lineId)
    if (!made.ok) return made
    const requested = asChanged(line.value, made.value)
    if (mergeKeyOf(requested) === line.value.mergeKey && requested.quantity === line.value.quantity) {
      return unchanged(cart)
    }
    const put = placed(cart.lines, requested)
    if (!put.ok) return put
    const becameLineId = put.value.line.lineId
    const removed: RemovedLine = { ...line.value, list: 'cart' }
    const { sku, quantity } = requested
    const facts = { lineId, sku, quantity, becameLineId, removed }
    return changed({ ...cart, lines: put.value.lines }, 'lineChanged', facts, [
      { kind: 'items', lineId: becameLineId, sku, before: line.value.mergeKey, after: put.value.line.mergeKey },
    ])
  }
}

/** What a change of a line did: the line before it, which piece and how many it had after it, and in which line they are. */
export type LineChange = {
  readonly before: CartLine
  readonly sku: number
  readonly quantity: number
  readonly becameLineId: string
}

/**
 * Undoes a change of a line: it is what it was, in its old place. The way it comes and another number of pieces, chosen
 * since, stay; a line that took its pieces in gives them back.
 */
export function undoLineChange(change: LineChange): CartRule {
  return (cart) => {
    const became = findLine(cart.lines, change.becameLineId)
    if (!became.ok) return became
    const { before } = change
    const back = became.value.lineId === before.lineId ? inItself : takenOut
    const lines = became.value.sku === change.sku ? back(cart.lines, became.value, change) : cannotUndo
    if (!lines.ok) return lines
    const facts = { lineId: before.lineId, sku: before.sku }
    return changed({ ...cart, lines: lines.value }, 'lineChangeUndone', facts, [
      {
        kind: 'items',
        lineId: before.lineId,
        sku: before.sku,
        before: became.value.mergeKey,
        after: before.mergeKey,
      },
    ])
  }
}

type Lines = Outcome<readonly CartLine[]>

const cannotUndo = refused({ code: 'cannotUndo' })

function inItself(lines: readonly CartLine[], became: CartLine, { before, quantity }: LineChange): Lines {
  const pieces = became.quantity === quantity ? before.quantity : became.quantity
  const put = placed(lines, asChanged(became, { ...before, quantity: pieces }))
  return put.ok ? good(put.value.lines) : put
}

function takenOut(lines: readonly CartLine[], became: CartLine, { before, quantity }: LineChange): Lines {
  const left = became.quantity - quantity
  if (left < 1) return cannotUndo
  const others = lines.map((line) => (line === became ? { ...line, quantity: left } : line))
  const put = placed(others, before)
  if (!put.ok) return put
  const isVeryLine = put.value.line.lineId === before.lineId
  const back = [...others, { ...put.value.line, position: before.position }]
  return good(isVeryLine ? back.sort((one, other) => one.position - other.position) : put.value.lines)
}

type Chosen = Pick<
  CartLine,
  'sku' | 'optionChoice' | 'personalization' | 'giftRegistryId' | 'installationType' | 'quantity'
>

/** A line with other choices. Its price is another: none was told yet. What is picked up is not installed (CALM-13). */
function asChanged(line: CartLine, chosen: Chosen): CartLine {
  const { sku, optionChoice, personalization, giftRegistryId, quantity } = chosen
  return {
    ...line,
    ...{ sku, optionChoice, personalization, giftRegistryId, quantity },
    installationType: line.isPickup ? '' : chosen.installationType,
    recipientId: giftRegistryId === line.giftRegistryId ? line.recipientId : null,
    seenUnitCents: null,
  }
}

/** In its place, or in an equal line: of those of one home, when it goes to one (SHIP-10). */
function placed(lines: readonly CartLine[], line: CartLine) {
  return line.recipientId === null ? putLine(lines, line) : putLineOfRecipient(lines, line)
}
