import { storeDay } from '#domain/days.ts'
import { lockCart } from '#server/cart/cart-service.ts'
import { ownerOf } from '#server/cart/change-command.ts'
import type { Tx } from '#server/db/database.ts'
import type { Reader } from '#server/http/context.ts'
import { type Brought, readPriceAlong } from '#server/pricing/price-along-store.ts'

/** Locks and loads the live cart with what its price depends on, while the session of its shopper is being checked. */
export async function priceAhead(tx: Tx, reader: Reader, brought: Omit<Brought, 'from'> = {}) {
  const owner = ownerOf(reader)
  const [, along] = await Promise.all([
    lockCart(tx, owner),
    readPriceAlong(tx, owner, { ...brought, from: storeDay(reader.now) }),
  ])
  return along === undefined ? {} : { along }
}
