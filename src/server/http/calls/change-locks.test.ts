import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { add, item } from '#test/builders/cart-calls.ts'
import { sku } from '#test/builders/catalog.ts'
import { newMember } from '#test/builders/member.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const lockCarts = statement('test.lock-carts', 'select from shop.cart for update')
const takeKey = statement(
  'test.take-key',
  `insert into shop.request_key (shopper_id, key, method_path, request_sha256, lease_until)
   select distinct shopper_id, 'refused-key', '', ''::bytea, now() from shop.cart`,
)
const waiting = statement<{ query: string }>(
  'test.waiting',
  'select query from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0',
)
const endedBy = (what: string) => async (shopper: TestShopper) => {
  const hash = createHash('sha256')
    .update(shopper.cookies.get('sid') ?? '')
    .digest()
  const end = statement(`test.end-${what}`, `update shop.session set ${what} where token_sha256 = $1`)
  expect(await world.database.count(end, [hash])).toBe(1)
  return shopper.token()
}

const refused = {
  'whose session was revoked': endedBy('revoked_at = now()'),
  'whose session has ended': endedBy("ends_at = now() - interval '1 second'"),
  'with the token of another session': async () => {
    const another = world.shopper()
    await add(another, item(sku.mug))
    return another.token()
  },
  'without a token': async () => '',
  'whose session is of another store': async (shopper: TestShopper) => shopper.token(),
}
const elsewhere = 'cb2-ca.localhost:3000'

describe('SPEED-03: who is refused waits for no lock, and holds none', () => {
  const cases = Object.entries(refused).flatMap(([why, make]) => [
    ['guest', why, make] as const,
    ['member', why, make] as const,
  ])
  test.each(cases)('SPEED-03: a %s %s, while another holds her cart and her key', async (kind, why, make) => {
    const shopper = kind === 'member' ? (await newMember(world)).shopper : world.shopper()
    await add(shopper, item(sku.mug))
    const lineItemId = (await shopper.call('cart', 'getCartJsx', {})).lineItems[0]?.id ?? ''
    const host = why === 'whose session is of another store' ? { host: elsewhere } : {}
    const headers = { ...host, requestverificationtoken: await make(shopper), 'idempotency-key': 'refused-key' }
    await world.database
      .transaction(async (tx) => {
        await tx.rows(lockCarts)
        await tx.count(takeKey)
        let isAnswered = false
        const answering = shopper
          .rawCall('cart', 'updateItem', { lineItemId, quantity: 3 }, { headers })
          .finally(() => {
            isAnswered = true
          })
        // one that waits is refused all the same once it may wait no longer: it is seen here before, many times
        const seen: unknown[] = []
        while (!isAnswered) seen.push(...(await world.database.rows(waiting)))
        const answer = await answering
        expect(seen).toEqual([])
        expect([answer.statusCode, answer.json()]).toEqual([200, { IsReset: true }])
        throw new Error('nothing of this is kept')
      })
      .catch((error: Error) => expect(error.message).toBe('nothing of this is kept'))
  })
})
