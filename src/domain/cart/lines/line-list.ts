import type { CartLine } from '#domain/cart/cart.ts'
import { addPieces } from '#domain/cart/limits.ts'
import { good, type Outcome, refused } from '#domain/outcome.ts'
import { mergeKeyOf } from './merge-key.ts'

/** The line with this id, or `unknownLine`. */
export function findLine(lines: readonly CartLine[], lineId: string): Outcome<CartLine> {
  const line = lines.find((one) => one.lineId === lineId)
  return line === undefined ? refused({ code: 'unknownLine' }) : good(line)
}

export function without(lines: readonly CartLine[], lineId: string): CartLine[] {
  return lines.filter((line) => line.lineId !== lineId)
}

/** The pieces that a line wants, with those that others of the cart want of the same thing there: at a store, or by shipping (null). */
export function piecesWantedAt(lines: readonly CartLine[], line: CartLine, locationId: number | null): number {
  return lines
    .filter((one) => one.sku === line.sku && one.lineId !== line.lineId && one.locationId === locationId)
    .reduce((sum, { quantity }) => sum + quantity, line.quantity)
}

/** The place after the last. */
export function nextPosition(lines: readonly CartLine[]): number {
  return lines.reduce((last, line) => Math.max(last, line.position), 0) + 1
}

/**
 * Puts a line into a list: in the place of its own id when it is still the same thing, else into a line of the same key
 * when there is one (its pieces added, at most 99, else `lineLimitExceeded`; of a donation its amount taken), else at the
 * end. Answers the list and the line it became.
 */
export function putLine(
  lines: readonly CartLine[],
  requested: CartLine,
): Outcome<{ readonly lines: readonly CartLine[]; readonly line: CartLine }> {
  const mergeKey = mergeKeyOf(requested)
  const own = lines.find((line) => line.lineId === requested.lineId)
  const isSame = own?.mergeKey === mergeKey
  const twin = isSame ? undefined : lines.find((line) => line.mergeKey === mergeKey && line !== own)
  return joinLine(lines, { ...requested, mergeKey, part: isSame ? requested.part : 0 }, twin)
}

/** The same within the lines of one recipient: parts of a thing that go to different recipients stay apart (SHIP-10). */
export function putLineOfRecipient(
  lines: readonly CartLine[],
  requested: CartLine,
): Outcome<{ readonly lines: readonly CartLine[]; readonly line: CartLine }> {
  const mergeKey = mergeKeyOf(requested)
  const others = lines.filter((line) => line.mergeKey === mergeKey && line.lineId !== requested.lineId)
  const twin = others.find((line) => line.recipientId === requested.recipientId)
  const isFree = others.every((line) => line.part !== requested.part)
  return joinLine(lines, { ...requested, mergeKey, part: isFree ? requested.part : freePart(others) }, twin)
}

/** The lowest number that none of these parts of one thing has. */
export function freePart(parts: readonly Pick<CartLine, 'part'>[]): number {
  const taken = new Set(parts.map(({ part }) => part))
  for (let part = 0; ; part += 1) if (!taken.has(part)) return part
}

function joinLine(
  lines: readonly CartLine[],
  requested: CartLine,
  twin: CartLine | undefined,
): Outcome<{ readonly lines: readonly CartLine[]; readonly line: CartLine }> {
  if (twin === undefined) {
    const isThere = lines.some((line) => line.lineId === requested.lineId)
    const line = isThere ? requested : { ...requested, position: nextPosition(lines) }
    const placed = isThere ? lines.map((one) => (one.lineId === line.lineId ? line : one)) : [...lines, line]
    return good({ lines: placed, line })
  }
  // a second donation takes the place of the first (OPEN-36)
  const isDonation = requested.donationCents !== null
  const pieces = isDonation ? good(1) : addPieces(twin.quantity, requested.quantity)
  if (!pieces.ok) return pieces
  const amount = isDonation ? { donationCents: requested.donationCents, seenUnitCents: null } : {}
  const line = { ...twin, ...amount, quantity: pieces.value }
  const rest = without(lines, requested.lineId)
  return good({ lines: rest.map((one) => (one.lineId === line.lineId ? line : one)), line })
}
