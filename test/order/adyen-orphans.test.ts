import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { reconcile, releaseRound } from '#server/order/books/reconcile.ts'
import { readHeldRounds } from '#server/order/books/reconcile-round-store.ts'
import { takeReadyReports } from '#server/order/books/take-report.ts'
import { receiveWebhook } from '#server/order/payment/receive-webhook.ts'
import { createReportSource } from '#server/providers/card-gateway/report-source.ts'
import { reportName as name, openAtAdyen, reportOf, reportRow } from '#test/order/adyen-deps.ts'
import { allWorkedOff, signedWebhook } from '#test/order/webhook.ts'

const since = new Date('2026-01-01T00:00:00Z')
const reports = statement<{ name: string; state: string }>(
  'test.reports',
  'select name, state from shop.payment_report',
)
const otherServer = statement(
  'test.other-server',
  "update shop.installation set system_identifier = '1', seen_at = now()",
)

let at: Awaited<ReturnType<typeof openAtAdyen>>
beforeEach(async () => {
  at = await openAtAdyen()
})
afterEach(() => at.close())

async function receive(event: string, reference: string, more: Parameters<typeof signedWebhook>[3], amount = 5_000) {
  expect(await receiveWebhook(at.deps, signedWebhook(at.world, event, { reference, amount }, more))).toBe(200)
  await allWorkedOff(at.world, at.deps)
}

describe('OPS-30: by a signed webhook event', () => {
  test('OPS-30: an authorization of our installation without a payment waits in a round, and is cancelled by its pspReference when it is released', async () => {
    const { reference, psp } = await at.charge()
    await receive('AUTHORISATION', reference, { psp })
    expect(await reconcile(at.deps, since)).toMatchObject({ isCompared: false, orphans: [], held: [reference] })
    expect(await at.kinds()).toEqual(['notice-of-unknown-payment', 'reconcile-held'])
    expect(await at.stateAtStandIn(reference)).toBe('authorized')

    const [round] = await readHeldRounds(at.world.database)
    expect(await releaseRound(at.deps, round?.roundId ?? 0)).toMatchObject({
      state: 'released',
      answers: [{ reference, providerRef: psp, answer: 'accepted' }],
    })
    expect(await at.stateAtStandIn(reference)).toBe('voided')
    expect(await reconcile(at.deps, since)).toMatchObject({ orphans: [], held: [] })
  })

  test('OPS-30: in hold it is listed, and no round of it is released', async () => {
    const { reference, psp } = await at.charge()
    await receive('AUTHORISATION', reference, { psp })
    await at.world.database.count(otherServer)
    expect(await reconcile(at.deps, since)).toMatchObject({ orphans: [], held: [reference] })
    const [round] = await readHeldRounds(at.world.database)
    expect(await releaseRound(at.deps, round?.roundId ?? 0)).toEqual({ state: 'onHold' })
    expect(await at.stateAtStandIn(reference)).toBe('authorized')
  })

  test('OPS-30: what Adyen says was cancelled since is no orphan; what could not be cancelled is one again', async () => {
    const { reference, psp } = await at.charge()
    await receive('AUTHORISATION', reference, { psp })
    await reconcile(at.deps, since)
    const [round] = await readHeldRounds(at.world.database)
    await releaseRound(at.deps, round?.roundId ?? 0)
    await receive('CANCELLATION', reference, { psp: 'CANCEL1', original: psp, success: 'false' })
    expect(await reconcile(at.deps, since)).toMatchObject({ held: [reference] })
    await receive('CANCELLATION', reference, { psp: 'CANCEL2', original: psp })
    expect(await reconcile(at.deps, since)).toMatchObject({ held: [] })
  })

  test('OPS-30: a refused one, one of another shop and one that is told twice make nothing, nothing and one', async () => {
    await receive('AUTHORISATION', at.ours(), { psp: 'REFUSED1', success: 'false' })
    await receive('AUTHORISATION', 'describe.1', { psp: 'OTHER1' })
    expect(await at.reported()).toEqual([])
    const { reference, psp } = await at.charge()
    await receive('AUTHORISATION', reference, { psp })
    await receive('AUTHORISATION', reference, { psp })
    expect(await at.reported()).toEqual([{ reference, source: 'event', state: 'authorized' }])
  })
})

describe('OPS-30: by a report that Adyen says is ready', () => {
  const ready = (url: string, reportName = name) => receive('REPORT_AVAILABLE', '', { psp: reportName, reason: url }, 0)
  const address = (origin = at.world.gatewayOrigin) =>
    `${origin}/reports/download/MerchantAccount/${at.world.config.gateway.merchantAccount}/${name}`

  async function serving(listener: RequestListener) {
    const server = createServer(listener)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const { merchantAccount, apiKey } = at.world.config.gateway
    const source = { environment: 'test', merchantAccount, reportKey: apiKey, origin, silenceMs: 500 } as const
    at = { ...at, deps: { ...at.deps, reports: createReportSource(source) } }
    return { origin, close: () => server.close().closeAllConnections() }
  }
  const nothingChanged = async () => {
    expect(await at.reported()).toEqual([])
    expect(await reconcile(at.deps, since)).toMatchObject({ isCompared: false, held: [], orphans: [] })
  }
  const refusals = async () => (await at.alarms()).map(({ kind, key, facts }) => [kind, key, facts.fault] as const)

  test('OPS-30: it is downloaded and compared once, says which days are covered, and its orphan is cancelled when a person says so', async () => {
    const { reference } = await at.charge()
    await ready(address())
    await takeReadyReports(at.deps)
    expect(await reconcile(at.deps, since)).toMatchObject({ isCompared: ['2026-03-02'], held: [reference] })
    expect(await at.world.database.rows(reports)).toEqual([{ name, state: 'read' }])
    const [round] = await readHeldRounds(at.world.database)
    await releaseRound(at.deps, round?.roundId ?? 0)
    expect(await at.stateAtStandIn(reference)).toBe('voided')
    // the same day again, when the void is in no report yet
    await takeReadyReports(at.deps)
    expect(await reconcile(at.deps, since)).toMatchObject({ held: [], orphans: [] })
  })

  test('OPS-30: one of another kind is left alone', async () => {
    await ready('https://elsewhere.example/x.csv', 'settlement_detail_report_batch_1.csv')
    await takeReadyReports(at.deps)
    expect([await at.kinds(), await at.world.database.rows(reports)]).toEqual([[], []])
  })

  test.each([
    ['another host', () => 'https://reports.example.com/x', 'is said to be at another host than Adyen’s'],
    ['no address', () => 'soon', 'is said to be at another host than Adyen’s'],
    [
      'another merchant account',
      () => address().replace(/MerchantAccount\/\w+/, 'MerchantAccount/Other'),
      'is said to be at another address',
    ],
  ])('OPS-30: with %s it is refused with an alarm, asks nobody and changes nothing', async (_what, url, why) => {
    await at.charge()
    await ready(url())
    await takeReadyReports(at.deps)
    expect(await refusals()).toEqual([['report-refused', name, why]])
    await takeReadyReports(at.deps)
    expect(await refusals()).toHaveLength(1)
    await nothingChanged()
  })

  test('OPS-30: a redirect is refused: the key goes nowhere else', async () => {
    const asked: string[] = []
    const elsewhere = createServer((request) => asked.push(request.url ?? ''))
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
    const there = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`
    const own = await serving((_request, response) => response.writeHead(302, { location: there }).end())
    await ready(address(own.origin))
    await takeReadyReports(at.deps)
    expect(await refusals()).toEqual([['report-refused', name, 'leads to another address']])
    expect(asked).toEqual([])
    await nothingChanged()
    own.close()
    elsewhere.close()
  })

  test('OPS-30: one that is cut off on its way, late or not there is asked for again, and nothing of it is believed', async () => {
    const { reference, psp } = await at.charge()
    const whole = reportOf([reportRow({ psp, reference })])
    const answers: RequestListener[] = [
      (_request, response) => response.writeHead(503).end(),
      (_request, response) => {
        response.writeHead(200, { 'content-length': whole.length }).write(whole.slice(0, -10))
        setTimeout(() => response.destroy(), 20)
      },
      () => undefined,
    ]
    const own = await serving((request, response) => {
      const answer = answers.shift()
      if (answer === undefined) response.end(whole)
      else answer(request, response)
    })
    await ready(address(own.origin))
    for (let nth = 0; nth < 3; nth += 1) {
      await takeReadyReports(at.deps)
      await nothingChanged()
    }
    expect([await at.kinds(), answers]).toEqual([[], []])
    await takeReadyReports(at.deps)
    expect(await reconcile(at.deps, since)).toMatchObject({ held: [reference] })
    own.close()
  })
})
