import type { Cart, CartState } from '#domain/cart/cart.ts'
import type { CartEvent, CartRule, Changed } from '#domain/cart/change.ts'
import type { Outcome } from '#domain/outcome.ts'
import type { Variant } from '#domain/variant.ts'
import type { Sql, Tx } from '#server/db/database.ts'

/** Whose basket: a shopper has one live basket per brand and country. A CallContext with `shopperId` pulled up fits. */
export type CartOwner = { readonly shopperId: string; readonly variant: Variant }

/** A basket whose row this transaction holds the lock of; nobody else can change it before the end. */
export type LockedCart = Cart & { readonly isLocked: true }

/** The live basket (state open or placing), locked for change; undefined when the shopper has none. Two statements. */
export declare function lockCart(tx: Tx, owner: CartOwner): Promise<LockedCart | undefined>

/** The basket of an order by its ids, in whatever state, locked; for recovery. */
export declare function lockCartById(tx: Tx, shopperId: string, cartId: string): Promise<LockedCart | undefined>

/** The live basket without a lock, for reading. One statement. */
export declare function loadCart(sql: Sql, owner: CartOwner): Promise<Cart | undefined>

/** Applies a rule to a locked basket and saves what changed, with version + 1 and its event (BEYOND-13). */
export declare function applyRule(tx: Tx, cart: LockedCart, rule: CartRule): Promise<Outcome<Changed>>

/**
 * Moves a basket to another state if it is in one of `from`, with version + 1 and the event; false when it is in none.
 * On 'ordered' the saved lines go on into a new open basket.
 */
export declare function moveCartState(
  tx: Tx,
  cart: { readonly shopperId: string; readonly cartId: string },
  from: readonly CartState[],
  to: CartState,
  event: CartEvent,
): Promise<boolean>
