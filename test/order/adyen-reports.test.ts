import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { readHeldRounds } from '#server/order/books/reconcile-round-store.ts'
import { takeReport } from '#server/order/books/take-report.ts'
import { sku } from '#test/builders/catalog.ts'
import { reportName as name, openAtAdyen, reportOf, reportRow } from '#test/order/adyen-deps.ts'
import { booksCommand } from '#test/order/command.ts'
import { cardToken, gatewayBooks } from '#test/order/gateway.ts'
import { insertCart } from '#test/order/insert-cart.ts'
import { order } from '#test/order/place.ts'

const atAdyen = statement(
  'test.at-adyen',
  "update shop.payment set provider = 'adyen', sent_at = '2026-03-02T12:00:00Z'",
)
const givenUp = statement(
  'test.given-up',
  `with p as (update shop.payment set state = 'refused', provider_ref = null, provider = 'adyen')
   update shop.orders set state = 'refused'`,
)

let at: Awaited<ReturnType<typeof openAtAdyen>>
beforeEach(async () => {
  at = await openAtAdyen()
})
afterEach(() => at.close())

describe('OPS-30: as a list', () => {
  test('OPS-30: money of an order that was given up is cancelled within the cap, and told', async () => {
    const tokens = [await cardToken(at.world)]
    const { shopperId } = await insertCart(at.world.database, { lines: [{ sku: sku.mug, quantity: 1 }], tokens })
    expect(await order(at.world.shop.orders, shopperId)).toMatchObject({ kind: 'placed' })
    const [held] = await gatewayBooks(at.world)
    await at.world.database.count(givenUp)
    const { reference = '', psp = '', amount = 0 } = held ?? {}
    const text = reportOf([reportRow({ psp, reference, cents: (amount / 100).toFixed(2) })])
    expect(await at.take(text)).toMatchObject({ state: 'compared', round: { orphans: [reference], held: [] } })
    expect(await at.stateAtStandIn(reference)).toBe('voided')
    expect(await at.kinds()).toEqual(['charge-of-refused-order'])
    expect(await at.take(text)).toMatchObject({ round: { orphans: [] } })
  })

  test('OPS-30: it tells of placed orders that it does not hold, of other amounts, and counts what is of others', async () => {
    const tokens = [await cardToken(at.world)]
    const { shopperId } = await insertCart(at.world.database, { lines: [{ sku: sku.mug, quantity: 1 }], tokens })
    await order(at.world.shop.orders, shopperId)
    await at.world.database.count(atAdyen)
    const [{ reference = '', psp = '', amount = 0 } = {}] = await gatewayBooks(at.world)
    expect(await at.take(reportOf([reportRow({})]))).toMatchObject({
      round: { isCompared: ['2026-03-02'], missing: [reference], differing: [], foreign: 1 },
    })
    expect(await at.take(reportOf([reportRow({ psp, reference, cents: '1.00' })]))).toMatchObject({
      round: { missing: [], differing: [reference] },
    })
    const right = [reportRow({ psp, reference, cents: (amount / 100).toFixed(2) })]
    expect(await at.take(reportOf(right))).toMatchObject({
      round: { compared: 1, missing: [], differing: [], held: [], orphans: [], foreign: 0 },
    })
  })

  test('OPS-30: what a later line, or a later report, says was given back is no orphan', async () => {
    const reference = at.ours()
    const lines = [reportRow({ reference }), reportRow({ reference, type: 'Cancelled', at: '2026-03-02 13:00:00' })]
    expect(await at.take(reportOf(lines))).toMatchObject({ round: { held: [] } })
    expect(await at.take(reportOf([lines[0] ?? '']))).toMatchObject({ round: { held: [reference] } })
    expect(await at.take(reportOf([lines[1] ?? '']))).toMatchObject({ round: { held: [] } })
  })

  test.each<[string, (good: string) => string, string]>([
    [
      'an unknown column',
      (good) => good.replace('Payment Method', 'Card Number'),
      'has columns that are not known: Card Number',
    ],
    ['a missing column', (good) => good.replaceAll(/,[^,\n]*$/gm, ''), 'has no columns Captured (PC)'],
    ['no header', (good) => good.slice(good.indexOf('\n') + 1), 'has columns that are not known: '],
    [
      'a torn line',
      (good) => good.slice(0, good.lastIndexOf(',')),
      'does not end with the end of a line: it is cut off',
    ],
    [
      'a line torn in the middle',
      (good) => good.replace(/,visa,[^\n]*\n(?=[^\n]*\n$)/, '\n'),
      'fields, not 14: it is cut off',
    ],
    ['a quote without its end', (good) => good.replace(/"([^"]*)",visa/, '"$1,visa'), 'has a quote without its end'],
    [
      'another merchant account',
      (good) => `${good + reportRow({ account: 'Other' })}\n`,
      'is of another merchant account',
    ],
    ['an amount that is none', (good) => `${good + reportRow({ cents: '5O.00' })}\n`, 'cannot be read'],
    ['a date that is none', (good) => `${good + reportRow({ at: '02/03/2026' })}\n`, 'cannot be read'],
    [
      'a time zone nobody knows',
      (good) => `${good + reportRow({ zone: 'XYZ' })}\n`,
      'is of a time zone that is not known',
    ],
    ['no lines', (good) => good.slice(0, good.indexOf('\n') + 1), 'has no lines'],
    ['nothing', () => '', 'has no lines'],
  ])('OPS-30: a report with %s is refused with an alarm, and changes nothing', async (_what, spoil, why) => {
    const text = spoil(reportOf([reportRow({ psp: 'PSPORPHAN', reference: at.ours() })]))
    expect(await at.take(text)).toMatchObject({ state: 'refused', why: expect.stringContaining(why) })
    expect(await at.kinds()).toEqual(['report-refused'])
    expect([await at.reported(), await readHeldRounds(at.world.database)]).toEqual([[], []])
  })

  test('OPS-30: a report above 200 MB is refused with an alarm, and never held in memory', async () => {
    const start = reportOf([reportRow({ reference: at.ours() })])
    const piece = `${reportRow({ type: 'Received' }).replace('visa', 'v'.repeat(15_000))}\n`.repeat(10)
    async function* endless() {
      yield Buffer.from(start)
      for (;;) yield Buffer.from(piece)
    }
    const before = process.memoryUsage().rss
    const taken = await takeReport(
      { ...at.deps, merchantAccount: at.world.config.gateway.merchantAccount },
      name,
      endless(),
    )
    expect(taken).toEqual({ state: 'refused', why: 'is larger than 200 MB' })
    expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000)
    expect(await at.kinds()).toEqual(['report-refused'])
    expect(await at.reported()).toEqual([])
  })
})

describe('OPS-30: by hand', () => {
  const settings = () => ({
    ...{ ADYEN_API_KEY: 'key', ADYEN_CLIENT_KEY: 'test_client', PAYMENT_PROVIDER_ENABLE_ADYEN: 'true' },
    ...{ ADYEN_MERCHANT_ACCOUNT: at.world.config.gateway.merchantAccount, ADYEN_HMAC_KEY: 'ab'.repeat(32) },
    GATEWAY_ORIGIN: '',
  })
  const command = (...words: string[]) => booksCommand('reconcile', { ...at.world, settings: settings() }, ...words)
  function file(text: string): string {
    const path = join(at.world.config.dataDir, name)
    writeFileSync(path, text)
    return path
  }

  test('OPS-30: payments:reconcile -- --report FILE tells the orphan, the days and the round that waits', async () => {
    const reference = at.ours()
    const { status, out, said } = await command('--report', file(reportOf([reportRow({ reference })])))
    expect(said).toContain('Compared 1 payments of 2026-03-02 to 2026-03-02; 0 of other shops were left alone.')
    expect(said).toMatch(/Round \d+ would give back 1 payments and waits for you: --release \d+/)
    expect([status, JSON.parse(out)]).toEqual([1, { kind: 'held', reference }])
    expect((await command('--report', file(reportOf([])))).status).toBe(1)
  })

  test('OPS-30: a bad report, none, and a processor that has a list are said, and change nothing', async () => {
    const torn = await command('--report', file(reportOf([reportRow({ reference: at.ours() })]).slice(0, -3)))
    expect([torn.status, torn.said]).toEqual([
      2,
      `${name} does not end with the end of a line: it is cut off. Nothing was changed.\n`,
    ])
    expect(await at.kinds()).toEqual(['report-refused'])
    expect((await command('--report', 'none.csv')).said).toContain('There is no file none.csv.')
    const listed = await booksCommand('reconcile', at.world, '--report', file(reportOf([])))
    expect([listed.status, listed.said]).toEqual([
      2,
      'The card processor has a list of its payments: no report is needed.\n',
    ])
    expect(await at.reported()).toEqual([])
  })
})
