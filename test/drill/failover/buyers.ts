// Shoppers who come one after the other, some at a time each way to the database, and the moments at which they had their orders.
import { setTimeout as sleep } from 'node:timers/promises'
import { createSessionService } from '#server/account/sessions/session-service.ts'
import { sku } from '#test/builders/catalog.ts'
import { type DrillShop, drillSecret } from '#test/drill/drill-world.ts'
import type { Visit } from '#test/drill/judge.ts'
import { type CartPlan, planOf } from '#test/drill/plan.ts'
import { type StepGoods, stockStep } from '#test/drill/seed-cart.ts'
import { type DrillShopper, drillShopper, patiently } from '#test/drill/shopper.ts'
import { ways } from './shop-processes.ts'

export type Buyers = {
  /** Resolves with how many orders a way had of late, when each has had one. */
  flowing(): Promise<void>
  /** The longest time, seconds, that a way was without an order since a moment (performance.now()). */
  secondsWithout(way: number, since: number): number
  ordersSince(since: number): number
  /** Nobody new comes; whoever does not know how it ended asks. Answers what all were told. */
  goHome(): Promise<readonly Visit[]>
  /** What went wrong with a shopper herself. */
  faults(): readonly string[]
}

/** At a time, each way. */
const atOnce = 4
/** Between one and the next, milliseconds. */
const pauseMs = 400

export function letBuyersIn({ database, gateway }: DrillShop, portOf: (way: number) => number, seed: number): Buyers {
  const placed: number[][] = ways.map(() => [])
  const shoppers: DrillShopper[] = []
  const faults: string[] = []
  let isOpen = true
  const carts = cartsOf(seed)
  let goods: StepGoods | undefined
  let soldOf = 0
  const parts = {
    ...{ database, gateway, portOf },
    sessions: createSessionService({ database, secret: drillSecret }),
    capture: async () => undefined,
    hearPlaced: (way: number) => placed[way]?.push(performance.now()),
  }

  /** Gift cards, codes and wishes are for some; then there are others. */
  async function goodsNow(): Promise<StepGoods | undefined> {
    if (goods === undefined || soldOf >= 10) {
      goods = await patiently(() => stockStep(database))
      soldOf = 0
    }
    soldOf += 1
    return goods
  }

  async function line(way: 0 | 1): Promise<void> {
    while (isOpen) {
      const plan = carts.next().value
      const there = await goodsNow()
      if (there === undefined) continue
      const shopper = drillShopper(parts, { ...plan, server: way }, there, shoppers.length + 1)
      shoppers.push(shopper)
      await shopper.shop().catch((error: unknown) => {
        faults.push(`a shopper of the drill stumbled: ${error instanceof Error ? error.stack : error}`)
      })
      await sleep(pauseMs)
    }
  }
  const lines = ways.flatMap((_, way) => Array.from({ length: atOnce }, () => line(way as 0 | 1)))

  return {
    async flowing() {
      const since = performance.now()
      while (placed.some((of) => (of.at(-1) ?? 0) < since)) await sleep(50)
    },
    secondsWithout(way, since) {
      const moments = [since, ...(placed[way] ?? []).filter((moment) => moment > since), performance.now()]
      return Math.max(...moments.map((moment, nth) => moment - (moments[nth - 1] ?? since))) / 1_000
    },
    ordersSince: (since) => placed.flat().filter((moment) => moment > since).length,
    async goHome() {
      isOpen = false
      await Promise.all(lines)
      // all at once would be more than a shop of this size is asked
      for (let nth = 0; nth < shoppers.length; nth += 20)
        await Promise.all(shoppers.slice(nth, nth + 20).map((shopper) => shopper.comeBack()))
      return shoppers.flatMap((shopper) => shopper.visit() ?? [])
    },
    faults: () => faults,
  }
}

/** For ever; of what is the last of its kind nobody wants a second. */
function* cartsOf(seed: number): Generator<CartPlan, never> {
  for (let nth = 0; ; nth += 1) {
    for (const { carts } of planOf('kills', 10, seed + nth)) {
      for (const plan of carts) {
        const lines = plan.lines.filter((one) => one.sku !== sku.lastVase)
        yield { ...plan, lines: lines.length > 0 ? lines : [{ sku: sku.mug, quantity: 1 }] }
      }
    }
  }
}
