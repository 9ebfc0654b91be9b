import { afterAll, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { developmentSettings, freePort, productionSettings, run, type Started, start, untilReady } from './server.ts'

const running: Started[] = []
const databases: TestDatabase[] = []
afterAll(async () => {
  await Promise.all(running.map((each) => each.stop()))
  await Promise.all(databases.map((each) => each.drop()))
})

const held = statement<{ shoppers: number; registries: number; cards: number; promotions: number; giftCards: number }>(
  'test.first-start',
  `select (select count(*)::int from shop.account where is_demo) as shoppers,
     (select count(*)::int from shop.registry) as registries, (select count(*)::int from shop.account_card) as cards,
     (select count(*)::int from shop.promo where is_demo) as promotions,
     (select count(*)::int from shop.gift_card where is_demo) as "giftCards"`,
)

async function open(url: string): Promise<Started> {
  const [gatewayPort, mailPort] = [await freePort(), await freePort()]
  const ports = { GATEWAY_PORT: String(gatewayPort), MAIL_SMTP_PORT: String(mailPort) }
  const started = await untilReady(await start({ ...developmentSettings, ...ports, DATABASE_URL: url }))
  running.push(started)
  return started
}

test('OPEN-111, SAFE-02, SAFE-03: the first start in development fills the shop and tells whom to sign in as; the next adds nothing, and production opens without it', async () => {
  const made = await createTestDatabase()
  databases.push(made)
  const first = await open(made.url)
  const expected = { shoppers: 4, registries: 12, cards: 9, promotions: 12, giftCards: 9 }
  expect(await made.database.row(held)).toEqual(expected)
  const told = /Shoppers of the demo \(password (demo-\S+)\):\n {2}nora\.new@example\.com /
  await expect.poll(() => first.said()).toMatch(told)
  await first.stop()
  const second = await open(made.url)
  await expect.poll(() => second.said()).toMatch(told)
  expect(told.exec(second.said())?.[1]).toBe(told.exec(first.said())?.[1])
  expect(await made.database.row(held)).toEqual(expected)
  await second.stop()

  const shop = { ...productionSettings, DATABASE_URL: made.url }
  const refused = await start(shop)
  running.push(refused)
  expect(await refused.ended).toBe(1)
  for (const line of ['gift card ending in 0001, 50.00 USD', 'promotion DEMOTEN', 'shopper vera.full@example.com'])
    expect(refused.said()).toContain(`  - ${line}\n`)
  expect(refused.said()).not.toContain('password')
  const removed = await run(['src/server/demo-cli.ts', 'remove'], shop)
  expect([removed.code, removed.said]).toEqual([0, expect.stringContaining('  shopper vera.full@example.com\n')])
  const opened = await untilReady(await start(shop))
  running.push(opened)
  expect(opened.said()).not.toMatch(/demo-|example\.com/)
  expect(await made.database.row(held)).toMatchObject({ shoppers: 0, registries: 0, cards: 0, promotions: 0 })
}, 120_000)
