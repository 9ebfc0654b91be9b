import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from '#server/db/database.ts'
import { limits } from '#server/http/throttle.ts'
import { isSpent, takeTokens } from '#server/http/throttle-store.ts'
import { deleteCardTry, insertCardTry } from '#server/order/card-try-store.ts'
import type { OrderWorld } from '#server/order/order-world.ts'

const limit = limits.refusedCardsPerAddress
const { bucket, capacity, windowSeconds } = limit
const macOf = (world: OrderWorld, address: string) => world.macOf(`${bucket}\n${address}`)

/**
 * Whether so many cards were refused from an address in an hour that the processor is no longer asked. A shopper's own
 * count ends with her cookie: who tries out stolen cards throws it away after each.
 */
export function isAddressSpent(world: OrderWorld, sql: Sql, address: string): Promise<boolean> {
  return isSpent(sql, bucket, macOf(world, address), { cost: 1, windowSeconds })
}

/**
 * Counts a refused card under the address it was tried from; orders that are placed cost nothing. When an address has used
 * its own up, or all of them together refuse more in an hour than a day of shoppers does, a person is told: many sessions
 * from many places, each with one card, stay under every limit of their own. Answers how long the refusal is then to be
 * held back, milliseconds: whoever tries out a thousand cards waits for each, and a shopper whose card is good never does.
 */
export async function countRefusedCard(world: OrderWorld, sql: Sql, address: string): Promise<number> {
  await takeTokens(sql, bucket, macOf(world, address), { capacity, cost: 1, windowSeconds })
  const all = limits.refusedCardsOfAll
  const isCalm = await takeTokens(sql, all.bucket, world.macOf(all.bucket), { ...all, cost: 1 })
  if (!isCalm) await world.alarm(sql, 'card-testing', 'all', { refusedInAnHour: all.capacity })
  if (await isAddressSpent(world, sql, address)) {
    await world.alarm(sql, 'card-testing', macOf(world, address).toString('hex', 0, 6), { refusedInAnHour: capacity })
  }
  return isCalm ? 0 : siegeMs
}

/** How long a refusal is held back while cards are being tried out from everywhere, milliseconds. */
export const siegeMs = 4_000

/** How long an order waits for others of its address that ask the processor, milliseconds. */
const waitMs = 2_000

/**
 * Lets an order ask the processor while others of its address do: all of them together, with the cards refused in the
 * hour, stay within the limit. Answers what `endCardTry` takes; null when there is no room within 2 s.
 */
export async function beginCardTry(world: OrderWorld, address: string): Promise<string | null> {
  const tryId = world.newId()
  for (const until = performance.now() + waitMs; ; ) {
    const isIn = await world.database.transaction((tx) => insertCardTry(tx, tryId, macOf(world, address), limit))
    if (isIn) return tryId
    // the refused ones alone fill it: nothing to wait for
    if (performance.now() > until || (await isAddressSpent(world, world.database, address))) return null
    await sleep(40 + Math.random() * 60)
  }
}

/** The order is answered, and a refusal of it counted. */
export async function endCardTry(world: OrderWorld, tryId: string): Promise<void> {
  await deleteCardTry(world.database, tryId)
}
