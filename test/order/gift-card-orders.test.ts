import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { importStoredValue } from '#server/tender/stored-value-import.ts'
import { storedValueMac } from '#server/tender/stored-value-mac.ts'
import { add, item } from '#test/builders/cart-calls.ts'
import { sku } from '#test/builders/catalog.ts'
import { deliverAll } from '#test/order/deliveries.ts'
import { cardToken, gatewayBooks } from '#test/order/gateway.ts'
import { seedCertificate, seedGiftCard } from '#test/order/insert-cart.ts'
import { expectBalancedBooks } from '#test/order/ordering.ts'
import { approve, walletVisitor } from '#test/order/wallet-visitor.ts'
import { createWorld, type World } from '#test/world.ts'

const balance = statement<{ balance: number; held: number }>(
  'test.balance-of',
  'select balance_cents as balance, held_cents as held from shop.gift_card where card_id = $1',
)
const plainSentence =
  'Gift cards cannot be bought with gift cards, codes or certificates. Please pay for them another way.'
const note =
  'The gift cards in your order are paid by card or wallet. Gift cards, codes and certificates pay for everything else.'

describe('SAFE-18: gift cards are not bought with stored value', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterEach(async () => {
    await deliverAll(world)
    await expectBalancedBooks(world)
  })
  afterAll(() => world.close())

  const giftCards = { sku: sku.giftCard, quantity: 2 }
  const mug = { sku: sku.mug, quantity: 1 }
  const balanceOf = (cardId: string) => world.database.row(balance, [cardId])
  const charged = async () => (await gatewayBooks(world)).at(-1)

  test.each(['giftCard', 'tenderCode', 'certificate'] as const)(
    'SAFE-18: an order of gift cards alone with a %s is refused with a plain sentence, by button and by wallet',
    async (kind) => {
      const tenderId =
        kind === 'giftCard'
          ? await seedGiftCard(world.database, 50_000)
          : await seedCertificate(world.database, kind === 'certificate' ? 'reward' : 'tender', 50_000)
      const { shopper } = await walletVisitor(world, { lines: [giftCards], tenders: [{ kind, tenderId }] })
      const { orderSummary, paymentData } = await shopper.call('checkout', 'refreshCheckout', {})
      expect(orderSummary).toMatchObject({ total: 10_000, amountDue: 10_000, storedValueMessage: note })
      expect(paymentData.isPaymentNeeded).toBe(true)
      expect(await shopper.call('order', 'placeOrder', { adata: '' })).toMatchObject({
        isSuccess: false,
        errorMessage: plainSentence,
        redirectUrl: '/checkout/paymentandbilling',
      })
    },
  )

  test('SAFE-18: with a card they are charged to the card whole, and the gift card keeps its money', async () => {
    const tenderId = await seedGiftCard(world.database, 50_000)
    const tenders = [{ kind: 'giftCard' as const, tenderId }]
    const { shopper } = await walletVisitor(world, { lines: [giftCards], tenders, tokens: [await cardToken(world)] })
    expect(await shopper.call('order', 'placeOrder', { adata: '' })).toMatchObject({ isSuccess: true })
    expect(await charged()).toMatchObject({ amount: 10_000 })
    expect(await balanceOf(tenderId)).toEqual({ balance: 50_000, held: 0 })
  })

  test('SAFE-18: in a mixed order the gift card pays the other lines, the card the gift cards; the page says why', async () => {
    const tenderId = await seedGiftCard(world.database, 50_000)
    const tenders = [{ kind: 'giftCard' as const, tenderId }]
    const lines = [mug, giftCards]
    const { shopper } = await walletVisitor(world, { lines, tenders, tokens: [await cardToken(world)] })
    const { orderSummary, paidWith, paymentData } = await shopper.call('checkout', 'refreshCheckout', {})
    const others = orderSummary.total - 10_000
    expect(orderSummary).toMatchObject({ giftCardsTotal: others, amountDue: 10_000, storedValueMessage: note })
    expect(paymentData.tenderCodesData.giftCards).toMatchObject([{ appliedAmount: others, balance: 50_000 }])
    expect(paymentData.creditCardData.cardOneInfo?.appliedAmount).toBe(10_000)
    expect(paidWith.map(({ amount }) => amount)).toEqual([others, 10_000])
    expect(await shopper.call('order', 'placeOrder', { adata: '' })).toMatchObject({ isSuccess: true })
    expect(await charged()).toMatchObject({ amount: 10_000 })
    expect(await balanceOf(tenderId)).toEqual({ balance: 50_000 - others, held: 0 })
  })

  test.each(['paypal', 'venmo', 'applePay'] as const)(
    'SAFE-18: %s shows and pays the gift cards of a mixed order, the gift card the rest',
    async (method) => {
      const tenders = [{ kind: 'giftCard' as const, tenderId: await seedGiftCard(world.database, 50_000) }]
      const { shopper } = await walletVisitor(world, { lines: [mug, giftCards], tenders })
      const { nonce, email, amountDue } = await approve(shopper, method)
      expect(amountDue).toBe(10_000)
      if (method === 'venmo') await shopper.call('wallet', 'applyVenmoPayment', { nonce })
      const placed =
        method === 'applePay'
          ? await shopper.call('order', 'placeApplePayOrder', { nonce })
          : method === 'paypal'
            ? await shopper.call('order', 'placePayPalOrderFromPayment', { data: { nonce, email } })
            : await shopper.call('order', 'placeOrder', {})
      expect(placed).toMatchObject({ isSuccess: true })
      expect(await charged()).toMatchObject({ amount: 10_000 })
    },
  )

  test('SAFE-18: applied to gift cards alone a gift card and a code are refused; in a mixed order they pay the other lines', async () => {
    const refused = { isSuccess: false, errorMessage: plainSentence }
    const pin = '12345678'
    const of = { currency: 'USD' }
    const number = (nth: number) => `600649123456000${nth}`
    const issued = [
      { ...of, kind: 'giftCard', number: number(1), pin, amountCents: 500_000 },
      { ...of, kind: 'giftCard', number: number(2), pin, amountCents: 1_000 },
      { ...of, kind: 'tenderCode', code: 'WELCOME0001', amountCents: 500 },
    ]
    const file = join(world.config.dataDir, 'stored-value.jsonl')
    writeFileSync(file, issued.map((line) => JSON.stringify(line)).join('\n'))
    await importStoredValue(world.database, file, storedValueMac(world.config.secret))
    const shopper = world.shopper()
    const apply = (nth: number, cardPin = pin) =>
      shopper.call('tender', 'applyGiftCard', { cardNumber: number(nth), cardPin })
    const applyCode = () => shopper.call('tender', 'applyTenderCode', { tenderCodeNumber: 'WELCOME0001' })
    await add(shopper, item(sku.giftCard, 1))
    expect(await apply(1)).toMatchObject(refused)
    // a wrong pin is not told from a right one here
    expect(await apply(1, '00000000')).toMatchObject(refused)
    expect(await applyCode()).toMatchObject(refused)
    await add(shopper, item(sku.mug, 1))
    const reply = await apply(1)
    expect(reply).toMatchObject({ isSuccess: true, orderSummary: { amountDue: 5_000 }, isPaymentNeeded: true })
    expect(await apply(2)).toMatchObject(refused)
    expect(await applyCode()).toMatchObject(refused)
  })

  test('SAFE-18: an order without gift cards says nothing of them', async () => {
    const { shopper } = await walletVisitor(world, { lines: [mug] })
    const { orderSummary } = await shopper.call('checkout', 'refreshCheckout', {})
    expect(orderSummary).not.toHaveProperty('storedValueMessage')
  })
})
