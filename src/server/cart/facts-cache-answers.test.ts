import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSkuCache, noSkuCache, type SkuCache } from '#server/catalog/sku-cache.ts'
import type { Database } from '#server/db/database.ts'
import { runCall } from '#test/builders/context.ts'
import { cartCallCases, catalogOfCalls, guestWith } from '#test/builders/every-cart-call.ts'
import { putPromos } from '#test/builders/promos.ts'
import { testRates } from '#test/builders/rates.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
let ids = 0
beforeAll(async () => {
  world = await createWorld({ catalog: catalogOfCalls() })
  await putPromos(world.database)
})
afterAll(() => world.close())

/** The same ids for each run of a call. */
const newId = () => {
  ids += 1
  return `00000000-0000-4000-8000-${String(ids).padStart(12, '0')}`
}

class Undone extends Error {}

/** The database, which forgets what a call wrote: the next run of it finds the same cart. */
function undoing(database: Database): Database {
  return {
    ...database,
    async transaction(work) {
      let result: { readonly value: Awaited<ReturnType<typeof work>> } | undefined
      try {
        await database.transaction(async (tx) => {
          result = { value: await work(tx) }
          throw new Undone()
        })
      } catch (error) {
        if (!(error instanceof Undone)) throw error
      }
      return result!.value
    },
  }
}

const cases = cartCallCases(newId)
test.each(cases)(
  'SPEED-15: $name answers the same bytes with facts in memory, cold and warm, as without',
  async ({ handler, input }) => {
    const { context, lines } = await guestWith(world.database, 6)
    const from = ids
    const answer = async (skus: SkuCache) => {
      ids = from
      const rates = { ...testRates(), skus }
      const reply = await runCall(handler, { ...context, rates, database: undoing(world.database) }, input(lines))
      return JSON.stringify(reply)
    }
    const without = await answer(noSkuCache)
    const cache = createSkuCache()
    const cold = await answer(cache)
    const warm = await answer(cache)
    expect([cold, warm]).toEqual([without, without])
  },
)
