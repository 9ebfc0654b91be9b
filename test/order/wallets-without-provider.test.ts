import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { testAddress } from '#test/order/insert-cart.ts'
import { walletVisitor } from '#test/order/wallet-visitor.ts'
import { createWorld, type World } from '#test/world.ts'

// another gateway takes the cards, and there is nobody for wallets: as in production without BRAINTREE_
let world: World
beforeAll(async () => {
  world = await createWorld({ config: { standIns: new Set() } })
})
afterAll(() => world.close())

const notOffered = 'This way to pay is not available. Please choose another.'
const ordersAndPayments = statement<{ count: number }>(
  'test.orders-and-payments',
  'select ((select count(*) from shop.orders) + (select count(*) from shop.payment))::int as count',
)
const written = async () => (await world.database.row(ordersAndPayments))?.count
const contact = null
const seen = { adata: '' }

const calls: readonly (readonly [
  string,
  (shopper: TestShopper) => Promise<{ readonly isSuccess: boolean; readonly errorMessage: string }>,
])[] = [
  ['openWalletSheet of PayPal', (shopper) => shopper.call('wallet', 'openWalletSheet', { method: 'paypal' })],
  ['openWalletSheet of Venmo', (shopper) => shopper.call('wallet', 'openWalletSheet', { method: 'venmo' })],
  ['openWalletSheet of Apple Pay', (shopper) => shopper.call('wallet', 'openWalletSheet', { method: 'applePay' })],
  [
    'setPayPalPayload',
    (shopper) => shopper.call('wallet', 'setPayPalPayload', { data: { nonce: 'n', email: 'ada@example.com' } }),
  ],
  ['applyVenmoPayment', (shopper) => shopper.call('wallet', 'applyVenmoPayment', { nonce: 'n' })],
  [
    'applyApplePayPayment',
    (shopper) =>
      shopper.call('wallet', 'applyApplePayPayment', { nonce: 'n', deviceData: '', billingContact: contact }),
  ],
]

describe('SAFE-04: a wallet without its provider', () => {
  test('is not offered on the payment page', async () => {
    const { shopper } = await walletVisitor(world)
    expect((await shopper.call('checkout', 'refreshCheckout', {})).walletMethods).toEqual([])
  })

  test.each(calls)('%s answers as an unknown way to pay does', async (_name, call) => {
    const { shopper } = await walletVisitor(world)
    const unknown = await shopper.call('wallet', 'launchMasterpass', {})
    const answer = await call(shopper)
    expect([answer.isSuccess, answer.errorMessage]).toEqual([false, notOffered])
    expect(answer.errorMessage).toBe(unknown.errorMessage)
  })

  test('an invented nonce places nothing, by whatever call it comes', async () => {
    const before = await written()
    const place: readonly ((shopper: TestShopper) => Promise<{ readonly isSuccess: boolean }>)[] = [
      (shopper) =>
        shopper.call('order', 'placePayPalOrderFromPayment', {
          ...seen,
          data: { nonce: 'invented', email: 'ada@example.com' },
        }),
      (shopper) => shopper.call('order', 'placeApplePayOrder', { ...seen, nonce: 'invented' }),
      (shopper) =>
        shopper.call('order', 'placeApplePayOrderFromPayment', {
          ...seen,
          nonce: 'invented',
          billingContact: { ...testAddress, addressId: '' },
        }),
    ]
    for (const call of place) {
      const { shopper } = await walletVisitor(world)
      expect(await call(shopper)).toMatchObject({ isSuccess: false, redirectUrl: '/checkout/paymentandbilling' })
    }
    expect(await written()).toBe(before)
  })

  test.each(['paypal', 'venmo', 'applePay'] as const)(
    'one that a cart kept from before pays for nothing: %s',
    async (method) => {
      const before = await written()
      const { shopper } = await walletVisitor(world, { method, tokens: ['invented'], approvedCents: 100_000 })
      expect(await shopper.call('order', 'placeOrder', seen)).toMatchObject({ isSuccess: false })
      expect(await written()).toBe(before)
    },
  )
})
