import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { walletPaths } from '#contracts/payment/wallet-paths.ts'
import { statement } from '#server/db/database.ts'
import { cardToken } from '#test/order/gateway.ts'
import { seedGiftCard } from '#test/order/insert-cart.ts'
import { approve, readSheetPage, walletVisitor } from '#test/order/wallet-visitor.ts'
import { createWorld, type World } from '#test/world.ts'

const lines: string[] = []
let world: World
beforeAll(async () => {
  world = await createWorld({ logLine: (line) => lines.push(line) })
})
afterAll(() => world.close())

const lastLog = statement<{ message: string }>(
  'test.last-log',
  'select message from shop.client_log order by log_id desc limit 1',
)
const addCertificate = statement<{ id: string }>(
  'test.wallet-certificate',
  `insert into shop.certificate (certificate_id, kind, code_mac, amount_cents)
   values (gen_random_uuid(), 'reward', 'w1', 500) returning certificate_id as id`,
)

const noPayPal = { isApplied: false, email: '', appliedAmount: 0 }
const noWallet = { type: '', isApplied: false, username: '', appliedAmount: 0 }

describe('alternative payments', () => {
  test('ALT-03, ALT-04, CALL-70, CALL-73, OPEN-90: the payload is stored, then made the payment; it can be made so once', async () => {
    const { shopper } = await walletVisitor(world)
    const { nonce, email, amountDue } = await approve(shopper, 'paypal')
    const stored = await shopper.call('wallet', 'setPayPalPayload', { data: { nonce, email } })
    expect(stored).toMatchObject({ isSuccess: true, payPalData: noPayPal, isPaymentNeeded: true })
    const saved = await shopper.call('wallet', 'savePayPalPayment', {})
    expect(saved).toMatchObject({ isSuccess: true, alternativePaymentsData: noWallet })
    expect(saved.payPalData).toEqual({ isApplied: true, email: 'ada@example.com', appliedAmount: amountDue })
    expect(await shopper.call('wallet', 'savePayPalPayment', {})).toMatchObject({ isSuccess: false })
    const { paymentData, walletMethods } = await shopper.call('checkout', 'refreshCheckout', {})
    expect(walletMethods).toEqual(['paypal', 'venmo', 'applePay'])
    expect(paymentData.payPalData).toEqual(saved.payPalData)
    expect(JSON.stringify(paymentData)).not.toContain(nonce)
  })

  test('ALT-03: the blob may also come as text', async () => {
    const { shopper } = await walletVisitor(world)
    const data = JSON.stringify({ nonce: 'text-1', email: 'ada@example.com' })
    expect(await shopper.call('wallet', 'setPayPalPayload', { data })).toMatchObject({ isSuccess: true })
    expect((await shopper.rawCall('wallet', 'setPayPalPayload', { data: 'no JSON' })).statusCode).toBe(400)
  })

  test('ALT-02, CALL-74, OPEN-90: Venmo is the payment, with the name of its owner', async () => {
    const { shopper } = await walletVisitor(world)
    const { nonce, username, amountDue } = await approve(shopper, 'venmo')
    const applied = await shopper.call('wallet', 'applyVenmoPayment', { nonce, username, deviceData: 'd' })
    expect(applied.alternativePaymentsData).toEqual({
      type: 'venmo',
      isApplied: true,
      username: '@ada-byron',
      appliedAmount: amountDue,
    })
  })

  test('ALT-06, CALL-77, CALL-78, OPEN-90: Apple Pay is set and cleared; its contact is the billing address', async () => {
    const { shopper } = await walletVisitor(world)
    const { nonce, billingContact } = await approve(shopper, 'applePay')
    const input = { nonce, deviceData: '', billingContact: billingContact as null }
    const applied = await shopper.call('wallet', 'applyApplePayPayment', input)
    expect(applied.alternativePaymentsData).toMatchObject({ type: 'applePay', isApplied: true })
    const { billingAddress } = await shopper.call('checkout', 'refreshCheckout', {})
    expect(billingAddress).toMatchObject({ address1: '12 Maple Street', city: 'Naperville' })
    const removed = await shopper.call('wallet', 'removeApplePayPayment', {})
    expect(removed).toMatchObject({ isSuccess: true, alternativePaymentsData: noWallet, isPaymentNeeded: true })
  })

  test('OPEN-90: a card chosen afterwards removes the wallet', async () => {
    const { shopper } = await walletVisitor(world)
    const { nonce, username } = await approve(shopper, 'venmo')
    await shopper.call('wallet', 'applyVenmoPayment', { nonce, username })
    const cardOneData = { slot: 'CardOne' as const, cardToken: await cardToken(world), expMonth: 12, expYear: 2030 }
    expect(await shopper.call('payment', 'savePayment', { cardOneData })).toMatchObject({ isSuccess: true })
    const { paymentData } = await shopper.call('checkout', 'refreshCheckout', {})
    expect(paymentData).toMatchObject({ alternativePaymentsData: noWallet, payPalData: noPayPal })
    expect(paymentData.creditCardData.cardOneInfo).toMatchObject({ lastFour: '1111' })
  })

  test('ALT-07, CALL-72: Masterpass answers that it is not available', async () => {
    const { shopper } = await walletVisitor(world)
    expect(await shopper.call('wallet', 'launchMasterpass', {})).toMatchObject({
      isSuccess: false,
      errorMessage: 'This way to pay is not available. Please choose another.',
    })
  })

  test('ALT-08, CALL-75: a basketId of another shopper is refused like one that does not exist; ones own is told that Visa is not offered', async () => {
    const { shopper, cartId } = await walletVisitor(world)
    const other = await walletVisitor(world)
    const ask = (basketId: string) =>
      shopper.call('wallet', 'saveVisaPayment', { basketId, paymentInitiator: 'visa', callId: 'c' })
    const [own, foreign, invented] = [await ask(cartId), await ask(other.cartId), await ask('no-such-basket')]
    expect([own, foreign, invented].map(({ isSuccess }) => isSuccess)).toEqual([false, false, false])
    expect(foreign.errorMessage).toBe(invented.errorMessage)
    expect(own.errorMessage).not.toBe(foreign.errorMessage)
  })

  test('ALT-05, ALT-09, CALL-71, CALL-76: what a window reports is kept in the log', async () => {
    const { shopper, cartId } = await walletVisitor(world)
    await shopper.call('wallet', 'logPayPalError', { message: 'window lost' })
    expect(await world.database.row(lastLog)).toEqual({ message: 'PayPal: window lost' })
    const input = { IsTimeout: true, AlternativePaymentInitiator: 'venmo', BasketId: cartId }
    expect(await shopper.call('wallet', 'logVisaError', input)).toMatchObject({ isSuccess: true })
    expect((await world.database.row(lastLog))?.message).toBe(`Alternative payment venmo of basket ${cartId} timed out`)
  })

  const everyPath = Object.values(walletPaths).map(({ path }) => path)
  test.each(everyPath)('CALL-79: %s answers the same with and without the last slash', async (path) => {
    const { shopper } = await walletVisitor(world)
    const other = path.endsWith('/') ? path.slice(0, -1) : `${path}/`
    const answers = []
    for (const each of [path, other]) {
      const answer = await shopper.rawPost(each, {})
      // a missing field is told: somebody is at home
      expect([each, [200, 400].includes(answer.statusCode)]).toEqual([each, true])
      const wrongMethod = await shopper.get(each)
      answers.push([answer.statusCode, Object.keys(answer.json()), answer.json().errorMessage, wrongMethod.statusCode])
    }
    expect(answers[1]).toEqual(answers[0])
    expect(answers[0]?.at(-1)).toBe(405)
  })

  test('OPEN-68: with reward certificates applied no sheet opens and no wallet is taken', async () => {
    const tenderId = (await world.database.row(addCertificate))?.id ?? ''
    const { shopper } = await walletVisitor(world, { tenders: [{ kind: 'certificate', tenderId }] })
    expect(await shopper.call('wallet', 'openWalletSheet', { method: 'paypal' })).toMatchObject({ isSuccess: false })
    const applied = await shopper.call('wallet', 'applyVenmoPayment', { nonce: 'venmo-1' })
    expect(applied).toMatchObject({
      isSuccess: false,
      errorMessage: 'Reward certificates can only be used with your store card.',
    })
  })

  test('ALT-01: Canada is offered no Venmo, and may not use it', async () => {
    const shopper = world.shopper('cb-ca')
    const { walletMethods } = await shopper.call('checkout', 'refreshCheckout', {})
    expect(walletMethods).toEqual(['paypal', 'applePay'])
    expect(await shopper.call('wallet', 'openWalletSheet', { method: 'venmo' })).toMatchObject({ isSuccess: false })
  })
})

test('ALT-01: a wallet that the merchant account lacks is offered nowhere, and may not be used', async () => {
  const other = await createWorld({ config: { wallets: ['applePay', 'paypal'] } })
  try {
    const { shopper } = await walletVisitor(other)
    const { walletMethods } = await shopper.call('checkout', 'refreshCheckout', {})
    expect(walletMethods).toEqual(['paypal', 'applePay'])
    expect(await shopper.page('/checkout/cart')).toMatchObject({
      page: { wallets: { walletMethods: ['paypal', 'applePay'] } },
    })
    for (const [name, input] of [
      ['openWalletSheet', { method: 'venmo' }],
      ['applyVenmoPayment', { nonce: 'venmo-1' }],
    ] as const) {
      expect(await shopper.call('wallet', name, input)).toMatchObject({ isSuccess: false })
    }
    expect(await shopper.call('wallet', 'openWalletSheet', { method: 'paypal' })).toMatchObject({ isSuccess: true })
  } finally {
    await other.close()
  }
})

describe('the sheet of a wallet', () => {
  test("SCENE-18: it shows the server's amount after a gift card, and where the order goes", async () => {
    const tenderId = await seedGiftCard(world.database, 1_000)
    const { shopper } = await walletVisitor(world, { tenders: [{ kind: 'giftCard', tenderId }] })
    const { orderSummary } = await shopper.call('checkout', 'refreshCheckout', {})
    const sheet = await shopper.call('wallet', 'openWalletSheet', { method: 'paypal' })
    expect(sheet).toMatchObject({ isSuccess: true, provider: 'built-in', amountDue: orderSummary.amountDue })
    expect(orderSummary.amountDue).toBe(orderSummary.total - 1_000)
    const page = await readSheetPage(sheet.sheetUrl)
    expect(page).toContain(`$${(orderSummary.amountDue / 100).toFixed(2)}`)
    expect(page).toContain('Oak Brook, IL 60523')
    expect(page).toContain('Built-in stand-in for PayPal')
  })

  test('SCENE-18: when more is due than the sheet showed, its approval is not taken', async () => {
    const tenderId = await seedGiftCard(world.database, 1_000)
    const { shopper } = await walletVisitor(world, { tenders: [{ kind: 'giftCard', tenderId }] })
    const { nonce, username, amountDue } = await approve(shopper, 'venmo')
    await shopper.call('tender', 'removeGiftCard', { cardNumber: tenderId })
    const applied = await shopper.call('wallet', 'applyVenmoPayment', { nonce, username })
    const now = `$${((amountDue + 1_000) / 100).toFixed(2)}`
    expect(applied).toMatchObject({
      isSuccess: false,
      errorMessage: `Your total is now ${now}. Please approve it once more, or choose another way to pay.`,
    })
  })

  test.each([
    ['cancel', 'cancelled'],
    ['fail', 'failed'],
    ['timeOut', 'timedOut'],
  ])('BEYOND-12: a sheet can play %s; it then gives no nonce and changes nothing', async (answer, outcome) => {
    const { shopper } = await walletVisitor(world)
    expect(await approve(shopper, 'paypal', answer)).toMatchObject({ outcome, nonce: '' })
    const { paymentData } = await shopper.call('checkout', 'refreshCheckout', {})
    expect(paymentData.payPalData).toEqual(noPayPal)
  })

  test('no nonce, and nothing of the payer, comes into the log', () => {
    const text = lines.join('\n')
    expect(text).not.toMatch(/(paypal|venmo|applePay|decline)_[A-Z2-9]{32}/)
    expect(text).not.toContain('ada@example.com')
  })
})
