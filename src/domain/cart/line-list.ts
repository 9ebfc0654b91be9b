import { good, type Outcome, refused } from '#domain/outcome.ts'
import type { CartLine } from './cart.ts'
import { addPieces } from './limits.ts'
import { mergeKeyOf } from './merge-key.ts'

/** The line with this id, or `unknownLine`. */
export function findLine(lines: readonly CartLine[], lineId: string): Outcome<CartLine> {
  const line = lines.find((one) => one.lineId === lineId)
  return line === undefined ? refused({ code: 'unknownLine' }) : good(line)
}

export function without(lines: readonly CartLine[], lineId: string): CartLine[] {
  return lines.filter((line) => line.lineId !== lineId)
}

/** The place after the last. */
export function nextPosition(lines: readonly CartLine[]): number {
  return lines.reduce((last, line) => Math.max(last, line.position), 0) + 1
}

/**
 * Puts a line into a list: into the line of the same key when there is one (its pieces added, at most 99, else
 * `lineLimitExceeded`), else in the place of its own id, else at the end. Answers the list and the line it became.
 */
export function putLine(
  lines: readonly CartLine[],
  wished: CartLine,
): Outcome<{ readonly lines: readonly CartLine[]; readonly line: CartLine }> {
  const mergeKey = mergeKeyOf(wished)
  const twin = lines.find((line) => line.mergeKey === mergeKey && line.lineId !== wished.lineId)
  if (twin === undefined) {
    const isThere = lines.some((line) => line.lineId === wished.lineId)
    const line = { ...wished, mergeKey, position: isThere ? wished.position : nextPosition(lines) }
    const placed = isThere ? lines.map((one) => (one.lineId === line.lineId ? line : one)) : [...lines, line]
    return good({ lines: placed, line })
  }
  const pieces = addPieces(twin.quantity, wished.quantity)
  if (!pieces.ok) return pieces
  const line = { ...twin, quantity: pieces.value }
  const rest = without(lines, wished.lineId)
  return good({ lines: rest.map((one) => (one.lineId === line.lineId ? line : one)), line })
}
