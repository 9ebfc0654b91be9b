import { setTimeout as sleep } from 'node:timers/promises'
import type { Cart } from '#domain/cart/cart.ts'
import { removePromo } from '#domain/cart/cart-rules.ts'
import type { CartRule } from '#domain/cart/change.ts'
import { dropTrips } from '#domain/cart/recipients/recipient-rules.ts'
import { placeAnswerOf } from '#domain/order/place-answer.ts'
import type { Problem } from '#domain/problems.ts'
import { windowOfId } from '#domain/shipping/delivery-windows.ts'
import { changeCart, lockCart } from '#server/cart/cart-service.ts'
import { unavailableVerdict } from '#server/checkout/validation.ts'
import { CommitUnknown, type Tx } from '#server/db/database.ts'
import { isNotSo } from '#server/db/faults.ts'
import { leaseSeconds, type OrderDeps } from '#server/order/order-deps.ts'
import {
  findOrder,
  type OrderKey,
  type PendingOrder,
  rescheduleOrder,
  takeOverOrder,
} from '#server/order/order-store.ts'
import type { Payment } from '#server/order/payment/payment-store.ts'
import { quoteCart } from '#server/pricing/pricing-service.ts'
import { readFullTrips } from '#server/shipping/trip-store.ts'
import { type AnswerRecorder, recordsNothing } from './answer-recorder.ts'
import { AddressBusy } from './card-testing-guard.ts'
import type { FinishingDeps } from './finish-order.ts'
import { type Commit, finishOrder } from './finish-order.ts'
import { NotHeld } from './hold-all.ts'
import { invalidOutcome } from './judge-cart.ts'
import type { OpeningDeps } from './open-order.ts'
import { emptyCartOutcome, type Opened, openOrder } from './open-order.ts'
import { type EndedOrder, nothingTried, outcomeOfOrder, type PlaceOutcome } from './place-outcome.ts'
import type { PlaceRequest } from './place-request.ts'

/** What placing an order needs, from the button to the answer. */
export type PlacingDeps = OpeningDeps & FinishingDeps

/** How long a call waits for another one's order, and for the processor, before it answers that the order is on its way. */
const followMs = 5_000
const answerMs = 10_500

/**
 * Place Order, top to bottom: T1 takes the cart and all it needs; C asks the processor; T3 ends the order; A answers.
 * The order's row is the key of it all: a cart has at most one that is pending or placed, so a second call, a retry after
 * a crash and the recovery job all end at the same order and its one answer. The request's own key names the order from T1
 * on, and T3 keeps the answer with it (OPEN-07, SAFE-12).
 */
export async function placeOrder(
  deps: PlacingDeps,
  request: PlaceRequest,
  recorder: AnswerRecorder = recordsNothing,
): Promise<PlaceOutcome> {
  const began = performance.now()
  let how: PlaceOutcome['kind'] | 'failed' = 'failed'
  try {
    const outcome = await place(deps, request, recorder)
    how = outcome.kind
    return outcome
  } finally {
    deps.counts.pressed(how, (performance.now() - began) / 1_000)
  }
}

async function place(deps: PlacingDeps, request: PlaceRequest, recorder: AnswerRecorder): Promise<PlaceOutcome> {
  const commit: Commit = (work) =>
    deps.database.transaction(async (tx) => {
      const ended = await work(tx)
      if (ended.kind === 'placed') request.cardTry?.end(tx)
      await recorder.record(tx, ended)
      return ended
    })
  const opened = await open(deps, request, recorder, deps.newId())
  switch (opened.kind) {
    case 'answered':
      if (opened.placed !== undefined) deps.counts.ended(opened.placed, 'placed')
      return opened.outcome
    case 'existing': {
      const ended = await followOrder(deps, opened.order, commit)
      // a key that cannot be finished goes on leading to its order
      if (ended.kind !== 'pending') await recorder.record(deps.database, ended).catch(() => undefined)
      return ended
    }
    case 'opened': {
      deps.killPoint('k2')
      const { order, leaseOwner, payments } = opened
      return inTime(deps, order, leaseOwner, finishOrder(deps, order, leaseOwner, commit, payments ?? undefined))
    }
  }
}

type OpenedByUs =
  | Exclude<Opened, { kind: 'opened' }>
  /** `payments`: as they were written; null when so long ago that others may have seen to them. */
  | {
      readonly kind: 'opened'
      readonly order: PendingOrder
      readonly payments: readonly Payment[] | null
      readonly leaseOwner: string
    }

/** T1, again when a price or a piece was taken between reading and holding, and read back when its COMMIT got lost. */
async function open(
  deps: OpeningDeps & Pick<OrderDeps, 'database'>,
  request: PlaceRequest,
  recorder: AnswerRecorder,
  leaseOwner: string,
): Promise<OpenedByUs> {
  let isHopeful = true
  for (let nth = 1; ; nth += 1) {
    const ids = { orderId: deps.newId(), leaseOwner, isHopeful }
    const began = performance.now()
    try {
      const opened = await deps.database.transaction((tx) => openOrder(deps, tx, request, ids, recorder))
      if (opened.kind !== 'opened') return opened
      // the lease began with the transaction; its first payment counts as sent from then on
      const isOurs = performance.now() - began < leaseSeconds * 1_000
      return { ...opened, leaseOwner, payments: isOurs ? opened.payments : null }
    } catch (error) {
      if (isHopeful && isNotSo(error)) {
        isHopeful = false
        nth -= 1
        continue
      }
      if (error instanceof AddressBusy) {
        await error.wait()
        nth -= 1
        continue
      }
      if (error instanceof NotHeld) {
        // a second look says why, in the words of the cart's own judgement
        const isJudged = error.skus.length > 0 || error.problem?.code === 'giftCardRefused'
        if (isJudged && nth < 3) continue
        return notHeld(deps, request, recorder, error)
      }
      if (!(error instanceof CommitUnknown)) throw error
      const written = await findOrder(deps.database, { shopperId: request.shopperId, orderId: ids.orderId })
      if (written?.state === 'pending') return { kind: 'opened', order: written, leaseOwner, payments: null }
      if (written !== undefined) return { kind: 'existing', order: written }
      if (nth >= 3) throw error
    }
  }
}

async function notHeld(
  deps: Pick<OrderDeps, 'database' | 'newId' | 'rates'>,
  request: PlaceRequest,
  recorder: AnswerRecorder,
  why: NotHeld,
): Promise<Extract<Opened, { kind: 'answered' | 'existing' }>> {
  return deps.database.transaction(async (tx) => {
    const { known } = await recorder.begin(tx, null)
    // the same press, sent again, had more luck meanwhile
    const order = known && (await findOrder(tx, known))
    if (order) return { kind: 'existing', order }
    const outcome = await outcomeOfNotHeld(deps, tx, request, why)
    await recorder.record(tx, outcome)
    return { kind: 'answered', outcome }
  })
}

async function outcomeOfNotHeld(
  deps: Pick<OrderDeps, 'newId' | 'rates'>,
  tx: Tx,
  request: PlaceRequest,
  { problem, skus }: NotHeld,
): Promise<PlaceOutcome> {
  const cart = await lockCart(tx, request)
  if (problem !== null) {
    const rule = cart && (await ruleAfter(tx, cart, problem))
    const fixed = cart && rule ? changeCart(tx, cart, rule, deps.newId) : undefined
    return nothingTried(problem, fixed?.ok ? fixed.value.cart : cart)
  }
  if (cart === undefined) return emptyCartOutcome(cart)
  const { lines } = await quoteCart(tx, cart, { ...request, rates: deps.rates })
  const items = lines.filter(({ line }) => skus.includes(line.sku))
  return invalidOutcome(unavailableVerdict(lines, items), cart)
}

/** Goes on with an order whose shopper is back from the page of her card's bank (OPEN-65). */
export async function resumeOrder(deps: FinishingDeps, key: OrderKey): Promise<EndedOrder | undefined> {
  const order = await findOrder(deps.database, key)
  return order && followOrder(deps, order, (work) => deps.database.transaction(work))
}

/** What comes off a cart because it could not be held, all else staying: the promo code, or windows without a place. */
async function ruleAfter(tx: Tx, cart: Cart, problem: Problem): Promise<CartRule | undefined> {
  const { message } = placeAnswerOf(problem)
  if (message === 'InvalidPromoCode') return removePromo(problem.code)
  if (message !== 'TripBookingFailed') return undefined
  const chosen = cart.recipients.flatMap(({ tripWindowId }) => windowOfId(tripWindowId ?? 0) ?? [])
  const firstDay = chosen.map(({ date }) => date).sort()[0]
  if (firstDay === undefined) return undefined
  const regions = chosen.map(({ region }) => region)
  const full = await readFullTrips(tx, regions, firstDay)
  return dropTrips((id) => full.has(id))
}

/** Somebody else's order of this cart: its answer, when there is one within 5 s; taken over when nobody works on it. */
async function followOrder(deps: FinishingDeps, first: PendingOrder, commit: Commit): Promise<EndedOrder> {
  const until = performance.now() + followMs
  for (let order = first; ; ) {
    if (order.state !== 'pending' || order.challengeUrl !== null) return outcomeOfOrder(order)
    if (order.isLeaseOver) {
      const leaseOwner = deps.newId()
      const taken = await takeOverOrder(deps.database, order, leaseOwner, leaseSeconds)
      if (taken !== undefined) return inTime(deps, taken, leaseOwner, finishOrder(deps, taken, leaseOwner, commit))
    }
    if (performance.now() > until) return outcomeOfOrder(order)
    await sleep(40 + Math.random() * 40)
    order = (await findOrder(deps.database, order)) ?? order
  }
}

/**
 * The shopper waits at most 12 s; the work goes on, and the confirmation page asks how it ended. The order exists and her card
 * may hold its money: whatever goes wrong, the answer is that it is pending, never that it failed. The lease is given back then, to
 * her next press or to recovery, whichever comes first.
 */
async function inTime(
  deps: Pick<OrderDeps, 'log' | 'database' | 'counts'>,
  order: PendingOrder,
  leaseOwner: string,
  work: Promise<EndedOrder>,
): Promise<EndedOrder> {
  const pending = outcomeOfOrder({ ...order, state: 'pending' })
  const late = new AbortController()
  const timer = sleep(answerMs, pending, { signal: late.signal })
  timer.catch(() => undefined)
  const given = (outcome: EndedOrder) => {
    // one that waits for the shopper's own bank is in good hands
    if (outcome.kind === 'pending' && outcome.challengeUrl === null) deps.counts.ended(order, 'left')
    return outcome
  }
  const ended = work.catch(async (error: unknown) => {
    deps.log.error({ err: error, orderId: order.orderId }, 'an order was not finished')
    await rescheduleOrder(deps.database, order, leaseOwner, 0).catch(() => undefined)
    return pending
  })
  try {
    return given(await Promise.race([ended, timer]))
  } finally {
    late.abort()
  }
}
