import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { sku } from '#test/builders/catalog.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { createWorld, type World } from '#test/world.ts'
import { importStoredValue } from './stored-value-import.ts'
import { storedValueMac } from './stored-value-mac.ts'

const [first, second] = ['the first key of stored value, long enough', 'the second key of stored value, long enough']
const macOf = { first: storedValueMac(first), second: storedValueMac(second) }
const pin = '12345678'
const money = { amountCents: 2_000, currency: 'USD' }
const accountNumber = '8001234501'

const cards = statement<{ numberMac: Buffer; pinMac: Buffer; keyNo: number; cents: number }>(
  'test.cards',
  `select number_mac as "numberMac", pin_mac as "pinMac", key_no as "keyNo", balance_cents as cents from shop.gift_card
   where last4 = $1`,
)
const codes = statement<{ codeMac: Buffer; keyNo: number }>(
  'test.codes',
  'select code_mac as "codeMac", key_no as "keyNo" from shop.certificate where last4 = $1',
)
const accounts = statement<{ accountMac: Buffer; keyNo: number; cards: number; certificates: number }>(
  'test.accounts',
  `select account_number_mac as "accountMac", key_no as "keyNo",
     (select count(*)::int from shop.rewards_card c where c.account_number_mac = a.account_number_mac) as cards,
     (select count(*)::int from shop.certificate c where c.account_number_mac = a.account_number_mac) as certificates
   from shop.rewards_account a`,
)

/** A shop before, while both keys are known, and when the first was taken out; all on one database. */
let before: World
let between: World
let after: World
const worldWith = (storedValueKeys: readonly [string, ...string[]]) =>
  createWorld({
    on: { database: before.database, url: before.databaseUrl, drop: async () => undefined },
    config: { storedValueKeys },
  })
beforeAll(async () => {
  before = await createWorld({ config: { storedValueKeys: [first] } })
  between = await worldWith([second, first])
  after = await worldWith([second])
})
afterAll(async () => {
  await between.close()
  await after.close()
  await before.close()
})

async function take(keys: readonly [string, ...string[]], lines: readonly object[]) {
  const file = join(before.config.dataDir, 'stored-value.jsonl')
  writeFileSync(file, lines.map((line) => JSON.stringify(line)).join('\n'))
  return importStoredValue(before.database, file, storedValueMac(keys))
}
let made = 0
async function issueCard(): Promise<string> {
  made += 1
  const number = `600649123457${String(made).padStart(4, '0')}`
  await take([first], [{ kind: 'giftCard', number, pin, ...money }])
  return number
}
async function visitor(world: World): Promise<TestShopper> {
  const shopper = world.shopper()
  await shopper.call('cart', 'addItems', { items: [{ Sku: sku.mug, Quantity: 4 }] })
  return shopper
}
const apply = async (world: World, cardNumber: string, cardPin = pin) =>
  (await (await visitor(world)).call('tender', 'applyGiftCard', { cardNumber, cardPin })).isSuccess
const cardOf = async (number: string) => (await before.database.rows(cards, [number.slice(-4)]))[0]

describe('OPS-25: stored value under a new key', () => {
  test('OPS-25: a gift card of before pays and is rewritten; one that nobody asked for is unknown without the old key', async () => {
    const [used, unused] = [await issueCard(), await issueCard()]
    expect(await cardOf(used)).toMatchObject({ numberMac: macOf.first.number(used), keyNo: macOf.first.keyNo })
    expect([await apply(after, used), await apply(after, unused)]).toEqual([false, false])
    expect(await apply(between, used)).toBe(true)
    expect(await cardOf(used)).toEqual({
      ...{ numberMac: macOf.second.number(used), pinMac: macOf.second.pin(used, pin) },
      ...{ keyNo: macOf.second.keyNo, cents: 2_000 },
    })
    expect([await apply(after, used), await apply(after, unused)]).toEqual([true, false])
  })

  test('OPS-25: a wrong pin is wrong under each key, and leaves the right one as it was', async () => {
    const number = await issueCard()
    expect(await apply(between, number, '87654321')).toBe(false)
    expect(await cardOf(number)).toMatchObject({ pinMac: macOf.first.pin(number, pin), keyNo: macOf.first.keyNo })
    expect(await apply(between, number)).toBe(true)
    expect(await cardOf(number)).toMatchObject({ pinMac: macOf.second.pin(number, pin), keyNo: macOf.second.keyNo })
  })

  test('OPS-25: ten at once find one card', async () => {
    const number = await issueCard()
    expect(await Promise.all(Array.from({ length: 10 }, () => apply(between, number)))).toEqual(Array(10).fill(true))
    expect(await before.database.rows(cards, [number.slice(-4)])).toHaveLength(1)
  })

  test('OPS-25: a tender code of before is taken and rewritten, and taken off by its number', async () => {
    await take([first], [{ kind: 'tenderCode', code: 'TURNED25', ...money }])
    const shopper = await visitor(between)
    expect(await shopper.call('tender', 'applyTenderCode', { tenderCodeNumber: 'TURNED25' })).toMatchObject({
      isSuccess: true,
    })
    expect(await before.database.rows(codes, ['ED25'])).toEqual([
      { codeMac: macOf.second.code('TURNED25'), keyNo: macOf.second.keyNo },
    ])
    expect(await shopper.call('tender', 'removeTenderCode', { tenderCodeNumber: 'TURNED25' })).toMatchObject({
      isSuccess: true,
    })
  })

  test('OPS-25: a rewards account is found by its number, with its cards and certificates', async () => {
    const certificate = { kind: 'certificate', accountNumber, expiresOn: '2027-12-31', ...money }
    const report = await take(
      [first],
      [
        {
          kind: 'rewardsAccount',
          accountNumber,
          currency: 'USD',
          cards: ['fingerprint of card 1', 'fingerprint of card 2'],
        },
        { ...certificate, code: 'TURNREWARD1' },
        { ...certificate, code: 'TURNREWARD2' },
      ],
    )
    expect(report).toMatchObject({ faults: [], issued: 3 })
    const shopper = await visitor(between)
    expect(
      await shopper.call('reward', 'applyCartCertificate', { certificateNumber: 'TURNREWARD1', accountNumber }),
    ).toMatchObject({ isSuccess: true })
    expect(await before.database.rows(accounts)).toEqual([
      { accountMac: macOf.second.account(accountNumber), keyNo: macOf.second.keyNo, cards: 2, certificates: 2 },
    ])
  })

  test('OPS-25: a file that was taken before issues nothing twice, and its cards keep their balance', async () => {
    const lines = [
      { kind: 'giftCard', number: '6006491234589999', pin, ...money },
      { kind: 'tenderCode', code: 'TWICE25', ...money },
      { kind: 'rewardsAccount', accountNumber: '8001234502', currency: 'USD', cards: ['fingerprint of card 3'] },
      { kind: 'certificate', code: 'TWICEREWARD', accountNumber: '8001234502', expiresOn: '2027-12-31', ...money },
    ]
    expect(await take([first], lines)).toMatchObject({ faults: [], issued: 4 })
    expect(await take([second, first], lines)).toMatchObject({ faults: [], issued: 0, known: 4 })
    expect(await before.database.rows(cards, ['9999'])).toMatchObject([{ cents: 2_000 }])
    expect(await take([second], lines)).toMatchObject({ faults: [], issued: 0, known: 4 })
  })
})
