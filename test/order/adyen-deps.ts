import { randomUUID } from 'node:crypto'
import { paymentReferenceOf } from '#domain/order/payment-reference.ts'
import { statement } from '#server/db/database.ts'
import { type ReportDeps, takeReport } from '#server/order/books/take-report.ts'
import { createAdyenGateway } from '#server/providers/card-gateway/adyen.ts'
import { createReportSource } from '#server/providers/card-gateway/report-source.ts'
import { cardToken, gatewayBooks } from '#test/order/gateway.ts'
import { createWorld, type World } from '#test/world.ts'

/** Of the day that the stand-in's clock shows. */
export const reportName = 'payments_accounting_report_2026_03_02.csv'

const alarms = statement<{ kind: string; key: string; facts: { readonly fault?: string } }>(
  'test.alarms',
  'select kind, key, facts from shop.alarm order by kind, key',
)
const reported = statement<{ reference: string; source: string; state: string }>(
  'test.reported',
  'select reference, source, state from shop.reported_payment order by reference',
)

/** A shop whose cards are at Adyen, played by the built-in gateway, in which orders were placed through that one's own API. */
export async function openAtAdyen() {
  const world = await createWorld()
  const { apiKey, merchantAccount } = world.config.gateway
  const shared = { environment: 'test', origin: world.gatewayOrigin, merchantAccount } as const
  const adyen = createAdyenGateway({ ...shared, apiKey, clientKey: 'test_client', liveUrlPrefix: null, connection: {} })
  const reports = createReportSource({ ...shared, reportKey: apiKey })
  const deps: World['shop']['orders'] & ReportDeps = { ...world.shop.orders, gateway: adyen, wallets: null, reports }
  const ours = () => paymentReferenceOf(deps.installation, { shopperId: randomUUID(), orderId: randomUUID(), slot: 1 })
  return {
    world,
    deps,
    ours,
    /** Money at the stand-in that this database does not know. */
    async charge(): Promise<{ readonly reference: string; readonly psp: string }> {
      const [reference, token] = [ours(), await cardToken(world)]
      const request = { reference, amountCents: 5_000, currency: 'USD', token, method: 'card' } as const
      const answer = await world.shop.orders.gateway.authorize(request)
      return { reference, psp: answer.state === 'authorized' ? answer.providerRef : '' }
    },
    alarms: () => world.database.rows(alarms),
    kinds: async () => (await world.database.rows(alarms)).map(({ kind }) => kind),
    reported: () => world.database.rows(reported),
    stateAtStandIn: async (reference: string) =>
      (await gatewayBooks(world)).find((each) => each.reference === reference)?.state,
    take: (text: string) => takeReport({ ...deps, merchantAccount }, reportName, chunksOf(text)),
    async close() {
      adyen.close()
      await world.close()
    },
  }
}

async function* chunksOf(text: string) {
  for (let at = 0; at < text.length; at += 1_000) yield Buffer.from(text.slice(at, at + 1_000))
}

const columns = [
  ...['Company Account', 'Merchant Account', 'Psp Reference', 'Merchant Reference', 'Payment Method', 'Booking Date'],
  ...['TimeZone', 'Main Currency', 'Main Amount', 'Record Type', 'Payment Currency', 'Received (PC)'],
  ...['Authorized (PC)', 'Captured (PC)'],
]
type Row = {
  readonly psp?: string
  readonly reference?: string
  readonly at?: string
  readonly type?: string
  readonly account?: string
  readonly cents?: string
  readonly zone?: string
}

/** A line of a report: 50 dollars authorized, unless said. */
export function reportRow({ psp = 'PSP1', reference = 'other', type = 'Authorised', ...more }: Row): string {
  const { at = '2026-03-02 12:00:00', account = 'Cartwright', cents = '50.00', zone = 'UTC' } = more
  return ['Shop', account, psp, `"${reference}"`, 'visa', at, zone, 'USD', cents, type, 'USD', '', cents, ''].join(',')
}

/** A report of the whole day with these lines in it. */
export function reportOf(rows: readonly string[]): string {
  const ends = ['2026-03-02 00:00:05', '2026-03-02 23:59:50'].map((at) =>
    reportRow({ psp: 'PSPEDGE', type: 'Received', at }),
  )
  return `${[columns.join(','), ...ends, ...rows].join('\n')}\n`
}
