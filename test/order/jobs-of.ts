import { shopJobs } from '#server/jobs/shop-jobs.ts'
import type { World } from '#test/world.ts'
import { watchesOf } from './guard.ts'

/** The jobs of a shop, to be run by hand. */
export function jobsOf({ shop, clock, config }: World) {
  return shopJobs(shop.orders, clock.now, shop.orders.database, watchesOf(shop.orders), config.retention)
}
