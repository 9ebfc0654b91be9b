import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ScriptedFault } from '#domain/fire-drill.ts'
import { createSmtpSender } from '#server/providers/mail/smtp.ts'
import { openTestGateway, type TestGateway, testGatewaySettings } from '#test/builders/card-gateway.ts'
import { drill, walletNonce } from '#test/order/gateway.ts'

const { apiKey, merchantAccount } = testGatewaySettings
const mail = {
  from: 'shop@shop.example',
  to: 'ana@example.com',
  subject: 'Order',
  text: 'Thanks',
  html: '',
  headers: {},
}

describe('BEYOND-12: each stand-in plays the faults that are scripted for it', () => {
  let world: TestGateway
  beforeEach(async () => {
    world = await openTestGateway({ smtpPort: 0 })
  })
  afterEach(() => world.sandbox.close())

  const own = () => ({ gatewayOrigin: world.origin, config: { gateway: { apiKey, merchantAccount } } })
  const scripted = async () => {
    const answer = await fetch(`${world.origin}/fire-drill`)
    return ((await answer.json()) as { readonly faults: readonly ScriptedFault[] }).faults
  }
  const post = (path: string, body: object) =>
    fetch(`${world.origin}${path}`, {
      method: 'POST',
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  async function pay(reference: string, paymentMethod: object): Promise<string | number> {
    const amount = { value: 5_000, currency: 'USD' }
    const returnUrl = 'http://cb.localhost:3000/checkout/review'
    const answer = await post('/v71/payments', { amount, reference, merchantAccount, paymentMethod, returnUrl })
    const { resultCode } = (await answer.json()) as { readonly resultCode?: string }
    return resultCode ?? answer.status
  }
  const payByCard = async (reference: string) =>
    pay(reference, { type: 'scheme', storedPaymentMethodId: await world.cardEnding('1111') })
  const payByWallet = async (reference: string) =>
    pay(reference, { type: 'paypal', orderID: await walletNonce(own(), 'paypal', 5_000) })

  test('BEYOND-12: a fault of wallets lets cards pass, one of cards lets wallets pass', async () => {
    await world.drill({ standIn: 'wallets', fault: 'decline' })
    await world.drill({ standIn: 'card-gateway', fault: '503' })
    expect([await payByWallet('a'), await payByCard('b')]).toEqual(['Refused', 503])
    expect([await payByWallet('c'), await payByCard('d')]).toEqual(['Authorised', 'Authorised'])
    await world.drill({ standIn: 'wallets', fault: 'decline' })
    expect([await payByCard('e'), await payByWallet('f')]).toEqual(['Authorised', 'Refused'])
  })

  test('BEYOND-12: a wallet opens no sheet, once', async () => {
    await world.drill({ standIn: 'wallets', fault: 'noSheet' })
    await expect(walletNonce(own(), 'venmo', 100)).rejects.toThrow('503')
    expect(await walletNonce(own(), 'venmo', 100)).toMatch(/^venmo/)
  })

  test.each([
    ['503', { state: 'failed', canRetry: true, why: 'refusedForNow' }],
    ['decline', { state: 'failed', canRetry: false, why: 'refused' }],
    ['slow', { state: 'failed', canRetry: true, why: 'timeout' }],
  ])('BEYOND-12: the mail server plays %s on the next mail and takes the one after', async (fault, result) => {
    const sender = createSmtpSender({
      ...{ host: '127.0.0.1', port: world.sandbox.smtpPort() ?? 0, isSecure: false, user: null, password: null },
      ...{ connectMs: 2_000, answerMs: fault === 'slow' ? 300 : 5_000 },
    })
    await world.drill({ standIn: 'mail', fault, delayMs: 600 })
    expect(await sender.sendMail({ ...mail, messageId: '<1@shop.example>' })).toEqual(result)
    expect(await sender.sendMail({ ...mail, messageId: '<2@shop.example>' })).toEqual({ state: 'sent' })
    sender.close()
    const { messages } = (await (await fetch(`${world.origin}/mailbox/messages`)).json()) as {
      readonly messages: readonly { readonly messageId: string }[]
    }
    expect(messages.map(({ messageId }) => messageId)).toContain('<2@shop.example>')
  })

  test('BEYOND-12, CART-22: what stands in for the delivery engine is down, or answers without lines', async () => {
    const estimate = async () => {
      const answer = await post('/delivery/estimates', {})
      return answer.status === 200 ? ((await answer.json()) as unknown) : answer.status
    }
    await world.drill({ standIn: 'delivery', fault: '503', count: 2 })
    await world.drill({ standIn: 'delivery', fault: 'noLineItems' })
    expect(await estimate()).toBe(503)
    expect(await scripted()).toMatchObject([
      { standIn: 'delivery', fault: '503', remaining: 1 },
      { standIn: 'delivery', fault: 'noLineItems', remaining: 1 },
    ])
    expect([await estimate(), await estimate(), await estimate()]).toEqual([503, { isWhole: false }, { isWhole: true }])
    const anybody = await fetch(`${world.origin}/delivery/estimates`, { method: 'POST' })
    expect(anybody.status).toBe(401)
  })

  test.each([
    { standIn: 'mail', fault: 'challenge' },
    { standIn: 'delivery', fault: 'decline' },
    { standIn: 'tax', fault: '503' },
    { fault: 'noLineItems' },
    { standIn: 'mail', fault: '503', lastFour: '1111' },
  ])('BEYOND-12: %o is played by nobody and refused', async (wanted) => {
    await expect(drill(own(), wanted)).rejects.toThrow('400')
    expect(await scripted()).toEqual([])
  })

  test('BEYOND-12: one script is cleared and the others stay; a hundred may wait', async () => {
    for (let at = 0; at < 100; at += 1) await world.drill({ standIn: 'mail', fault: '503' })
    await expect(drill(own(), { standIn: 'mail', fault: '503' })).rejects.toThrow('409')
    const [first, ...others] = await scripted()
    const cleared = await fetch(`${world.origin}/fire-drill/${first?.faultId}`, { method: 'DELETE' })
    expect(await cleared.json()).toEqual({ cleared: 1 })
    expect(await scripted()).toEqual(others)
  })
})
