import { visit } from './calls.ts'
import type { GrownShop } from './grown-shop.ts'
import { reckonFullPass } from './guard-round.ts'
import type { PlanLog, Ran } from './plan-log.ts'
import { leastOf, type Size } from './readings.ts'

/** So often everything is done; the least of what was read counts. */
const rounds = 5

/** Does every call and job on a grown shop and notes what each of their statements reads. */
export async function measure(shop: GrownShop, log: PlanLog): Promise<Size> {
  const ran = new Map<string, Ran[][]>()
  const { rows } = await shop.client.query<{ orders: string; skus: string; bytes: string }>(
    `select (select count(*) from shop.orders) as orders, (select count(*) from shop.sku) as skus,
       pg_database_size(current_database()) as bytes`,
  )
  const [size] = rows
  // at each size other members, who have nothing in their carts yet
  const first = Math.floor(Math.log10(Number(size?.orders))) * rounds
  for (let nth = first; nth < first + rounds; nth += 1) {
    await visit(shop, nth, async (call, work) => {
      const noted = await log.of(work)
      const before = ran.get(call)
      if (before === undefined) ran.set(call, [noted])
      else before.push(noted)
    })
  }
  return {
    ...{ orders: Number(size?.orders), skus: Number(size?.skus), bytes: Number(size?.bytes) },
    passHours: await reckonFullPass(shop.world.database),
    readings: [...ran].flatMap(([call, all]) => leastOf(call, all)),
  }
}
