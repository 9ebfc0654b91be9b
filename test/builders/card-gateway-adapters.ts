import { createAdyenGateway } from '#server/providers/card-gateway/adyen.ts'
import { createBuiltInGateway } from '#server/providers/card-gateway/built-in.ts'
import type { AuthorizeRequest, CardGateway } from '#server/providers/card-gateway/port.ts'
import { openTestGateway, type TestGateway, testGatewaySettings } from './card-gateway.ts'

type OpenGateway = CardGateway & { close(): void }
type Create = (origin: string, apiKey: string, clock: () => number) => OpenGateway

const { merchantAccount } = testGatewaySettings

/** Waits short enough for a test that wants a silent gateway; the breaker as in production, with a clock to turn. */
function connection(clock: () => number) {
  return {
    limits: { connectMs: 1_000, answerMs: 400 },
    breaker: { failures: 5, windowMs: 10_000, probeMs: 5_000, clock },
  }
}

function packed(cardToken: string): string {
  return `enc.${Buffer.from(JSON.stringify({ encryptedCardNumber: cardToken })).toString('base64url')}`
}

/** How each adapter of the port is made, and how a token of the gateway's reads to it. */
export const adapters: readonly {
  readonly name: 'built-in' | 'adyen'
  readonly create: Create
  readonly tokenOf: (cardToken: string) => string
}[] = [
  {
    name: 'built-in',
    create: (origin, apiKey, clock) =>
      createBuiltInGateway({ origin, apiKey, merchantAccount, connection: connection(clock) }),
    tokenOf: (cardToken) => cardToken,
  },
  {
    name: 'adyen',
    create: (origin, apiKey, clock) =>
      createAdyenGateway({
        origin,
        apiKey,
        merchantAccount,
        clientKey: 'test_client',
        environment: 'test',
        liveUrlPrefix: null,
        connection: connection(clock),
      }),
    tokenOf: packed,
  },
]

export type Adapter = (typeof adapters)[number]

/** One adapter at a fresh gateway, and the orders a test makes there. */
export type AdapterWorld = TestGateway & {
  readonly gateway: OpenGateway
  /** A fresh Visa's token, as the adapter wants it. */
  token(lastFour: string, cvv?: string): Promise<string>
  /** An order of 1299.00 USD under a reference of its own. */
  orderOf(token: string, changes?: Partial<AuthorizeRequest>): AuthorizeRequest
  /** Authorizes and gives the processor's reference, or throws. */
  authorized(request: AuthorizeRequest): Promise<string>
  /** Sets the breaker's clock, milliseconds. */
  setClock(milliseconds: number): void
  close(): Promise<void>
}

export async function openAdapter(adapter: Adapter): Promise<AdapterWorld> {
  const world = await openTestGateway()
  let clock = 0
  let count = 0
  const gateway = adapter.create(world.origin, testGatewaySettings.apiKey, () => clock)
  return {
    ...world,
    gateway,
    token: async (lastFour, cvv) => adapter.tokenOf(await world.cardEnding(lastFour, cvv)),
    orderOf: (token, changes = {}) => {
      count += 1
      const returnUrl = `${testGatewaySettings.storeOrigin}/checkout/review`
      return {
        reference: `order-${count}.1`,
        amountCents: 129_900,
        currency: 'USD',
        token,
        method: 'card',
        returnUrl,
        ...changes,
      }
    },
    authorized: async (request) => {
      const result = await gateway.authorize(request)
      if (result.state !== 'authorized') throw new Error(`not authorized but ${JSON.stringify(result)}`)
      return result.providerRef
    },
    setClock: (milliseconds) => {
      clock = milliseconds
    },
    close: async () => {
      gateway.close()
      await world.sandbox.close()
    },
  }
}
