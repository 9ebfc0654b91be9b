import type { Cart } from '#domain/cart/cart.ts'
import { takeHandedOver } from '#domain/cart/cart-rules.ts'
import type { NewId } from '#domain/cart/change.ts'
import type { Problem } from '#domain/problems.ts'
import type { Variant } from '#domain/variant.ts'
import { applyRule, loadCart, lockOrCreateCart, saveChange } from '#server/cart/cart-service.ts'
import type { Secret } from '#server/config/secrets.ts'
import type { Database, Sql } from '#server/db/database.ts'
import { isTransferTaken, takeTransfer } from './transfer-store.ts'
import { type CartTransfer, transferTokens } from './transfer-token.ts'

/** How long a code can be scanned. */
export const transferMinutes = 10

type Taker = { readonly shopperId: string; readonly variant: Variant }

export type CartTransferService = {
  /** A token for the asker's cart; null while there is nothing in it. */
  create(sql: Sql, owner: Taker, now: Date): Promise<{ readonly token: string; readonly expiresAt: Date } | null>
  /** The cart a token hands over; null when the link is over, used, of another store, or the cart is empty. */
  look(token: string, variant: Variant, now: Date): Promise<Cart | null>
  /** Puts a copy of its lines into the taker's cart, once; 'ended' changes nothing, nor does a problem of that cart. */
  take(token: string, taker: Taker, now: Date): Promise<'taken' | 'ended' | Problem>
}

/** Carts from one browser to another of the same store (BEYOND-15): copied, so that neither side loses anything. */
export function createCartTransfers(parts: {
  readonly database: Database
  readonly secret: Secret
  readonly newId: NewId
}): CartTransferService {
  const { database, newId } = parts
  const tokens = transferTokens(parts.secret)

  function opened(token: string, variant: Variant, now: Date): CartTransfer | null {
    const transfer = tokens.open(token)
    return transfer?.variantKey === variant.key && transfer.expiresAt > now ? transfer : null
  }

  return {
    async create(sql, { shopperId, variant }, now) {
      const cart = await loadCart(sql, { shopperId, variant })
      if (cart === undefined || cart.lines.length === 0) return null
      const expiresAt = new Date(now.getTime() + transferMinutes * 60_000)
      return { token: tokens.seal({ transferId: newId(), shopperId, variantKey: variant.key, expiresAt }), expiresAt }
    },

    async look(token, variant, now) {
      const transfer = opened(token, variant, now)
      if (transfer === null || (await isTransferTaken(database, transfer))) return null
      const cart = await loadCart(database, { shopperId: transfer.shopperId, variant })
      return cart === undefined || cart.lines.length === 0 ? null : cart
    },

    async take(token, taker, now) {
      const transfer = opened(token, taker.variant, now)
      if (transfer === null) return 'ended'
      // opened where it was made: everything is here already
      if (transfer.shopperId === taker.shopperId) return 'taken'
      return database.transaction(async (tx) => {
        const to = await lockOrCreateCart(tx, taker, newId)
        const from = await loadCart(tx, { shopperId: transfer.shopperId, variant: taker.variant })
        if (from === undefined || from.lines.length === 0) return 'ended'
        // refused, the link stays good: there may be room or time for it in a minute
        const changed = applyRule(to, takeHandedOver(from, newId), newId)
        if (!changed.ok) return changed.problem
        if (!(await takeTransfer(tx, { ...transfer, takenBy: taker.shopperId }))) return 'ended'
        saveChange(tx, to, changed.value)
        return 'taken'
      })
    },
  }
}
