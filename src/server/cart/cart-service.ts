import type { Cart, CartState } from '#domain/cart/cart.ts'
import type { CartRule, Changed, NewId } from '#domain/cart/change.ts'
import type { CartChange, CartEvent } from '#domain/cart/events.ts'
import { lackOfRoom } from '#domain/cart/lines/room.ts'
import { notePrices } from '#domain/cart/price-notes.ts'
import { assignRecipients } from '#domain/cart/recipients/recipient-rules.ts'
import { withRegistrantAddresses } from '#domain/cart/recipients/registrant-address.ts'
import { good, type Outcome, refused } from '#domain/outcome.ts'
import { saveDifference } from '#server/cart/cart-difference.ts'
import {
  type CartId,
  type CartOwner,
  insertEmptyCart,
  readCart,
  readCartLocked,
  writeCartState,
} from '#server/cart/cart-store.ts'
import type { Sql, Tx } from '#server/db/database.ts'

export type { CartId, CartOwner } from '#server/cart/cart-store.ts'

/** A cart whose row this transaction holds the lock of; nobody else can change it before the end. */
export type LockedCart = Cart & { readonly isLocked: true }

/** What a change did: the cart before and after it, and what of it the shopper did not ask for. */
export type SavedChange = {
  readonly before: Cart
  readonly cart: Cart
  readonly event: CartEvent
  /** Changes that came along with the one she made (a price, a code that ended). */
  readonly noted: readonly CartChange[]
}

/** The live cart (state open or placing), locked for change; undefined when the shopper has none. Two statements, one round trip. */
export async function lockCart(tx: Tx, owner: CartOwner): Promise<LockedCart | undefined> {
  return locked(await readCartLocked(tx, owner))
}

/** The live cart without a lock, for reading. One statement. */
export function loadCart(sql: Sql, owner: CartOwner): Promise<Cart | undefined> {
  return readCart(sql, owner)
}

/** The live cart locked, made empty when there is none: for calls that may be a shopper's first. */
export async function lockOrCreateCart(tx: Tx, owner: CartOwner, newId: NewId): Promise<LockedCart> {
  const there = await lockCart(tx, owner)
  if (there !== undefined) return there
  // a second time when the cart that was in the way has just been ordered
  for (let nth = 1; nth <= 2; nth += 1) {
    const [, made] = await Promise.all([insertEmptyCart(tx, owner, newId()), lockCart(tx, owner)])
    if (made !== undefined) return made
  }
  throw new Error('a cart that was just made is not there')
}

/**
 * Applies a rule in memory: refused with `cartBeingPlaced` while an order is on its way, and when there is no room for what it
 * adds; recipients follow the lines.
 */
export function applyRule(cart: LockedCart, rule: CartRule, newId: NewId): Outcome<Changed> {
  if (cart.state === 'placing') return refused({ code: 'cartBeingPlaced' })
  const outcome = rule(cart)
  if (!outcome.ok) return outcome
  const { event, isUnlimited = false } = outcome.value
  if (outcome.value.cart === cart) return outcome
  const after = settled(outcome.value.cart, newId)
  const lack = isUnlimited ? null : lackOfRoom(cart, after)
  return lack === null ? good({ cart: after, event }) : refused(lack)
}

/** An empty cart has no step and nobody to send to; else every line has its recipient, and registries the addresses of their registrants. */
function settled(cart: Cart, newId: NewId): Cart {
  return withRegistrantAddresses(assignRecipients(cart.lines.length === 0 ? { ...cart, highestStep: 0 } : cart, newId))
}

/**
 * Saves what a rule made of a locked cart: only the rows that differ, set-based, with version + 1 and its event
 * (BEYOND-13). The same cart is not saved and uses no version. `unitCents` by line, when the caller has priced the
 * cart, notes what the shopper is told now.
 */
export function saveChange(
  tx: Tx,
  before: LockedCart,
  { cart, event }: Changed,
  unitCents?: ReadonlyMap<string, number>,
): SavedChange {
  const noted = unitCents === undefined ? { cart, changes: [] } : notePrices(cart, unitCents)
  const isSame = noted.cart === before || (cart === before && noted.changes.length === 0)
  if (isSame) return { before, cart: before, event, noted: noted.changes }
  const saved = { ...noted.cart, version: before.version + 1 }
  const changes = [...event.changes, ...noted.changes]
  saveDifference(tx, before, saved, { ...event, changes })
  return { before, cart: saved, event, noted: noted.changes }
}

/** Applies a rule to a locked cart and saves what changed: the one way to change a cart that needs no prices. */
export function changeCart(tx: Tx, cart: LockedCart, rule: CartRule, newId: NewId): Outcome<SavedChange> {
  const outcome = applyRule(cart, rule, newId)
  return outcome.ok ? good(saveChange(tx, cart, outcome.value)) : outcome
}

/**
 * Moves a cart to another state if it is in one of `from`, with version + 1 and the event; false when it is in none.
 */
export async function moveCartState(
  tx: Tx,
  cart: CartId,
  from: readonly CartState[],
  to: CartState,
  event: CartEvent,
): Promise<boolean> {
  return (await writeCartState(tx, cart, from, to, event)) !== undefined
}

function locked(cart: Cart | undefined): LockedCart | undefined {
  return cart && { ...cart, isLocked: true }
}
