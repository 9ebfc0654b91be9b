// One shopper of a drill: what she does over the wire with her cart, and everything she is told.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { LightMyRequestResponse } from 'fastify'
import { windowOfId } from '#domain/shipping/delivery-windows.ts'
import { variants } from '#domain/variant.ts'
import type { SessionService } from '#server/account/sessions/session-service.ts'
import { type Database, statement } from '#server/db/database.ts'
import { sku } from '#test/builders/catalog.ts'
import { type TestShopper, testShopper } from '#test/builders/shopper.ts'
import { overTheWire } from '#test/builders/wire.ts'
import type { Line, Report, Visit } from '#test/drill/judge.ts'
import type { CartPlan } from '#test/drill/plan.ts'
import type { StepGoods } from '#test/drill/seed-cart.ts'
import { seedCart } from '#test/drill/seed-cart.ts'
import type { cardToken } from '#test/order/gateway.ts'

export type ShopperParts = {
  readonly database: Database
  readonly sessions: SessionService
  readonly gateway: Parameters<typeof cardToken>[0]
  readonly portOf: (server: number) => number
  /** Captures an order's first payment at the processor, as a retailer does who ships. */
  readonly capture: (orderNumber: string) => Promise<void>
  /** Hears of each press that was answered with an order, and at which server. */
  readonly hearPlaced?: (server: number) => void
}

export type DrillShopper = {
  /** From the first page until she knows, or has waited long enough. */
  shop(): Promise<void>
  /** When all is well again: whoever does not know yet comes back and asks. */
  comeBack(): Promise<void>
  /** What she was told; undefined when she never got as far as a cart. */
  visit(): Visit | undefined
}

/** How long she tries what is not answered, milliseconds: longer than any cut. */
const patienceMs = 30_000
/** Places of a delivery window. */
const tripPlaces = 2

const addTrip = statement(
  'drill.trip',
  `insert into shop.trip (trip_id, day, region, from_time, to_time, capacity) overriding system value
   values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
)

type Answer = {
  readonly IsReset?: boolean
  readonly isSuccess?: boolean
  readonly isPending?: boolean
  readonly isRefused?: boolean
  readonly orderNumber?: string
  readonly message?: string
  readonly errorMessage?: string
  readonly errorType?: number
  readonly challengeUrl?: string
  readonly orderSummary?: { readonly total: number } | null
}

/** One of her tabs at the button, and what it was told last; null before it was answered at all. */
type Tab = { readonly shopper: TestShopper; readonly server: number; last: Report | null }

/** The nth shopper of all, from a place of her own. */
export function drillShopper(parts: ShopperParts, plan: CartPlan, goods: StepGoods, nth: number): DrillShopper {
  const { database, sessions, gateway, portOf } = parts
  const address = `10.${(nth >> 16) & 255}.${(nth >> 8) & 255}.${nth & 255}`
  const at = (server: number) => overTheWire({ port: () => portOf(server), address, answerMs: 15_000 })
  const shopper = testShopper(at(plan.server), variants.cb)
  const key = randomUUID()
  const email = `shopper-${nth}@example.com`
  const lines: Line[] = []
  const unsure: Line[] = []
  const reported: Report[] = []
  const cancels: ('cancelled' | 'notCancelled' | 'nothing')[] = []
  let cart: string | undefined
  let shownTotal = 0
  let tabs: readonly Tab[] = []

  const knows = ({ last }: Tab) => last?.kind === 'placed' || last?.kind === 'refused'
  const say = (tab: Tab, answer: Report) => {
    tab.last = answer
    reported.push(answer)
    if (answer.kind === 'placed') parts.hearPlaced?.(tab.server)
  }
  const orderNumber = () => reported.flatMap((one) => (one.kind === 'placed' ? [one.orderNumber] : []))[0]

  async function shop(): Promise<void> {
    const isIn = await patiently(
      async () => (await shopper.get('/session')).statusCode === 200 && shopper.token() !== '',
    )
    if (isIn === undefined) return
    // the drill takes database and gateway away from itself too
    const session = await patiently(async () => (await sessions.find(shopper.cookies.get('sid'))) ?? undefined)
    if (session === undefined) return
    const who = { shopperId: session.shopperId, email }
    const seeded = await patiently(() => seedCart(database, gateway, plan, goods, who))
    if (seeded === undefined) return
    lines.push(...plan.lines)
    cart = seeded.cartId
    if (plan.addsMore) await addMore()
    if (plan.hasTrip) await chooseWindow()
    if (plan.press === 'leaves') return
    const total = await patiently(async () => (await readReview())?.orderSummary?.total)
    if (total === undefined) return
    shownTotal = total
    const pressing = plan.press === 'twice' ? [shopper, await otherTab()] : [shopper]
    tabs = pressing.map((each, nth) => ({
      shopper: each,
      server: nth === 0 ? plan.server : 1 - plan.server,
      last: null,
    }))
    await Promise.all(tabs.map(press))
    await Promise.all(tabs.map((tab) => follow(tab, plan.bank === 'later')))
    await regret()
  }

  async function readReview(): Promise<Answer | undefined> {
    return answerOf(await shopper.rawCall('checkout', 'refreshCheckout', {}))
  }

  async function addMore(): Promise<void> {
    const line = { sku: sku.mug, quantity: 1 }
    const items = [{ Sku: line.sku, Quantity: line.quantity }]
    const answer = await orNothing(async () => answerOf(await shopper.rawCall('cart', 'addItems', { items })))
    if (answer?.isSuccess === undefined) unsure.push(line)
    else if (answer.isSuccess) lines.push(line)
  }

  /** All shoppers of a region want the same few windows. */
  async function chooseWindow(): Promise<void> {
    await patiently(async () => {
      const { recipientList } = await shopper.call('checkout', 'refreshCheckout', {})
      const [recipient] = recipientList
      const [shipment] = recipient?.shipments ?? []
      const free = shipment?.tripBooking?.windows.filter(({ isFree }) => isFree) ?? []
      const window = windowOfId(free[nth % Math.min(3, free.length)]?.id ?? 0)
      if (recipient === undefined || shipment === undefined || window === null) return true
      const { id, date, region, from, to } = window
      await database.count(addTrip, [id, date, region, from, to, tripPlaces])
      const shipments = [{ id: shipment.id, selectedServiceLevel: 6, tripBooking: { selectedWindowId: id } }]
      const recipients = [{ recipientId: recipient.id, shipments, giftOptions: recipient.giftOptions }]
      await shopper.call('checkout', 'saveShippingAndGiftOptions', { recipients })
      return true
    })
  }

  /** The same cart in another tab, whose requests go to the other server. */
  async function otherTab(): Promise<TestShopper> {
    const tab = testShopper(at(1 - plan.server), variants.cb)
    for (const [name, value] of shopper.cookies) tab.cookies.set(name, value)
    await orNothing(() => tab.get('/session'))
    return tab
  }

  /** A press, or its repeat under the same key: at whichever server is there now. */
  async function press(tab: Tab): Promise<void> {
    const answer = await orNothing(async () =>
      answerOf(await tab.shopper.rawCall('order', 'placeOrder', { adata: '', shownTotal }, { key })),
    )
    if (answer?.isSuccess === undefined) say(tab, { kind: 'nothing' })
    else if (!answer.isSuccess) say(tab, { kind: 'refused', why: whyOf(answer) })
    else if (answer.isPending === true) say(tab, { kind: 'onItsWay', orderNumber: answer.orderNumber ?? '' })
    else say(tab, { kind: 'placed', orderNumber: answer.orderNumber ?? '', totalCents: shownTotal })
  }

  /**
   * Asks how it ended until this tab knows, as the page does that lost its answer: whose token is not taken fetches one and
   * presses again under the same key (SCENE-17); the first tab goes to her bank when that asks.
   */
  async function follow(tab: Tab, isBankLeft: boolean): Promise<void> {
    const until = performance.now() + patienceMs
    while (!knows(tab) && performance.now() < until) {
      const answer = await orNothing(async () =>
        answerOf(await tab.shopper.rawCall('order', 'getOrderConfirmation', {})),
      )
      if (answer?.IsReset === true) {
        await orNothing(() => tab.shopper.get('/session'))
        await press(tab)
      } else if (answer?.isPending === true && answer.challengeUrl) {
        if (isBankLeft) return
        if (tab === tabs[0]) await goToBank(answer.challengeUrl)
      } else if (answer?.isRefused === true) say(tab, { kind: 'refused', why: whyOf(answer) })
      else if (answer?.isPending === false)
        say(tab, {
          kind: 'placed',
          orderNumber: answer.orderNumber ?? '',
          totalCents: answer.orderSummary?.total ?? 0,
        })
      if (!knows(tab)) await sleep(150)
    }
  }

  async function goToBank(url: string): Promise<void> {
    const body = new URLSearchParams({ answer: plan.bank === 'refuse' ? 'refuse' : 'confirm' })
    const sent = await orNothing(() => fetch(url, { method: 'POST', body, redirect: 'manual' }))
    const back = URL.parse(sent?.headers.get('location') ?? '')
    if (back !== null) await orNothing(() => shopper.get(`${back.pathname}${back.search}`))
  }

  async function regret(): Promise<void> {
    const number = orderNumber()
    if (number === undefined || plan.cancel === 'no') return
    const tabs = plan.cancel === 'twice' ? [shopper, await otherTab()] : [shopper]
    const captured = plan.cancel === 'whileCaptured' ? parts.capture(number) : undefined
    await Promise.all(tabs.map((tab) => cancel(tab, number)))
    await captured
  }

  async function cancel(tab: TestShopper, number: string): Promise<void> {
    const answer = await orNothing(async () =>
      answerOf(await tab.rawCall('cancellation', 'cancelOrder', { orderNumber: number })),
    )
    if (answer?.isSuccess === undefined) cancels.push('nothing')
    else cancels.push(answer.isSuccess ? 'cancelled' : 'notCancelled')
  }

  return {
    shop,
    async comeBack() {
      if (cart === undefined || tabs.length === 0) return
      await Promise.all(tabs.map((tab) => follow(tab, false)))
      if (cancels.length === 0) await regret()
      const number = orderNumber()
      const isUnsure = cancels.length > 0 && cancels.every((answer) => answer === 'nothing')
      if (isUnsure && number !== undefined) await cancel(shopper, number)
    },
    visit() {
      if (cart === undefined) return undefined
      return { cart, lines, unsure, reported, reportedLast: tabs.flatMap(({ last }) => last ?? []), cancels }
    },
  }
}

function whyOf({ message, errorType, errorMessage }: Answer): string {
  return [message, errorType ? `type ${errorType}` : '', errorMessage].filter(Boolean).join(' ')
}

/** What a call was answered with; undefined for one that says to try again. */
function answerOf(reply: LightMyRequestResponse): Answer | undefined {
  return reply.statusCode === 200 ? reply.json<Answer>() : undefined
}

/** Tries until something comes of it; undefined when nothing did for long. */
export async function patiently<Result>(work: () => Promise<Result | undefined>): Promise<Result | undefined> {
  const until = performance.now() + patienceMs
  for (;;) {
    const result = await orNothing(work)
    if (result || performance.now() > until) return result
    await sleep(200)
  }
}

/** A connection that is cut is no answer. */
async function orNothing<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work()
  } catch {
    return undefined
  }
}
