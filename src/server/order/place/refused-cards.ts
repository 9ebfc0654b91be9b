import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql, Tx } from '#server/db/database.ts'
import { limits } from '#server/http/guards/throttle.ts'
import { isSpent, takeTokens } from '#server/http/guards/throttle-store.ts'
import type { OrderWorld } from '#server/order/order-world.ts'
import { deleteCardTry, insertCardTry } from './card-try-store.ts'

const limit = limits.refusedCardsPerAddress
const { bucket, capacity, windowSeconds } = limit

type CountingWorld = Pick<OrderWorld, 'macOf' | 'alarm'>

/** The name under which the tries of an address are counted: a keyed hash, from which nobody reads the address. */
export function addressMacOf(world: Pick<OrderWorld, 'macOf'>, address: string): Buffer {
  return world.macOf(`${bucket}\n${address}`)
}

/**
 * Whether so many cards were refused from an address in an hour that the processor is no longer asked. A shopper's own
 * count ends with her cookie: who tries out stolen cards throws it away after each.
 */
export function isAddressSpent(world: Pick<OrderWorld, 'macOf'>, sql: Sql, address: string): Promise<boolean> {
  return isMacSpent(sql, addressMacOf(world, address))
}

function isMacSpent(sql: Sql, mac: Buffer): Promise<boolean> {
  return isSpent(sql, bucket, mac, { cost: 1, windowSeconds })
}

/**
 * Counts a refused card under the address it was tried from; orders that are placed, and stay so, cost nothing. When an
 * address has used its own up, or all of them together refuse more in an hour than a day of shoppers does, a person is told:
 * many sessions from many places, each with one card, stay under every limit of their own. Answers how long the refusal is
 * then to be held back, milliseconds: whoever tries out a thousand cards waits for each, and a shopper whose card is good
 * never does.
 */
export async function countRefusedCard(world: CountingWorld, sql: Sql, address: string): Promise<number> {
  const mac = addressMacOf(world, address)
  await takeOfAddress(sql, mac)
  const isCalm = await countAmongAll(world, sql)
  await tellIfSpent(world, sql, mac)
  return isCalm ? 0 : siegeMs
}

/**
 * Counts the cards of an order that is cancelled, each as if it had been refused, under the address it was placed from: an
 * order that is placed says that its card is good, and one that is cancelled costs whoever stole it nothing. Counted in the
 * cancelling transaction, so once; `countAmongAll` comes after it, because that row is everybody's. A shopper who cancels
 * three orders a day, of two cards each, uses 6 of the 20 that an address has in an hour, and is never refused for it.
 * `addressMac`: of `addressMacOf`.
 */
export async function countCancelledCards(
  world: CountingWorld,
  tx: Tx,
  addressMac: Buffer,
  cards: number,
): Promise<void> {
  for (let nth = 0; nth < cards; nth += 1) await takeOfAddress(tx, addressMac)
  if (cards > 0) await tellIfSpent(world, tx, addressMac)
}

/** Takes one of what all addresses together have; false, and a person is told, while cards are tried out from everywhere. */
export async function countAmongAll(world: CountingWorld, sql: Sql): Promise<boolean> {
  const all = limits.refusedCardsOfAll
  const isCalm = await takeTokens(sql, all.bucket, world.macOf(all.bucket), { ...all, cost: 1 })
  if (!isCalm) await world.alarm(sql, 'card-testing', 'all', { refusedInAnHour: all.capacity })
  return isCalm
}

async function takeOfAddress(sql: Sql, mac: Buffer): Promise<void> {
  await takeTokens(sql, bucket, mac, { capacity, cost: 1, windowSeconds })
}

async function tellIfSpent(world: CountingWorld, sql: Sql, mac: Buffer): Promise<void> {
  if (!(await isMacSpent(sql, mac))) return
  await world.alarm(sql, 'card-testing', mac.toString('hex', 0, 6), { refusedInAnHour: capacity })
}

/** How long a refusal is held back while cards are being tried out from everywhere, milliseconds. */
export const siegeMs = 4_000

/** How long an order waits for others of its address that ask the processor, milliseconds. */
const waitMs = 2_000

/**
 * Lets an order ask the processor while others of its address do: all of them together, with the cards refused in the
 * hour, stay within the limit. Answers what `endCardTry` takes; null when there is no room within 2 s.
 */
export async function beginCardTry(
  world: Pick<OrderWorld, 'database' | 'newId' | 'macOf'>,
  address: string,
): Promise<string | null> {
  const tryId = world.newId()
  for (const until = performance.now() + waitMs; ; ) {
    const isIn = await world.database.transaction((tx) => insertCardTry(tx, tryId, addressMacOf(world, address), limit))
    if (isIn) return tryId
    // the refused ones alone fill it: nothing to wait for
    if (performance.now() > until || (await isAddressSpent(world, world.database, address))) return null
    await sleep(40 + Math.random() * 60)
  }
}

/** The order is answered, and a refusal of it counted. */
export async function endCardTry(world: Pick<OrderWorld, 'database'>, tryId: string): Promise<void> {
  await deleteCardTry(world.database, tryId)
}
