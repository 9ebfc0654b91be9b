import type { Cart } from '#domain/cart/cart.ts'
import { takeHandedOver } from '#domain/cart/cart-rules.ts'
import type { NewId } from '#domain/cart/change.ts'
import type { Problem } from '#domain/problems.ts'
import type { Variant } from '#domain/variant.ts'
import { applyRule, loadCart, lockOrCreateCart, saveChange } from '#server/cart/cart-service.ts'
import type { Database, Sql } from '#server/db/database.ts'
import { isHandOverTaken, takeHandOver } from './hand-over-store.ts'
import { type HandOver, handOverTokens } from './hand-over-token.ts'

/** How long a code can be scanned. */
export const handOverMinutes = 10

type Taker = { readonly shopperId: string; readonly variant: Variant }

export type HandOverService = {
  /** A token for the asker's cart; null while there is nothing in it. */
  create(sql: Sql, owner: Taker, now: Date): Promise<{ readonly token: string; readonly expiresAt: Date } | null>
  /** The cart a token hands over; null when the link is over, used, of another store, or the cart is empty. */
  look(token: string, variant: Variant, now: Date): Promise<Cart | null>
  /** Puts a copy of its lines into the taker's cart, once; 'ended' changes nothing, nor does a problem of that cart. */
  take(token: string, taker: Taker, now: Date): Promise<'taken' | 'ended' | Problem>
}

/** Carts from one browser to another of the same store (BEYOND-15): copied, so that neither side loses anything. */
export function createHandOvers(parts: {
  readonly database: Database
  readonly secret: string
  readonly newId: NewId
}): HandOverService {
  const { database, newId } = parts
  const tokens = handOverTokens(parts.secret)

  function opened(token: string, variant: Variant, now: Date): HandOver | null {
    const handOver = tokens.open(token)
    return handOver?.variantKey === variant.key && handOver.expiresAt > now ? handOver : null
  }

  return {
    async create(sql, { shopperId, variant }, now) {
      const cart = await loadCart(sql, { shopperId, variant })
      if (cart === undefined || cart.lines.length === 0) return null
      const expiresAt = new Date(now.getTime() + handOverMinutes * 60_000)
      return { token: tokens.seal({ handOverId: newId(), shopperId, variantKey: variant.key, expiresAt }), expiresAt }
    },

    async look(token, variant, now) {
      const handOver = opened(token, variant, now)
      if (handOver === null || (await isHandOverTaken(database, handOver))) return null
      const cart = await loadCart(database, { shopperId: handOver.shopperId, variant })
      return cart === undefined || cart.lines.length === 0 ? null : cart
    },

    async take(token, taker, now) {
      const handOver = opened(token, taker.variant, now)
      if (handOver === null) return 'ended'
      // opened where it was made: everything is here already
      if (handOver.shopperId === taker.shopperId) return 'taken'
      return database.transaction(async (tx) => {
        const to = await lockOrCreateCart(tx, taker, newId)
        const from = await loadCart(tx, { shopperId: handOver.shopperId, variant: taker.variant })
        if (from === undefined || from.lines.length === 0) return 'ended'
        // refused, the link stays good: there may be room or time for it in a minute
        const changed = applyRule(to, takeHandedOver(from, newId), newId)
        if (!changed.ok) return changed.problem
        if (!(await takeHandOver(tx, { ...handOver, takenBy: taker.shopperId }))) return 'ended'
        await saveChange(tx, to, changed.value)
        return 'taken'
      })
    },
  }
}
