import type { Address } from '#domain/address/address.ts'
import type { Cart, CartLine, Recipient } from '#domain/cart/cart.ts'
import type { CartRule, NewId } from '#domain/cart/change.ts'
import type { CartChange } from '#domain/cart/events.ts'
import { findLine, freePart, nextPosition, putLineOfRecipient } from '#domain/cart/lines/line-list.ts'
import { changed, lostInstallation, unchanged } from '#domain/cart/lines/line-rules.ts'
import { good, type Outcome, refused } from '#domain/outcome.ts'
import { isSameAddress, movedRecipient, newRecipient, replaceRecipient } from './recipient-rules.ts'

/** Whether a store has a sku at all; asked when a line that was shipped is to be picked up. */
export type StockedAt = (locationId: number, sku: number) => boolean

/** SHIP-10: one piece comes off a line and becomes a line of its own, of the same sku and options; `cannotSplit` for a single piece. */
export function splitItem(lineId: string, newId: NewId): CartRule {
  return (cart) => {
    const line = findLine(cart.lines, lineId)
    if (!line.ok) return line
    if (line.value.quantity < 2) return refused({ code: 'cannotSplit' })
    const parts = cart.lines.filter(({ mergeKey }) => mergeKey === line.value.mergeKey)
    const piece: CartLine = {
      ...line.value,
      lineId: newId(),
      position: nextPosition(cart.lines),
      part: freePart(parts),
      quantity: 1,
    }
    const left = { ...line.value, quantity: line.value.quantity - 1 }
    const lines = [...cart.lines.map((one) => (one === line.value ? left : one)), piece]
    return changed({ ...cart, lines }, 'lineSplit', { lineId, newLineId: piece.lineId }, [])
  }
}

/** SHIP-08: a line to a recipient; it joins an equal line that goes there already. At a store recipient it becomes a pickup. */
export function assignLine(lineId: string, recipientId: string, isStocked: StockedAt): CartRule {
  return (cart) => {
    const line = findLine(cart.lines, lineId)
    if (!line.ok) return line
    const recipient = recipientOf(cart, recipientId)
    if (!recipient.ok) return recipient
    if (line.value.recipientId === recipientId) return unchanged(cart)
    const put = sendLines(cart, [line.value], recipient.value, isStocked)
    if (!put.ok) return put
    const changes = movedChanges(cart, line.value, recipient.value)
    return changed({ ...cart, lines: put.value }, 'lineAssigned', { lineId, recipientId }, changes)
  }
}

/** SHIP-09: all lines of one recipient to another; nobody is left of the old one. */
export function moveRecipient(oldRecipientId: string, newRecipientId: string, isStocked: StockedAt): CartRule {
  return (cart) => {
    const old = recipientOf(cart, oldRecipientId)
    if (!old.ok) return old
    const recipient = recipientOf(cart, newRecipientId)
    if (!recipient.ok) return recipient
    if (oldRecipientId === newRecipientId) return unchanged(cart)
    const moving = cart.lines.filter((line) => line.recipientId === oldRecipientId)
    const put = sendLines(cart, moving, recipient.value, isStocked)
    if (!put.ok) return put
    const recipients = cart.recipients.filter((one) => one !== old.value)
    const changes = moving.flatMap((line) => movedChanges(cart, line, recipient.value))
    return changed(
      { ...cart, lines: put.value, recipients },
      'recipientMoved',
      { oldRecipientId, newRecipientId },
      changes,
    )
  }
}

/**
 * SHIP-06: the address of one line, already checked; no other line moves. A recipient of the same address gets it, a
 * recipient of this line alone moves along (keeping its gift options), else there is a new recipient.
 */
export function saveLineAddress(lineId: string, address: Address, newId: NewId, isStocked: StockedAt): CartRule {
  return (cart) => {
    const line = findLine(cart.lines, lineId)
    if (!line.ok) return line
    const current = cart.recipients.find((one) => one.recipientId === line.value.recipientId)
    if (current === undefined) return refused({ code: 'unknownRecipient' })
    const known = recipientAt(cart, address)
    if (known !== undefined) return assignLine(lineId, known.recipientId, isStocked)(cart)
    const isAlone = !current.isPickup && cart.lines.every((one) => one === line.value || !isAt(one, current))
    const recipient = isAlone ? movedRecipient(current, address) : newRecipient(cart.recipients, newId(), { address })
    const next = isAlone ? replaceRecipient(cart, recipient) : { ...cart, recipients: [...cart.recipients, recipient] }
    const put = isAlone ? good(cart.lines) : sendLines(next, [line.value], recipient, isStocked)
    if (!put.ok) return put
    const facts = { lineId, recipientId: recipient.recipientId, postalCode: address.postalCode, state: address.state }
    return changed({ ...next, lines: put.value }, 'lineAddressSaved', facts, movedChanges(cart, line.value, recipient))
  }
}

/**
 * SHIP-07: a stored address becomes one of the recipients of the order: of those lines that have none yet, else of none until
 * a line is sent there. An address that is a home already stays that one.
 */
export function addRecipient(address: Address, newId: NewId): CartRule {
  return (cart) => {
    if (cart.highestStep === 0) return refused({ code: 'unknownRecipient' })
    const unassigned = cart.recipients.find(
      (one) => !one.isPickup && one.address === null && getsOnlyGiftsOf(cart, one, address.giftRegistryId),
    )
    const known = recipientAt(cart, address)
    if (known !== undefined) {
      return unassigned === undefined
        ? unchanged(cart)
        : moveRecipient(unassigned.recipientId, known.recipientId, () => true)(cart)
    }
    const recipient =
      unassigned === undefined ? newRecipient(cart.recipients, newId(), { address }) : { ...unassigned, address }
    const next =
      unassigned === undefined
        ? { ...cart, recipients: [...cart.recipients, recipient] }
        : replaceRecipient(cart, recipient)
    const facts = { recipientId: recipient.recipientId, postalCode: address.postalCode, state: address.state }
    return changed(next, 'homeAdded', facts, [])
  }
}

/** Nobody gets at a registrant's address what is not for her (SHIP-27). */
function getsOnlyGiftsOf({ lines }: Cart, { recipientId }: Recipient, grId: number | undefined): boolean {
  return grId === undefined || lines.every((line) => line.recipientId !== recipientId || line.giftRegistryId === grId)
}

/**
 * SHIP-29: what was to be picked up is shipped: to the recipient of that address when there is one, so that it travels
 * with what goes there, else the recipient itself gets the address. Null: to whom the rest is shipped.
 */
export function shipInsteadOfPickup(recipientId: string, address: Address | null): CartRule {
  return (cart) => {
    const recipient = recipientOf(cart, recipientId)
    if (!recipient.ok) return recipient
    if (!recipient.value.isPickup) return refused({ code: 'unknownRecipient' })
    const known = address === null ? cart.recipients.find((one) => !one.isPickup) : recipientAt(cart, address)
    if (known !== undefined) return moveRecipient(recipientId, known.recipientId, () => true)(cart)
    const shipped: Recipient = { ...recipient.value, isPickup: false, locationId: null, address, bopsOptions: null }
    const next = replaceRecipient(cart, shipped)
    const moving = cart.lines.filter((line) => line.recipientId === recipientId)
    const put = sendLines(next, moving, shipped, () => true)
    if (!put.ok) return put
    const changes = moving.flatMap((line) => movedChanges(cart, line, shipped))
    return changed({ ...next, lines: put.value }, 'pickupShipped', { recipientId }, changes)
  }
}

export function recipientOf(cart: Cart, recipientId: string): Outcome<Recipient> {
  const recipient = cart.recipients.find((one) => one.recipientId === recipientId)
  return recipient === undefined ? refused({ code: 'unknownRecipient' }) : good(recipient)
}

/** A line as it goes to a recipient: shipped, or picked up at its store, where nobody installs it (CALM-13). A donation has no way of its own. */
export function lineTo(line: CartLine, { recipientId, isPickup, locationId }: Recipient): CartLine {
  if (line.donationCents !== null) return { ...line, recipientId }
  const installationType = isPickup ? '' : line.installationType
  return { ...line, recipientId, isPickup, locationId: isPickup ? locationId : null, installationType }
}

/** Refuses a store that does not have a piece which was to be shipped, or picked up elsewhere, until now. */
export function checkStore(line: CartLine, recipient: Recipient, isStocked: StockedAt): Outcome<true> {
  const { isPickup, locationId } = recipient
  if (!isPickup || locationId === null || line.donationCents !== null || line.locationId === locationId) {
    return good(true)
  }
  return isStocked(locationId, line.sku) ? good(true) : refused({ code: 'storeWithoutItem', locationId })
}

function sendLines(
  cart: Cart,
  moving: readonly CartLine[],
  recipient: Recipient,
  isStocked: StockedAt,
): Outcome<readonly CartLine[]> {
  let { lines } = cart
  for (const line of moving) {
    const checked = checkStore(line, recipient, isStocked)
    if (!checked.ok) return checked
    const put = putLineOfRecipient(lines, lineTo(line, recipient))
    if (!put.ok) return put
    lines = put.value.lines
  }
  return good(lines)
}

function recipientAt(cart: Cart, address: Address): Recipient | undefined {
  return cart.recipients.find((one) => !one.isPickup && one.address !== null && isSameAddress(one.address, address))
}

function isAt(line: CartLine, { recipientId }: Recipient): boolean {
  return line.recipientId === recipientId
}

function movedChanges(cart: Cart, line: CartLine, to: Recipient): CartChange[] {
  const from = cart.recipients.find((one) => one.recipientId === line.recipientId)
  const { lineId, sku } = line
  return [
    { kind: 'shipping', lineId, sku, before: destinationText(from), after: destinationText(to) },
    ...lostInstallation(line, lineTo(line, to)),
  ]
}

function destinationText(recipient: Recipient | undefined): string {
  if (recipient === undefined) return ''
  return recipient.isPickup ? `pickup ${recipient.locationId}` : (recipient.address?.postalCode ?? '')
}
