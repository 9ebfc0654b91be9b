import type { Cart, CartLine, RemovedLine } from '#domain/cart/cart.ts'
import type { CartRule, Changed } from '#domain/cart/change.ts'
import type { CartChange, CartEvent, CartEventFacts, CartEventKind } from '#domain/cart/events.ts'
import { checkQuantity } from '#domain/cart/limits.ts'
import { good, type Outcome, refused } from '#domain/outcome.ts'
import { findLine, putLine, without } from './line-list.ts'

/** CART-09: sets the pieces of a line, 1 to 99. A donation is always one piece (CART-13). */
export function changeQuantity(lineId: string, quantity: number): CartRule {
  return (cart) => {
    const line = findLine(cart.lines, lineId)
    if (!line.ok) return line
    const pieces = checkQuantity(quantity)
    if (!pieces.ok) return pieces
    const before = line.value.quantity
    if (line.value.donationCents !== null && pieces.value !== 1) {
      return refused({ code: 'quantityOutOfRange', min: 1, max: 1 })
    }
    if (before === pieces.value) return unchanged(cart)
    return changed(
      replaceLine(cart, { ...line.value, quantity: pieces.value }),
      'quantityChanged',
      { lineId, before, after: pieces.value },
      [{ kind: 'quantity', lineId, sku: line.value.sku, before, after: pieces.value }],
    )
  }
}

/** CART-07: takes a line out of the cart. */
export function removeLine(lineId: string): CartRule {
  return (cart) => {
    const line = findLine(cart.lines, lineId)
    if (!line.ok) return line
    const { sku, quantity } = line.value
    const lines = without(cart.lines, lineId)
    const removed: RemovedLine = { ...line.value, list: 'cart' }
    return changed({ ...cart, lines }, 'lineRemoved', { lineId, sku, quantity, removed }, [
      { kind: 'items', lineId, sku, before: quantity, after: 0 },
    ])
  }
}

/** UNAVAIL-11 to UNAVAIL-14: takes several lines out at once; `reason` names why in the event. */
export function removeLines(lineIds: readonly string[], reason: string): CartRule {
  return (cart) => {
    const gone = cart.lines.filter((line) => lineIds.includes(line.lineId))
    if (gone.length === 0) return unchanged(cart)
    const lines = cart.lines.filter((line) => !gone.includes(line))
    const facts = { reason, lines: gone.map(({ lineId, sku, quantity }) => ({ lineId, sku, quantity })) }
    return changed(
      { ...cart, lines },
      'linesRemoved',
      facts,
      gone.map(({ lineId, sku, quantity }) => ({ kind: 'items', lineId, sku, before: quantity, after: 0 })),
    )
  }
}

/** CART-04: out of the cart, onto the saved list; a saved line of the same kind takes its pieces. */
export function saveForLater(lineId: string): CartRule {
  return (cart) => {
    const line = findLine(cart.lines, lineId)
    if (!line.ok) return line
    const put = putLine(cart.savedLines, { ...line.value, part: 0, recipientId: null })
    if (!put.ok) return put
    const lines = without(cart.lines, lineId)
    const facts = { lineId, sku: line.value.sku, quantity: line.value.quantity, savedLineId: put.value.line.lineId }
    return changed({ ...cart, lines, savedLines: put.value.lines }, 'lineSavedForLater', facts, [
      { kind: 'items', lineId, sku: line.value.sku, before: line.value.quantity, after: 0 },
    ])
  }
}

/** CART-05, OPEN-35: back into the cart with quantity, options and personalization; `isAvailable` says whether it can still be had. */
export function moveToCart(lineId: string, isAvailable: boolean): CartRule {
  return (cart) => {
    const line = findLine(cart.savedLines, lineId)
    if (!line.ok) return line
    if (!isAvailable) return refused({ code: 'notAvailable', sku: line.value.sku })
    const put = putLine(cart.lines, line.value)
    if (!put.ok) return put
    const savedLines = without(cart.savedLines, lineId)
    const facts = { lineId, sku: line.value.sku, quantity: line.value.quantity, cartLineId: put.value.line.lineId }
    return changed({ ...cart, lines: put.value.lines, savedLines }, 'lineMovedToCart', facts, [
      {
        kind: 'items',
        lineId: put.value.line.lineId,
        sku: line.value.sku,
        before: null,
        after: put.value.line.quantity,
      },
    ])
  }
}

/** CART-12: takes a line off the saved list. */
export function removeSavedLine(lineId: string): CartRule {
  return (cart) => {
    const line = findLine(cart.savedLines, lineId)
    if (!line.ok) return line
    const removed: RemovedLine = { ...line.value, list: 'saved' }
    const facts = { lineId, sku: line.value.sku, quantity: line.value.quantity, removed }
    return changed({ ...cart, savedLines: without(cart.savedLines, lineId) }, 'savedLineRemoved', facts, [])
  }
}

/** CART-11 for one line, UNAVAIL-15 for several: the item stays, its installation goes. Lines that become equal become one. */
export function removeInstallations(lineIds: readonly string[]): CartRule {
  return (cart) => {
    let lines = cart.lines
    const gone: { readonly lineId: string; readonly sku: number; readonly installationType: string }[] = []
    for (const lineId of lineIds) {
      const line = findLine(lines, lineId)
      if (!line.ok) return line
      if (line.value.installationType === '') continue
      const put = putLine(lines, { ...line.value, installationType: '' })
      if (!put.ok) return put
      lines = put.value.lines
      gone.push({ lineId, sku: line.value.sku, installationType: line.value.installationType })
    }
    if (gone.length === 0) return unchanged(cart)
    const changes = gone.map(({ lineId, sku, installationType }) => {
      return { kind: 'items' as const, lineId, sku, before: installationType, after: '' }
    })
    return changed({ ...cart, lines }, 'installationRemoved', { lines: gone }, changes)
  }
}

/** A gift for a registry, such as one that was closed, becomes an item of the shopper's own. */
export function makeGiftOwn(lineId: string): CartRule {
  return (cart) => {
    const line = findLine(cart.lines, lineId)
    if (!line.ok) return line
    const { sku, giftRegistryId } = line.value
    if (giftRegistryId === 0) return unchanged(cart)
    const put = putLine(cart.lines, { ...line.value, giftRegistryId: 0 })
    if (!put.ok) return put
    const facts = { lineId, sku, giftRegistryId, becameLineId: put.value.line.lineId }
    return changed({ ...cart, lines: put.value.lines }, 'giftMadeOwn', facts, [])
  }
}

/** How a line is to be delivered (OPEN-32); what it cannot have is refused before. */
export type Delivery =
  | { readonly isPickup: false; readonly shipMethod: number }
  | { readonly isPickup: true; readonly locationId: number }

/** CART-10: ship or pick up, and by which service level. What is picked up is not installed (CALM-13). */
export function changeDelivery(lineId: string, delivery: Delivery): CartRule {
  return (cart) => {
    const line = findLine(cart.lines, lineId)
    if (!line.ok) return line
    const requested: CartLine = delivery.isPickup
      ? { ...line.value, isPickup: true, locationId: delivery.locationId, installationType: '', recipientId: null }
      : {
          ...line.value,
          isPickup: false,
          locationId: null,
          shipMethod: chosenLevel(delivery.shipMethod),
          recipientId: line.value.isPickup ? null : line.value.recipientId,
        }
    const isSame =
      requested.isPickup === line.value.isPickup &&
      requested.locationId === line.value.locationId &&
      requested.shipMethod === line.value.shipMethod
    if (isSame) return unchanged(cart)
    const put = putLine(cart.lines, requested)
    if (!put.ok) return put
    const facts = {
      lineId,
      isPickup: requested.isPickup,
      locationId: requested.locationId,
      shipMethod: requested.shipMethod,
      becameLineId: put.value.line.lineId,
    }
    return changed({ ...cart, lines: put.value.lines }, 'deliveryChanged', facts, [
      { kind: 'shipping', lineId, sku: line.value.sku, before: way(line.value), after: way(requested) },
      ...lostInstallation(line.value, requested),
    ])
  }
}

/** The installation that a line loses by becoming another; none when it had none, or has it still. */
export function lostInstallation({ lineId, sku, installationType }: CartLine, becomes: CartLine): CartChange[] {
  if (installationType === becomes.installationType) return []
  return [{ kind: 'items', lineId, sku, before: installationType, after: becomes.installationType }]
}

/** A service level a shopper can choose for a parcel: 1, 2 or 3; all others are calculated, so they count as standard. */
export function chosenLevel(shipMethod: number): 1 | 2 | 3 {
  return shipMethod === 2 || shipMethod === 3 ? shipMethod : 1
}

/** The cart as it is: nothing is saved, no version is used up. */
export function unchanged(cart: Cart): Outcome<Changed> {
  return good({ cart, event: { kind: 'nothing', facts: {}, changes: [] } })
}

export function changed<Kind extends CartEventKind>(
  cart: Cart,
  kind: Kind,
  facts: CartEventFacts[Kind],
  changes: readonly CartChange[],
): Outcome<Changed> {
  const event: CartEvent<Kind> = { kind, facts, changes }
  // one of the union, which the compiler does not see of a kind that is not known yet
  return good({ cart, event: event as CartEvent })
}

function replaceLine(cart: Cart, line: CartLine): Cart {
  return { ...cart, lines: cart.lines.map((one) => (one.lineId === line.lineId ? line : one)) }
}

function way(line: CartLine): string {
  return line.isPickup ? `pickup ${line.locationId}` : `ship ${line.shipMethod}`
}
