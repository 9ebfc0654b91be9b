import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { deliverAll } from '#test/order/deliveries.ts'
import { cardToken, drill, gatewayBooks } from '#test/order/gateway.ts'
import { seedCertificate, seedGiftCard } from '#test/order/insert-cart.ts'
import { expectBalancedBooks } from '#test/order/ordering.ts'
import { approve, walletVisitor } from '#test/order/wallet-visitor.ts'
import { createWorld, type World } from '#test/world.ts'

type Stored = { readonly method: string; readonly amount: number; readonly state: string; readonly holder: string }
const paidWith = statement<Stored>(
  'test.wallet-paid',
  `select p.method, p.amount_cents as amount, p.state, p.wallet->>'holder' as holder from shop.payment p
   join shop.orders o using (shopper_id, order_id) where p.shopper_id = $1 order by o.created_at`,
)
const exported = statement<{ holder: string }>(
  'test.wallet-export',
  `select wallet->>'holder' as holder from shop.payment where shopper_id = $1`,
)

describe('an order paid by wallet', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterEach(async () => {
    await deliverAll(world)
    await expectBalancedBooks(world)
  })
  afterAll(() => world.close())

  const press = (shopper: Awaited<ReturnType<typeof walletVisitor>>['shopper']) =>
    shopper.call('order', 'placeOrder', { adata: '' })

  test('OPEN-91, BEYOND-03: PayPal saved on the cart pays what a gift card leaves; the confirmation lists both and who paid', async () => {
    const tenderId = await seedGiftCard(world.database, 1_000)
    const { shopper, shopperId } = await walletVisitor(world, { tenders: [{ kind: 'giftCard', tenderId }] })
    const { nonce, email, amountDue } = await approve(shopper, 'paypal')
    await shopper.call('wallet', 'setPayPalPayload', { data: { nonce, email } })
    await shopper.call('wallet', 'savePayPalPayment', {})
    expect(await press(shopper)).toMatchObject({ isSuccess: true, redirectUrl: '/checkout/confirmation' })
    const holder = 'ada@example.com'
    const held = { method: 'paypal', amount: amountDue, state: 'authorized', holder }
    expect(await world.database.rows(paidWith, [shopperId])).toEqual([held])
    const { payments, orderSummary } = await shopper.call('order', 'getOrderConfirmation', {})
    expect(payments).toEqual([
      {
        ...{ method: 'giftCard', type: '', lastFour: '4444', holder: '', offer: '' },
        ...{ name: 'Gift card ending in 4444', amount: 1_000 },
      },
      {
        ...{ method: 'paypal', type: '', lastFour: '', holder, offer: '' },
        ...{ name: `PayPal (${holder})`, amount: amountDue },
      },
    ])
    expect(payments.reduce((sum, { amount }) => sum + amount, 0)).toBe(orderSummary.total)
    expect(await world.database.rows(exported, [shopperId])).toEqual([{ holder: 'ada@example.com' }])
  })

  test('BEYOND-03: before the order it is listed what each tender will pay, in the order they pay, to the cent', async () => {
    const { shopper } = await walletVisitor(world, {
      tenders: [
        { kind: 'giftCard', tenderId: await seedGiftCard(world.database, 1_000, '9876') },
        { kind: 'tenderCode', tenderId: await seedCertificate(world.database, 'tender', 500) },
      ],
      tokens: [await cardToken(world), await cardToken(world)],
      firstCents: 700,
    })
    const { paidWith, orderSummary } = await shopper.call('checkout', 'refreshCheckout', {})
    expect(new Set(paidWith.map(({ id }) => id)).size).toBe(4)
    expect(paidWith.map(({ name, amount }) => ({ name, amount }))).toEqual([
      { name: 'Gift card ending in 9876', amount: 1_000 },
      { name: 'Code ending in 7777', amount: 500 },
      { name: 'Visa ending in 1111', amount: 700 },
      { name: 'Visa ending in 1111', amount: orderSummary.total - 2_200 },
    ])
  })

  test('ALT-13, OPEN-91: a charge that is declined gives AuthorizationFailure, nothing is held, all but the wallet is kept', async () => {
    const tenderId = await seedGiftCard(world.database, 700)
    const { shopper } = await walletVisitor(world, { tenders: [{ kind: 'giftCard', tenderId }] })
    const { nonce, username } = await approve(shopper, 'venmo', 'decline')
    await shopper.call('wallet', 'applyVenmoPayment', { nonce, username })
    expect(await press(shopper)).toMatchObject({
      isSuccess: false,
      message: 'AuthorizationFailure',
      errorMessage: 'Your payment was declined and you were not charged. Please choose another way to pay.',
      redirectUrl: '/checkout/paymentandbilling?paymentErrorId=authorizationError#header_payment',
    })
    const { paymentData, recipientList } = await shopper.call('checkout', 'refreshCheckout', {})
    expect(paymentData.tenderCodesData.giftCards).toMatchObject([{ appliedAmount: 700 }])
    expect(paymentData.alternativePaymentsData).toMatchObject({ isApplied: false })
    expect(recipientList[0]?.address).toMatchObject({ city: 'Oak Brook' })
    const again = await approve(shopper, 'venmo')
    await shopper.call('wallet', 'applyVenmoPayment', { nonce: again.nonce, username: again.username })
    expect(await press(shopper)).toMatchObject({ isSuccess: true })
  })

  test('SCENE-18: an approval is never charged for more than its sheet showed', async () => {
    const tenderId = await seedGiftCard(world.database, 1_000)
    const { shopper } = await walletVisitor(world, { tenders: [{ kind: 'giftCard', tenderId }] })
    const { nonce, email } = await approve(shopper, 'paypal')
    await shopper.call('wallet', 'setPayPalPayload', { data: { nonce, email } })
    await shopper.call('wallet', 'savePayPalPayment', {})
    await shopper.call('tender', 'removeGiftCard', { cardNumber: tenderId })
    const before = (await gatewayBooks(world)).length
    expect(await press(shopper)).toMatchObject({ isSuccess: false, redirectUrl: '/checkout/paymentandbilling' })
    const direct = { data: { nonce, email }, adata: '' }
    expect(await shopper.call('order', 'placePayPalOrderFromPayment', direct)).toMatchObject({ isSuccess: false })
    expect(await gatewayBooks(world)).toHaveLength(before)
  })

  test('SCENE-18: a total that is not the one shown is confirmed again before any charge', async () => {
    const { shopper } = await walletVisitor(world)
    const { nonce } = await approve(shopper, 'applePay')
    const before = (await gatewayBooks(world)).length
    const reply = await shopper.call('order', 'placeApplePayOrder', { nonce, adata: '', shownTotal: 1 })
    expect(reply).toMatchObject({ isSuccess: false, message: 'CartChanged' })
    expect(await gatewayBooks(world)).toHaveLength(before)
  })

  test('OPEN-91: a nonce pays once: taken for a second cart it is refused', async () => {
    const first = await walletVisitor(world)
    const { nonce } = await approve(first.shopper, 'applePay')
    expect(await first.shopper.call('order', 'placeApplePayOrder', { nonce, adata: '' })).toMatchObject({
      isSuccess: true,
    })
    const second = await walletVisitor(world)
    const reply = await second.shopper.call('order', 'placeApplePayOrder', { nonce, adata: '' })
    expect(reply).toMatchObject({ message: 'AuthorizationFailure' })
  })

  test('BEYOND-12, BEYOND-02: charged, and no answer came: the order is pending and recovery finds its money', async () => {
    const { shopper, shopperId } = await walletVisitor(world)
    const { nonce, username } = await approve(shopper, 'venmo')
    await shopper.call('wallet', 'applyVenmoPayment', { nonce, username })
    await drill(world, { fault: 'cut' })
    expect(await press(shopper)).toMatchObject({ isSuccess: true, isPending: true })
    expect(await world.database.rows(paidWith, [shopperId])).toMatchObject([{ state: 'unknown' }])
  })
})
