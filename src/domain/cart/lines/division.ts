import type { Cart, CartLine, Recipient } from '#domain/cart/cart.ts'
import type { CartRule, NewId } from '#domain/cart/change.ts'
import { checkQuantity } from '#domain/cart/limits.ts'
import { checkStore, lineTo, recipientOf, type StockedAt } from '#domain/cart/recipients/recipient-changes.ts'
import { good, type Outcome, refused } from '#domain/outcome.ts'
import { freePart, nextPosition } from './line-list.ts'
import { changed, unchanged } from './line-rules.ts'
import { mergeKeyOf } from './merge-key.ts'

/** Who gets how many pieces of a sku (OPEN-75); `basketItemId` names the line they come from, '' where there is only one. */
export type Division = readonly {
  readonly sku: number
  readonly recipients: readonly {
    readonly recipientId: string
    readonly quantity: number
    readonly basketItemId: string
  }[]
}[]

/** The pieces of one thing and who is to get them, by recipient. */
type Share = { readonly lines: readonly CartLine[]; readonly wanted: Map<string, number> }

/**
 * SHIP-11: the whole division of the lines over their recipients. It must hold exactly the pieces that are there, thing by
 * thing, else `divisionMismatch`; donations are nobody's parcel and may be left out. Recipients nobody gets anything at go.
 */
export function divideLines(division: Division, isStocked: StockedAt, newId: NewId): CartRule {
  return (cart) => {
    const shares = sharesOf(cart, division)
    if (!shares.ok) return shares
    const divided: CartLine[] = cart.lines.filter((line) => line.donationCents !== null)
    for (const share of shares.value) {
      const lines = linesOf(cart, share, isStocked, newId)
      if (!lines.ok) return lines
      divided.push(...lines.value)
    }
    const lines = inOrder(cart, divided)
    const used = new Set(lines.map((line) => line.recipientId))
    const remaining = cart.recipients.filter((one) => used.has(one.recipientId))
    const recipients = remaining.length === cart.recipients.length ? cart.recipients : remaining
    const isSame = lines.length === cart.lines.length && lines.every((line, at) => line === cart.lines[at])
    if (isSame && recipients === cart.recipients) return unchanged(cart)
    const facts = { division: lines.map(({ lineId, quantity, recipientId }) => ({ lineId, quantity, recipientId })) }
    return changed({ ...cart, lines, recipients }, 'linesDivided', facts, [])
  }
}

function sharesOf(cart: Cart, division: Division): Outcome<readonly Share[]> {
  const shares = new Map<string, Share>()
  for (const line of cart.lines) {
    if (line.donationCents !== null) continue
    const known = shares.get(thingOf(line))
    shares.set(thingOf(line), { lines: [...(known?.lines ?? []), line], wanted: known?.wanted ?? new Map() })
  }
  for (const { sku, recipients } of division) {
    for (const { recipientId, quantity, basketItemId } of recipients) {
      const line = cart.lines.find((one) => one.sku === sku && (basketItemId === '' || one.lineId === basketItemId))
      if (line?.donationCents != null || quantity === 0) continue
      const share = line && shares.get(thingOf(line))
      if (share === undefined || quantity < 0) return refused({ code: 'divisionMismatch' })
      const recipient = recipientOf(cart, recipientId)
      if (!recipient.ok) return recipient
      share.wanted.set(recipientId, (share.wanted.get(recipientId) ?? 0) + quantity)
    }
  }
  const isWhole = [...shares.values()].every(({ lines, wanted }) => sum(wanted.values()) === sum(lines.map(piecesOf)))
  return isWhole ? good([...shares.values()]) : refused({ code: 'divisionMismatch' })
}

/** The lines of a thing after its division: who had a line keeps it, who is new gets one that is free, or a fresh one. */
function linesOf(
  cart: Cart,
  { lines, wanted }: Share,
  isStocked: StockedAt,
  newId: NewId,
): Outcome<readonly CartLine[]> {
  const free = lines.filter((line) => !isFirstOfWanted(line, lines, wanted))
  const result: CartLine[] = []
  for (const [recipientId, quantity] of wanted) {
    const pieces = checkQuantity(quantity)
    if (!pieces.ok) return pieces
    const recipient = cart.recipients.find((one) => one.recipientId === recipientId) as Recipient
    const own = lines.find((line) => line.recipientId === recipientId)
    const source = own ?? free.shift() ?? { ...lines[0]!, lineId: newId(), part: -1 }
    const isStored = checkStore(source, recipient, isStocked)
    if (!isStored.ok) return isStored
    const isAsBefore = own !== undefined && own.quantity === quantity
    result.push(isAsBefore ? own : { ...lineTo(source, recipient), quantity })
  }
  return good(result)
}

function isFirstOfWanted(line: CartLine, lines: readonly CartLine[], wanted: ReadonlyMap<string, number>): boolean {
  const { recipientId } = line
  return (
    recipientId !== null && wanted.has(recipientId) && lines.find((one) => one.recipientId === recipientId) === line
  )
}

/** Known lines in the places they had, new ones behind them; each with a part of its own within its key. */
function inOrder(cart: Cart, divided: readonly CartLine[]): CartLine[] {
  const isKnown = (line: CartLine) => cart.lines.some(({ lineId }) => lineId === line.lineId)
  const known = cart.lines.flatMap((old) => divided.find(({ lineId }) => lineId === old.lineId) ?? [])
  let position = nextPosition(cart.lines)
  const all = [...known, ...divided.filter((line) => !isKnown(line)).map((line) => ({ ...line, position: position++ }))]
  // what kept its key keeps its part; the others take what is left
  const settled = all.filter((line) => line.part >= 0 && mergeKeyOf(line) === line.mergeKey)
  return all.map((line) => {
    if (settled.includes(line)) return line
    const mergeKey = mergeKeyOf(line)
    const moved = { ...line, mergeKey, part: freePart(settled.filter((one) => one.mergeKey === mergeKey)) }
    settled.push(moved)
    return moved
  })
}

/** What it is, whichever way it goes. */
function thingOf(line: CartLine): string {
  return mergeKeyOf({ ...line, isPickup: false, locationId: null })
}

function piecesOf({ quantity }: CartLine): number {
  return quantity
}

function sum(counts: Iterable<number>): number {
  let total = 0
  for (const count of counts) total += count
  return total
}
