import { randomUUID } from 'node:crypto'
import { visaEnding } from '#test/builders/visa-ending.ts'
import { answerSheet } from '#test/order/wallet-visitor.ts'
import type { World } from '#test/world.ts'

type Gateway = Pick<World, 'gatewayOrigin'> & {
  readonly config: { readonly gateway: Pick<World['config']['gateway'], 'apiKey' | 'merchantAccount'> }
}

async function post(gateway: Gateway, url: string, body: object): Promise<{ readonly [name: string]: string }> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'x-api-key': gateway.config.gateway.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
  return (await answer.json()) as { readonly [name: string]: string }
}

/** The token of a Visa that ends so, entered at the gateway as a browser does. */
export async function cardToken(gateway: Gateway, lastFour = '1111'): Promise<string> {
  const { gatewayUrl = '' } = await post(gateway, `${gateway.gatewayOrigin}/sessions`, {})
  const card = { number: visaEnding(lastFour), cvv: '123', expMonth: 12, expYear: 2030 }
  return (await post(gateway, gatewayUrl, card)).cardToken ?? ''
}

/** The nonce that a wallet's sheet for this amount ends with; approved with 'decline' it is refused when it is charged. */
export async function walletNonce(
  gateway: Gateway,
  method: 'paypal' | 'venmo' | 'applePay',
  amountCents: number,
  answer: 'approve' | 'decline' = 'approve',
): Promise<string> {
  const wanted = { sheetId: randomUUID(), method, amountCents, currency: 'USD', storeName: 'CB', shipTo: [] }
  const storeOrigin = 'http://cb.localhost:3000'
  const { url = '' } = await post(gateway, `${gateway.gatewayOrigin}/wallets/sheets`, { ...wanted, storeOrigin })
  return (await answerSheet(url, answer)).nonce
}

/** Queues a fault of the fire drill (BEYOND-12). */
export async function drill(gateway: Gateway, fault: object): Promise<void> {
  await post(gateway, `${gateway.gatewayOrigin}/fire-drill`, fault)
}

/** Clears what is scripted; what is slow just now answers at once. */
export async function endDrill({ gatewayOrigin }: Pick<Gateway, 'gatewayOrigin'>): Promise<void> {
  await fetch(`${gatewayOrigin}/fire-drill`, { method: 'DELETE' })
}

export type Booked = {
  readonly reference: string
  readonly state: string
  readonly amount: number
  readonly captured: number
  readonly refunded: number
  readonly tries: number
  readonly psp: string
}

/** The payments in the gateway's own books. */
export async function gatewayBooks(gateway: Gateway): Promise<readonly Booked[]> {
  const answer = await fetch(`${gateway.gatewayOrigin}/sandbox/authorizations`)
  return ((await answer.json()) as { authorizations: Booked[] }).authorizations
}
