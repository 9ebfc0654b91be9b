import type { Sql } from '#server/db/database.ts'
import { limits } from '#server/http/throttle.ts'
import { isSpent, takeTokens } from '#server/http/throttle-store.ts'
import type { OrderWorld } from '#server/order/order-world.ts'

const { bucket, capacity, windowSeconds } = limits.refusedCardsPerAddress
const macOf = (world: OrderWorld, address: string) => world.macOf(`${bucket}\n${address}`)

/**
 * Whether so many cards were refused from an address in an hour that the processor is no longer asked. A shopper's own
 * count ends with her cookie: who tries out stolen cards throws it away after each.
 */
export function isAddressSpent(world: OrderWorld, sql: Sql, address: string): Promise<boolean> {
  return isSpent(sql, bucket, macOf(world, address), { cost: 1, windowSeconds })
}

/** Counts a refused card under the address it was tried from; orders that are placed cost nothing. */
export async function countRefusedCard(world: OrderWorld, sql: Sql, address: string): Promise<void> {
  await takeTokens(sql, bucket, macOf(world, address), { capacity, cost: 1, windowSeconds })
}
