import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql, Tx } from '#server/db/database.ts'
import { isRateLimited, takeTokens } from '#server/http/guards/throttle-store.ts'
import type { OrderDeps } from '#server/order/order-deps.ts'
import { countRecentRefusals } from '#server/order/order-store.ts'
import { cardTestingLimits } from './card-testing-limits.ts'
import { deleteCardTry, endCardTry, insertCardTry, writeCardTry } from './card-try-store.ts'
import type { PlaceOutcome } from './place-outcome.ts'

const { ofShopper, ofAddress, ofAll, delayMs, waitMs } = cardTestingLimits
const { bucket, capacity, windowSeconds } = ofAddress

type CountingDeps = Pick<OrderDeps, 'macOf' | 'alarm'>
type CardTryDeps = CountingDeps & Pick<OrderDeps, 'database' | 'newId'>

/** The name under which the tries of an address are counted: a keyed hash, from which nobody reads the address. */
export function addressMacOf(deps: Pick<OrderDeps, 'macOf'>, address: string): Buffer {
  return deps.macOf(`${bucket}\n${address}`)
}

/**
 * Whether so many cards were refused from an address in an hour that the processor is no longer asked. A shopper's own
 * count ends with her cookie: who tries out stolen cards throws it away after each.
 */
export function isAddressRateLimited(deps: Pick<OrderDeps, 'macOf'>, sql: Sql, address: string): Promise<boolean> {
  return isMacRateLimited(sql, addressMacOf(deps, address))
}

function isMacRateLimited(sql: Sql, mac: Buffer): Promise<boolean> {
  return isRateLimited(sql, bucket, mac, { cost: 1, windowSeconds })
}

/**
 * Counts a refused card under the address it was tried from; orders that are placed, and stay so, cost nothing. When an
 * address has used its own up, or all of them together refuse more in an hour than a day of shoppers does, a person is told:
 * many sessions from many places, each with one card, stay under every limit of their own. Answers how long the refusal is
 * then to be held back, milliseconds: whoever tries out a thousand cards waits for each, and a shopper whose card is good
 * never does.
 */
export async function countRefusedCard(deps: CountingDeps, sql: Sql, address: string): Promise<number> {
  const mac = addressMacOf(deps, address)
  await takeOfAddress(sql, mac)
  const isCalm = await countAmongAll(deps, sql)
  await alarmIfRateLimited(deps, sql, mac)
  return isCalm ? 0 : delayMs
}

/**
 * Counts the cards of an order that is cancelled, each as if it had been refused, under the address it was placed from: an
 * order that is placed says that its card is good, and one that is cancelled costs whoever stole it nothing. Counted in the
 * cancelling transaction, so once; `countAmongAll` comes after it, because that row is everybody's. A shopper who cancels
 * three orders a day, of two cards each, uses 6 of the 20 that an address has in an hour, and is never refused for it.
 * `addressMac`: of `addressMacOf`.
 */
export async function countCancelledCards(
  deps: CountingDeps,
  tx: Tx,
  addressMac: Buffer,
  cards: number,
): Promise<void> {
  for (let nth = 0; nth < cards; nth += 1) await takeOfAddress(tx, addressMac)
  if (cards > 0) await alarmIfRateLimited(deps, tx, addressMac)
}

/** Takes one of what all addresses together have; false, and a person is told, while cards are tried out from everywhere. */
export async function countAmongAll(deps: CountingDeps, sql: Sql): Promise<boolean> {
  const isCalm = await takeTokens(sql, ofAll.bucket, deps.macOf(ofAll.bucket), { ...ofAll, cost: 1 })
  if (!isCalm) await deps.alarm(sql, 'card-testing', 'all', { refusedInAnHour: ofAll.capacity })
  return isCalm
}

async function takeOfAddress(sql: Sql, mac: Buffer): Promise<void> {
  await takeTokens(sql, bucket, mac, { capacity, cost: 1, windowSeconds })
}

async function alarmIfRateLimited(deps: CountingDeps, sql: Sql, mac: Buffer): Promise<void> {
  if (!(await isMacRateLimited(sql, mac))) return
  await deps.alarm(sql, 'card-testing', mac.toString('hex', 0, 6), { refusedInAnHour: capacity })
}

/** An order that is about to ask the processor, between `beforeCards` and its end. */
export type CardTry = {
  /** So many orders of its address ask now that this one may not. */
  readonly isAddressBusy: boolean
  /** Counts a refusal, and holds it back while cards are tried out from everywhere. What is still on its way goes on counting, for half a minute. */
  after(outcome: PlaceOutcome): Promise<void>
  /** It was answered before: nothing was asked. */
  release(): Promise<void>
}

/** There is no room now among the orders of this address: T1 is rolled back, and begun again after `wait`. */
export class AddressBusy extends Error {
  override name = 'AddressBusy'
  readonly wait: () => Promise<void>
  constructor(wait: () => Promise<void>) {
    super('Too many orders of this address ask the processor now')
    this.wait = wait
  }
}

/** The try of an order that is being placed: noted by T1, which costs nobody a wait, and taken away by the T3 that places it. */
export type OrderTry = Pick<CardTry, 'after' | 'release'> & {
  /**
   * Notes it in T1; false: the processor may not be asked.
   * @throws AddressBusy the first time that there is no room
   */
  note(tx: Tx): Promise<boolean>
  /** Notes it with what T1 writes: where there is no room T1 is undone. */
  write(tx: Tx): void
  end(tx: Tx): void
}

/** The same limits as `beforeCards`, for an order whose own transactions note it. */
export function orderTry(deps: CardTryDeps, address: string): OrderTry {
  const tryId = deps.newId()
  let waited: CardTry | null = null
  let isNoted = false
  let isEnded = false
  const release = async () => {
    if (isNoted && !isEnded) await deleteCardTry(deps.database, tryId)
    await waited?.release()
  }
  const wait = async () => {
    waited = await beforeCards(deps, address)
  }
  return {
    release,
    async note(tx) {
      if (waited !== null) return !waited.isAddressBusy
      isNoted = await insertCardTry(tx, tryId, addressMacOf(deps, address), ofAddress)
      if (!isNoted) throw new AddressBusy(wait)
      return true
    },
    write(tx) {
      isNoted = true
      writeCardTry(tx, tryId, addressMacOf(deps, address), ofAddress)
    },
    end(tx) {
      if (isNoted) endCardTry(tx, tryId)
      isEnded = true
    },
    after: (outcome) => afterCards(deps, address, outcome, release),
  }
}

async function afterCards(
  deps: CardTryDeps,
  address: string,
  outcome: PlaceOutcome,
  release: () => Promise<void>,
): Promise<void> {
  try {
    const holdMs = isOfCard(outcome) ? await countRefusedCard(deps, deps.database, address) : 0
    // its try goes on counting meanwhile; nothing else waits for it
    if (holdMs > 0) await sleep(holdMs)
  } finally {
    if (outcome.kind !== 'pending') await release()
  }
}

/**
 * Lets an order ask the processor while others of its address do: all of them together, with the cards refused in the
 * hour, stay within the limit. Waits 2 s at most for room.
 */
export async function beforeCards(deps: CardTryDeps, address: string): Promise<CardTry> {
  const tryId = await beginTry(deps, address)
  const release = async () => {
    if (tryId !== null) await deleteCardTry(deps.database, tryId)
  }
  return {
    isAddressBusy: tryId === null,
    release,
    after: (outcome) => afterCards(deps, address, outcome, release),
  }
}

/**
 * Lets the processor be asked about a card that no order is to be paid with, within the same limits; null: not now. One that is
 * refused counts, and is held back while cards are tried out from everywhere.
 */
export async function withCardTry<Answer>(
  deps: CardTryDeps,
  address: string,
  ask: () => Promise<Answer>,
  isRefused: (answer: Answer) => boolean,
): Promise<Answer | null> {
  const tryId = await beginTry(deps, address)
  if (tryId === null) return null
  try {
    const answer = await ask()
    const holdMs = isRefused(answer) ? await countRefusedCard(deps, deps.database, address) : 0
    if (holdMs > 0) await sleep(holdMs)
    return answer
  } finally {
    await deleteCardTry(deps.database, tryId)
  }
}

/** The processor said no to what was to pay. */
function isOfCard(outcome: PlaceOutcome): boolean {
  return outcome.kind === 'refused' && ['cardRefused', 'walletRefused'].includes(outcome.problem.code)
}

async function beginTry(
  deps: Pick<OrderDeps, 'database' | 'newId' | 'macOf'>,
  address: string,
): Promise<string | null> {
  const tryId = deps.newId()
  for (const until = performance.now() + waitMs; ; ) {
    const isIn = await deps.database.transaction((tx) =>
      insertCardTry(tx, tryId, addressMacOf(deps, address), ofAddress),
    )
    if (isIn) return tryId
    // the refused ones alone fill it: nothing to wait for
    if (performance.now() > until || (await isAddressRateLimited(deps, deps.database, address))) return null
    await sleep(40 + Math.random() * 60)
  }
}

/**
 * Whether an order may not go on to the processor, judged in T1 when it is written. Trying out stolen cards must be slower
 * than it is worth; only who comes to the seventh attempt is counted. An address counts for what a card is to pay.
 */
export async function isHeldBack(
  tx: Tx,
  shopperId: string,
  order: { readonly attempt: number; readonly isAddressRateLimited: boolean; readonly cardDueCents: number },
): Promise<boolean> {
  const { attempt, isAddressRateLimited: isRateLimitedThere, cardDueCents } = order
  if (attempt > ofShopper.refusals && (await countRecentRefusals(tx, shopperId)) >= ofShopper.refusals) return true
  return isRateLimitedThere && cardDueCents > 0
}
