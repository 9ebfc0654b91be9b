import { createGateway, type Gateway, type GatewayOptions } from '#sandbox/card-gateway/gateway.ts'
import { visaEnding } from './visa-ending.ts'

/** Settings every test gateway has; books in memory, no webhook events, no mailbox. */
export const testGatewaySettings = {
  apiKey: 'test-key',
  hmacKey: 'ab'.repeat(32),
  merchantAccount: 'TestMerchant',
  storeOrigin: 'http://cb.localhost:3000',
}

export type BookedPayment = {
  readonly reference: string
  readonly state: string
  readonly amount: number
  readonly captured: number
  readonly refunded: number
  readonly tries: number
  readonly psp: string
}

export type TestGateway = {
  readonly sandbox: Gateway
  readonly origin: string
  /** Sets the gateway's clock, milliseconds. */
  setTime(time: number): void
  /** What the browser does: a session, the fields to the gateway's origin, tokens back. */
  enter(fields: { readonly number?: string; readonly cvv: string }): Promise<{ readonly [name: string]: string }>
  /** The token of a fresh Visa that ends so. */
  cardEnding(lastFour: string, cvv?: string): Promise<string>
  /** Queues a fault of the fire drill. */
  drill(fault: object): Promise<void>
  /** The payments in the gateway's books, all or those of one reference. */
  books(reference?: string): Promise<readonly BookedPayment[]>
}

/** 12:00 UTC of a spring day. */
export const gatewayStart = new Date('2026-05-04T12:00:00Z').getTime()

/** A gateway that listens on a port of its own, with a clock that stands still until it is set. */
export async function openTestGateway(changes: Partial<GatewayOptions> = {}): Promise<TestGateway> {
  const { apiKey, hmacKey, merchantAccount, storeOrigin } = testGatewaySettings
  let time = gatewayStart
  const sandbox = createGateway({
    storePath: ':memory:',
    now: () => new Date(time),
    apiKey,
    hmacKey,
    merchantAccount,
    storeOrigins: [storeOrigin],
    webhookUrl: null,
    webhookRetryMs: 1_000,
    publicOrigin: null,
    smtpPort: null,
    ...changes,
  })
  const origin = await sandbox.listen(0)

  async function post(
    url: string,
    body: object,
  ): Promise<{ readonly status: number; readonly body: Record<string, string> }> {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (answer.status !== 201) throw new Error(`${url} answered ${answer.status}`)
    return { status: answer.status, body: (await answer.json()) as Record<string, string> }
  }

  async function enter(fields: { readonly number?: string; readonly cvv: string }) {
    const session = await post(`${origin}/sessions`, {})
    const expiry = fields.number === undefined ? {} : { expMonth: 12, expYear: 2030 }
    return (await post(session.body.gatewayUrl ?? '', { ...fields, ...expiry })).body
  }

  return {
    sandbox,
    origin,
    setTime: (wanted) => {
      time = wanted
    },
    enter,
    cardEnding: async (lastFour, cvv = '123') => (await enter({ number: visaEnding(lastFour), cvv })).cardToken ?? '',
    drill: async (fault) => {
      await post(`${origin}/fire-drill`, fault)
    },
    books: async (reference) => {
      const query = reference === undefined ? '' : `?${new URLSearchParams({ reference })}`
      const answer = await fetch(`${origin}/sandbox/authorizations${query}`)
      return ((await answer.json()) as { authorizations: BookedPayment[] }).authorizations
    },
  }
}
