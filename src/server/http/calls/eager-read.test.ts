import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { add, item } from '#test/builders/cart-calls.ts'
import { sku } from '#test/builders/catalog.ts'
import { newMember } from '#test/builders/member.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { statementsOf } from '#test/builders/statements.ts'
import { createWorld, type World } from '#test/world.ts'

const sessionsOf = (what: string) => statement(`test.${what}`, `update shop.session set ${what}`)

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

async function guestWithCart(): Promise<TestShopper> {
  const guest = world.shopper()
  await add(guest, item(sku.mug))
  return guest
}

const cutWaiting = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`

const reads = [
  ['cart', 'getCartJsx', 'Stoneware Mug', 'session.find+cart.load-to-price'],
  ['cart', 'getHeaderCounts', '"basketCount":1', 'session.find+cart.header-counts'],
  ['checkout', 'refreshCheckout', 'Stoneware Mug', 'session.find+checkout.load'],
] as const
type First = (typeof reads)[number][3]

describe.each(reads)('%s.%s', (topic, name, told, first) => {
  // what her account holds comes with her checkout
  const ofMember = (of: First) => (name === 'refreshCheckout' ? 'session.find+checkout.load-of-member' : of)

  test('is read by the statement that finds the session of its guest', async () => {
    const guest = await guestWithCart()
    let body = ''
    const asked = await statementsOf(world.database, async () => {
      body = (await guest.rawCall(topic, name, {})).body
    })
    expect(asked.filter((each) => each.startsWith('session.find'))).toEqual([first])
    expect(body).toContain(told)
  })

  test('tells a member of hers by the statement that finds her session', async () => {
    const { shopper } = await newMember(world)
    await add(shopper, item(sku.mug))
    const asked = await statementsOf(world.database, async () => {
      expect((await shopper.rawCall(topic, name, {})).body).toContain(told)
    })
    expect(asked.filter((each) => each.startsWith('session.find'))).toEqual([ofMember(first)])
  })

  test('tells nothing to a member whose session was ended, or is of another store', async () => {
    for (const what of ['revoked_at = now()', "seen_at = now() - interval '12 hours'", "country = 'CA'"]) {
      const { shopper } = await newMember(world)
      await add(shopper, item(sku.mug))
      await world.database.count(sessionsOf(what))
      const answer = await shopper.rawCall(topic, name, {})
      expect([what, answer.json()]).toEqual([what, { IsReset: true }])
    }
  })

  test('waits for the session of a member whose cookie is from before they told her id', async () => {
    const { shopper, email } = await newMember(world)
    await add(shopper, item(sku.mug))
    const old = randomBytes(32).toString('base64url')
    await world.database.count(
      statement(
        'test.old-cookie',
        `update shop.session set token_sha256 = sha256($1::bytea)
         where auth = 'member' and shopper_id = (select shopper_id from shop.account where email = $2)`,
      ),
      [Buffer.from(old), email],
    )
    const asked = await statementsOf(world.database, async () => {
      expect((await shopper.rawCall(topic, name, {}, { cookies: { sid: old } })).body).toContain(told)
    })
    expect(asked.slice(0, 2)).toEqual(['session.find', ofMember(first).slice('session.find+'.length)])
  })

  test('tells nothing to who has a session that was ended, and nothing of the guest that a member was', async () => {
    const guest = await guestWithCart()
    await world.database.count(sessionsOf('revoked_at = now()'))
    expect((await guest.rawCall(topic, name, {})).json()).toEqual({ IsReset: true })
  })

  test('goes by the row of a session where it says otherwise than the cookie', async () => {
    const [guest, other] = [await guestWithCart(), world.shopper()]
    await add(other, item(sku.mug, 3))
    const answer = await other.rawCall(topic, name, {})
    const ids = await world.database.rows(
      statement<{ shopper_id: string }>(
        'test.newest',
        'select shopper_id from shop.session order by seen_at desc limit 1',
      ),
    )
    await world.database.count(
      statement('test.hand-over', 'update shop.session set shopper_id = $1 where revoked_at is null'),
      [ids[0]?.shopper_id],
    )
    expect((await guest.rawCall(topic, name, {})).json()).toEqual(answer.json())
  })

  test('is read again when its connection is cut meanwhile', async () => {
    const guest = await guestWithCart()
    const holder = new pg.Client({ connectionString: world.databaseUrl })
    await holder.connect()
    await holder.query('begin; lock table shop.session in access exclusive mode')
    const answer = guest.rawCall(topic, name, {})
    const cut = async () => (await holder.query(cutWaiting)).rowCount
    await expect.poll(cut).toBe(1)
    await holder.end()
    expect((await answer).body).toContain(told)
  })

  test('asks the database nothing for a cookie that nobody signed', async () => {
    const guest = await guestWithCart()
    const [[cookie, value] = ['', '']] = [...guest.cookies]
    const forged = `${value.slice(0, -2)}${value.endsWith('AA') ? 'BB' : 'AA'}`
    const asked = await statementsOf(world.database, async () => {
      expect((await guest.rawCall(topic, name, {}, { cookies: { [cookie]: forged } })).json()).toEqual({
        IsReset: true,
      })
    })
    expect(asked).toEqual([])
  })
})
