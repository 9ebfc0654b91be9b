import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { importStoredValue } from '#server/tender/stored-value-import.ts'
import { storedValueMac } from '#server/tender/stored-value-mac.ts'
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

let made = 0
/** A gift card of its own for a test; answers its number. Its pin is 12345678. */
async function issue(amountCents: number, currency = 'USD'): Promise<string> {
  made += 1
  const number = `600649123456${String(made).padStart(4, '0')}`
  await take({ kind: 'giftCard', number, pin: '12345678', amountCents, currency })
  return number
}

async function issueCode(amountCents: number, more: object = {}): Promise<string> {
  made += 1
  const code = `WELCOME${String(made).padStart(4, '0')}`
  await take({ kind: 'tenderCode', code, amountCents, currency: 'USD', ...more })
  return code
}

async function take(...lines: readonly object[]) {
  const file = join(world.config.dataDir, 'stored-value.jsonl')
  writeFileSync(file, lines.map((line) => JSON.stringify(line)).join('\n'))
  return importStoredValue(world.database, file, storedValueMac(world.config.secret))
}

async function withMugs(quantity = 4): Promise<TestShopper> {
  const shopper = world.shopper()
  await add(shopper, item(sku.mug, quantity))
  return shopper
}

const families = [
  ['applyGiftCard', 'removeGiftCard'],
  ['providerApplyGiftCard', 'providerRemoveGiftCard'],
] as const
const refusedText = 'We could not apply this gift card. Please check its number and PIN.'
const apply = (shopper: TestShopper, cardNumber: string, cardPin = '12345678') =>
  shopper.call('tender', 'applyGiftCard', { cardNumber, cardPin })

const balances = statement<{ balance: number; held: number }>(
  'test.gift-card-balance',
  'select balance_cents as balance, held_cents as held from shop.gift_card where number_mac = $1',
)
const balanceOf = (number: string) => world.database.row(balances, [storedValueMac(world.config.secret).number(number)])

describe('gift cards', () => {
  test.each(families)(
    'TENDER-02, TENDER-03, CALL-40, CALL-41, CALL-47, CALL-48: %s lowers what is due, %s gives it back',
    async (applying, removing) => {
      const number = await issue(1_000)
      const shopper = await withMugs()
      const { orderSummary: before } = (await shopper.call('checkout', 'refreshCheckout', {})) as {
        orderSummary: { amountDue: number; total: number }
      }
      const applied = await shopper.call('tender', applying, { cardNumber: number, cardPin: '12345678' })
      expect(applied).toMatchObject({ isSuccess: true, errorMessage: '', isPaymentNeeded: true })
      expect(applied.orderSummary).toMatchObject({ amountDue: before.amountDue - 1_000, giftCardsTotal: 1_000 })
      const removed = await shopper.call('tender', removing, { cardNumber: number })
      expect(removed).toMatchObject({ isSuccess: true, giftCards: [] })
      expect(removed.orderSummary.amountDue).toBe(before.amountDue)
    },
  )

  test('OPEN-73, TENDER-10: the answer has a reference and the last four digits, and the reference takes it off', async () => {
    const number = await issue(1_000)
    const shopper = await withMugs()
    const reply = await apply(shopper, `${number.slice(0, 4)} ${number.slice(4)}`)
    const [card] = reply.giftCards
    expect(card).toEqual({
      cardNumber: card?.cardNumber,
      displayNumber: number.slice(-4),
      appliedAmount: 1_000,
      balance: 1_000,
    })
    expect(reply.tenderCodesData).toEqual({ tenderCodes: [], giftCards: reply.giftCards })
    expect(JSON.stringify(reply)).not.toContain(number)
    expect(JSON.stringify(await shopper.call('checkout', 'refreshCheckout', {}))).not.toContain(number)
    const removed = await shopper.call('tender', 'removeGiftCard', { cardNumber: card?.cardNumber ?? '' })
    expect(removed).toMatchObject({ isSuccess: true, giftCards: [] })
  })

  test('TENDER-04, TENDER-12: the lower of balance and amount due is applied, the balance stays until the order', async () => {
    const shopper = await withMugs()
    const number = await issue(500_000)
    const reply = await apply(shopper, number)
    const { total } = reply.orderSummary
    expect(reply.giftCards).toMatchObject([{ appliedAmount: total, balance: 500_000 }])
    expect(reply.orderSummary.amountDue).toBe(0)
    expect(reply.isPaymentNeeded).toBe(false)
    expect(await balanceOf(number)).toEqual({ balance: 500_000, held: 0 })
  })

  test('TENDER-12: one cent short, and payment is still needed', async () => {
    const shopper = await withMugs()
    const { orderSummary } = await apply(shopper, await issue(1))
    const reply = await apply(shopper, await issue(orderSummary.amountDue - 1))
    expect(reply.orderSummary.amountDue).toBe(1)
    expect(reply.isPaymentNeeded).toBe(true)
  })

  test('TENDER-11: several are used in the order applied and never exceed the total', async () => {
    const shopper = await withMugs()
    const first = await apply(shopper, await issue(2_000))
    const reply = await apply(shopper, await issue(100_000))
    expect(reply.giftCards.map((card) => card.appliedAmount)).toEqual([2_000, first.orderSummary.amountDue])
    expect(reply.orderSummary.amountDue).toBe(0)
  })

  test('a card applied twice is there once', async () => {
    const number = await issue(1_000)
    const shopper = await withMugs()
    await apply(shopper, number)
    expect((await apply(shopper, number)).giftCards).toHaveLength(1)
  })

  test('OPEN-73: unknown, wrong pin, badly written, empty and of another currency get the same text', async () => {
    const empty = await issue(1_000)
    await world.database.count(
      statement('test.empty-card', "update shop.gift_card set status = 'empty' where number_mac = $1"),
      [storedValueMac(world.config.secret).number(empty)],
    )
    const attempts: readonly (readonly [string, string])[] = [
      ['6006999999999999', '12345678'],
      [await issue(1_000), '87654321'],
      ['6006', '12345678'],
      [await issue(1_000), 'abcd'],
      [empty, '12345678'],
      [await issue(1_000, 'CAD'), '12345678'],
    ]
    const shopper = await withMugs()
    for (const [number, pin] of attempts) {
      const reply = await apply(shopper, number, pin)
      expect(reply).toMatchObject({ isSuccess: false, errorMessage: refusedText, giftCards: [] })
    }
  })

  test('OPEN-73: after five wrong pins the right one is refused too; a right one before forgets the wrong ones', async () => {
    const number = await issue(1_000)
    const shopper = await withMugs()
    for (let nth = 0; nth < 4; nth += 1) await apply(shopper, number, '1111')
    expect((await apply(shopper, number)).isSuccess).toBe(true)
    await shopper.call('tender', 'removeGiftCard', { cardNumber: number })
    for (let nth = 0; nth < 5; nth += 1) await apply(shopper, number, '1111')
    expect(await apply(shopper, number)).toMatchObject({ isSuccess: false, errorMessage: refusedText })
  })

  test('OPEN-73: wrong pins tried at once from many sessions count each, so five lock the number', async () => {
    const number = await issue(1_000)
    const thieves = await Promise.all(Array.from({ length: 8 }, () => withMugs(1)))
    await Promise.all(thieves.map((thief) => apply(thief, number, '0000')))
    expect((await apply(await withMugs(), number)).isSuccess).toBe(false)
  })

  test('OPEN-73: a session that has tried twenty times is slowed, whatever it sends', async () => {
    const number = await issue(1_000)
    const shopper = await withMugs()
    for (let nth = 0; nth < 20; nth += 1) await apply(shopper, `60069999999999${String(nth).padStart(2, '0')}`)
    const reply = await apply(shopper, number)
    expect(reply).toMatchObject({
      isSuccess: false,
      errorMessage: 'Too many tries. Please wait a few minutes and try again.',
    })
  })

  describe('SAFE-55: the limit of all shoppers together', () => {
    const tooMany = { isSuccess: false, errorMessage: 'Too many tries. Please wait a few minutes and try again.' }
    const useUp = statement('test.use-up', `update throttle set tokens = 0 where bucket = 'stored-value-all'`)
    const alarms = statement<{ kind: string; facts: object }>(
      'test.alarms',
      `select kind, facts from alarm where kind = 'stored-value-testing'`,
    )
    const order = statement(
      'test.order',
      `with bought as (update cart set state = 'ordered' where shopper_id = $1)
       insert into orders (shopper_id, order_id, cart_id, attempt, order_number, brand, country, currency, state, settled_at,
         cart_version, total_cents, stored_value_cents, card_due_cents, facts, summary, recipients)
       select shopper_id, gen_random_uuid(), cart_id, 1, 'AAAA-AAAA-AAAA', brand, country, currency, 'placed', now(),
         1, 0, 0, 0, '{}', '{}', '[]' from cart where shopper_id = $1`,
    )

    /** Others have used it up. */
    async function guessCodes() {
      await world.database.count(statement('test.forget', 'delete from throttle'))
      await apply(await withMugs(), '6006999999999999')
      expect(await world.database.count(useUp)).toBe(1)
    }
    const wrong = (shopper: TestShopper) => apply(shopper, '6006999999999999')

    test('SAFE-55: past it a new guest still applies her card, and a person is told', async () => {
      await guessCodes()
      expect(await apply(await withMugs(), await issue(1_000))).toMatchObject({ isSuccess: true })
      const [alarm] = await world.database.rows(alarms)
      expect(alarm).toEqual({
        kind: 'stored-value-testing',
        facts: { triesInAnHour: 5_000, requestId: expect.any(String) },
      })
    })

    test('SAFE-55: past it a guest has 5 tries where she had 20; a member, and who has ordered, has them all', async () => {
      await guessCodes()
      const guest = await withMugs()
      for (let nth = 0; nth < 5; nth += 1) expect(await wrong(guest)).not.toMatchObject(tooMany)
      expect(await wrong(guest)).toMatchObject(tooMany)

      await guessCodes()
      const { shopper: member } = await newMember(world)
      await add(member, item(sku.mug, 4))
      const buyer = await withMugs()
      const { shopperId } = (await world.shop.sessions.find(buyer.cookies.get('sid'))) ?? { shopperId: '' }
      expect(await world.database.count(order, [shopperId])).toBe(1)
      await add(buyer, item(sku.mug, 4))
      for (const known of [member, buyer]) {
        for (let nth = 0; nth < 19; nth += 1) expect(await wrong(known)).not.toMatchObject(tooMany)
        expect(await apply(known, await issue(1_000))).toMatchObject({ isSuccess: true })
      }
    })
  })

  test('one that is not applied cannot be taken off', async () => {
    const shopper = await withMugs()
    const reply = await shopper.call('tender', 'removeGiftCard', { cardNumber: await issue(1_000) })
    expect(reply).toMatchObject({
      isSuccess: false,
      errorMessage: 'This gift card or code is not applied to your order.',
    })
  })
})

describe('tender codes', () => {
  test('TENDER-07, CALL-42, CALL-43: applied codes are in tenderCodesData, the total due changes and changes back', async () => {
    const code = await issueCode(500)
    const shopper = await withMugs()
    const applied = await shopper.call('tender', 'applyTenderCode', { tenderCodeNumber: code.toLowerCase() })
    expect(applied.isSuccess).toBe(true)
    expect(applied.orderSummary.tenderCodesTotal).toBe(500)
    const [tender] = applied.tenderCodesData.tenderCodes
    expect(tender).toEqual({ tenderCodeNumber: code.slice(-4), appliedAmount: 500 })
    const removed = await shopper.call('tender', 'removeTenderCode', {
      tenderCodeNumber: tender?.tenderCodeNumber ?? '',
    })
    expect(removed).toMatchObject({ isSuccess: true, tenderCodesData: { tenderCodes: [], giftCards: [] } })
    expect(removed.orderSummary.amountDue).toBe(applied.orderSummary.amountDue + 500)
  })

  test('TENDER-07: an unknown, an ended and a badly written code are refused alike', async () => {
    const shopper = await withMugs()
    const ended = await issueCode(500, { endsAt: '2020-01-01T00:00:00Z' })
    for (const tenderCodeNumber of ['NOSUCHCODE', ended, '!']) {
      const reply = await shopper.call('tender', 'applyTenderCode', { tenderCodeNumber })
      expect(reply).toMatchObject({ isSuccess: false, errorMessage: 'We could not apply this code. Please check it.' })
    }
  })
})

describe('issuing', () => {
  test('a file with a bad line issues nothing, and no fault tells a number', async () => {
    const number = '6006491299990001'
    const { faults, issued } = await take(
      { kind: 'giftCard', number, pin: '12345678', amountCents: 100, currency: 'USD' },
      { kind: 'giftCard', number: '6006', pin: '1', amountCents: 0, currency: 'EUR' },
    )
    expect(issued).toBe(0)
    expect(new Set(faults.map(({ line, field }) => `${line} ${field}`))).toEqual(
      new Set(['2 number', '2 pin', '2 amountCents', '2 currency']),
    )
    expect(await balanceOf(number)).toBeUndefined()
  })

  test('OPEN-53: a certificate of an unknown rewards account is named by line and field, and nothing is issued', async () => {
    const certificate = { kind: 'certificate', amountCents: 500, currency: 'USD', expiresOn: '2027-12-31' }
    const card = { kind: 'giftCard', number: '6006491299990003', pin: '12345678', amountCents: 100, currency: 'USD' }
    const { faults, issued } = await take(
      card,
      { ...certificate, code: 'KNOWN00001', accountNumber: '9555 0000 01' },
      { ...certificate, code: 'STRANGE001', accountNumber: '9555 0000 02' },
      { kind: 'rewardsAccount', accountNumber: '9555 0000 01', currency: 'USD' },
    )
    expect(issued).toBe(0)
    expect(faults).toEqual([
      {
        line: 3,
        field: 'accountNumber',
        message: 'there is no such rewards account, neither in the shop nor in this file',
      },
    ])
    expect(await balanceOf(card.number)).toBeUndefined()
  })

  test('the same card again keeps its balance', async () => {
    const line = { kind: 'giftCard', number: '6006491299990002', pin: '12345678', amountCents: 100, currency: 'USD' }
    expect(await take(line)).toMatchObject({ issued: 1, known: 0 })
    expect(await take({ ...line, amountCents: 900 })).toMatchObject({ issued: 0, known: 1 })
    expect(await balanceOf(line.number)).toEqual({ balance: 100, held: 0 })
  })
})
