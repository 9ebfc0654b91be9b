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

const reads = [
  ['cart', 'getCartJsx', 'Stoneware Mug'],
  ['cart', 'getHeaderCounts', '"basketCount":1'],
  ['checkout', 'refreshCheckout', 'Stoneware Mug'],
] as const

describe.each(reads)('%s.%s', (topic, name, told) => {
  test('is read while the session of its guest is checked', async () => {
    const guest = await guestWithCart()
    let body = ''
    const asked = await statementsOf(world.database, async () => {
      body = (await guest.rawCall(topic, name, {})).body
    })
    expect(asked.filter((each) => each === 'session.find')).toHaveLength(1)
    expect(body).toContain(told)
  })

  test('tells a member of hers, and reads nothing before she is known', async () => {
    const { shopper } = await newMember(world)
    await add(shopper, item(sku.mug))
    const asked = await statementsOf(world.database, async () => {
      expect((await shopper.rawCall(topic, name, {})).body).toContain(told)
    })
    expect(asked[0]).toBe('session.find')
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
