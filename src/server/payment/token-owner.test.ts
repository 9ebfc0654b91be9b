import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { sweepTokenOwners } from '#server/payment/token-owner-store.ts'
import { add, address, item, newCard } from '#test/builders/cart-calls.ts'
import { sku } from '#test/builders/catalog.ts'
import { newMember, signInBy } from '#test/builders/member.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { cardToken, gatewayBooks } from '#test/order/gateway.ts'
import { answerSheet, approve, walletVisitor } from '#test/order/wallet-visitor.ts'
import { createWorld, type World } from '#test/world.ts'

const ended = 'Your payment session has ended. Please enter your card again.'
const owners = statement<{ count: number }>('test.owners', 'select count(*)::int as count from shop.token_owner')
const makeOld = statement('test.make-owners-old', "update shop.token_owner set owned_at = now() - interval '91 days'")
const stored = statement<{ all: string }>(
  'test.kept-owners',
  "select string_agg(t::text, ' ') as all from shop.token_owner t",
)

describe('SAFE-19: a card session, its token and a wallet payload belong to one shopper in one store', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.close())

  async function withMug(variant: 'cb' | 'cb-ca' = 'cb', shopper = world.shopper(variant)): Promise<TestShopper> {
    await add(shopper, item(sku.mug))
    return shopper
  }
  const save = (shopper: TestShopper, cardOneData: Awaited<ReturnType<typeof newCard>>) =>
    shopper.call('payment', 'savePayment', { cardOneData })
  /** The right security code of a saved card, entered in a session of this shopper's. */
  async function codeToken(shopper: TestShopper): Promise<string> {
    const { gatewayUrl } = await shopper.call('payment', 'createCardSession', {})
    const answer = await fetch(gatewayUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: world.config.origins.cb },
      body: JSON.stringify({ cvv: '123' }),
    })
    return ((await answer.json()) as { cvvToken: string }).cvvToken
  }
  const refused = { isSuccess: false, errorMessage: ended, cardOneErrors: { hasSessionError: true } }

  test.each([
    ['another session', 'cb'],
    ['the store of the other country', 'cb-ca'],
  ] as const)(
    'SAFE-19: a token that %s shows is unknown, used before or not; its own shopper may use it',
    async (_name, variant) => {
      const [owner, thief] = [await withMug(), await withMug(variant)]
      const card = await newCard(world, owner)
      expect(await save(thief, card)).toMatchObject(refused)
      const mine = await newCard(world, owner)
      expect(await save(owner, mine)).toMatchObject({ isSuccess: true })
      expect(await save(thief, mine)).toMatchObject(refused)
      expect(await save(owner, mine)).toMatchObject({ isSuccess: true })
      const { paymentData } = await thief.call('checkout', 'refreshCheckout', {})
      expect(paymentData.creditCardData.cardOneInfo).toBeNull()
    },
  )

  test('SAFE-19: a token without a session of ours is whose it was first, as an encrypted card of Adyen is', async () => {
    const [owner, thief] = [await withMug(), await withMug()]
    const token = {
      slot: 'CardOne',
      cardToken: await cardToken(world),
      expMonth: 12,
      expYear: 2030,
      appliedAmount: null,
    } as const
    expect(await save(owner, token)).toMatchObject({ isSuccess: true })
    expect(await save(thief, token)).toMatchObject(refused)
  })

  test('SAFE-19: the rewards behind a hosted session are shown to nobody but its shopper', async () => {
    const [owner, thief] = [await withMug(), await withMug()]
    const { tnsSession, gatewayUrl } = await owner.call('payment', 'createCardSession', {})
    await fetch(gatewayUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: world.config.origins.cb },
      body: JSON.stringify({ number: '6045880000061001', cvv: '', expMonth: 0, expYear: 0 }),
    })
    expect(await thief.call('reward', 'getAccountRewards', { tnsSession })).toMatchObject({ errorMessage: ended })
    const own = await owner.call('reward', 'getAccountRewards', { tnsSession })
    expect(own.errorMessage).not.toBe(ended)
  })

  test.each([
    ['another session', 'cb'],
    ['the store of the other country', 'cb-ca'],
  ] as const)('SAFE-19: a security code entered in %s verifies no saved card; her own does', async (_name, variant) => {
    const { shopper: member } = await newMember(world)
    const fill = async () => {
      await withMug('cb', member)
      await member.call('cart', 'checkout', {})
      await member.call('checkout', 'validateAndSaveAddress', address())
    }
    await fill()
    const card = { ...(await newCard(world, member)), saveToAccount: true }
    await member.call('payment', 'savePayment', { cardOneData: card })
    expect(await member.call('order', 'placeOrder', {})).toMatchObject({ isSuccess: true })
    await fill()
    const { paymentData } = await member.call('checkout', 'refreshCheckout', {})
    const id = paymentData.creditCardData.accountCardsInfo[0]?.cardInfo.id ?? ''
    expect(id).not.toBe('')
    const check = async (cvvToken: string) => {
      const { isSuccess } = await member.call('payment', 'verifyCreditCard', { cardData: { id, cvvToken } })
      const saved = await member.call('payment', 'savePayment', { accountCardOneData: { id, cvvToken } })
      return [isSuccess, saved.isSuccess, saved.cardOneErrors?.hasSessionError ?? false]
    }
    expect(await check(await codeToken(world.shopper(variant)))).toEqual([false, false, true])
    expect(await check(await codeToken(member))).toEqual([true, true, false])
  })

  test('SAFE-19: a member has her session in both of her browsers; what she made before she signed in has ended', async () => {
    const { shopper: first, email } = await newMember(world)
    const second = world.shopper()
    await signInBy(second, email)
    await withMug('cb', first)
    const card = await newCard(world, first)
    expect(await save(second, card)).toMatchObject({ isSuccess: true })
    const guest = await withMug()
    const before = await newCard(world, guest)
    await signInBy(guest, email)
    expect(await save(guest, before)).toMatchObject(refused)
    expect(await save(guest, await newCard(world, guest))).toMatchObject({ isSuccess: true })
  })

  test.each(['paypal', 'venmo', 'applePay'] as const)(
    'SAFE-19: an approval of %s that was shown is no approval in another session or store, to apply or to order',
    async (method) => {
      const { shopper: owner } = await walletVisitor(world)
      const { nonce } = await approve(owner, method)
      const apply = async (shopper: TestShopper) => {
        if (method === 'venmo') return shopper.call('wallet', 'applyVenmoPayment', { nonce })
        if (method === 'applePay') return shopper.call('wallet', 'applyApplePayPayment', { nonce })
        await shopper.call('wallet', 'setPayPalPayload', { data: { nonce } })
        return shopper.call('wallet', 'savePayPalPayment', {})
      }
      expect(await apply(owner)).toMatchObject({ isSuccess: true })
      const { shopper: thief } = await walletVisitor(world)
      expect(await apply(thief)).toMatchObject({ isSuccess: false, errorMessage: 'Please approve the payment first.' })
      if (method !== 'venmo') {
        const books = (await gatewayBooks(world)).length
        const placed =
          method === 'applePay'
            ? await thief.call('order', 'placeApplePayOrder', { nonce })
            : await thief.call('order', 'placePayPalOrderFromPayment', { data: { nonce } })
        expect(placed).toMatchObject({ isSuccess: false, message: 'AuthorizationFailure' })
        expect(await gatewayBooks(world)).toHaveLength(books)
      }
      // of the wallets Canada has PayPal and Apple Pay
      if (method !== 'venmo') expect(await apply(await withMug('cb-ca'))).toMatchObject({ isSuccess: false })
      expect(await owner.call('order', 'placeOrder', {})).toMatchObject({ isSuccess: true })
    },
  )

  test.each(['paypal', 'venmo', 'applePay'] as const)(
    'SAFE-19 SCENE-18: an approval of %s is for what its sheet showed, though a dearer sheet was opened since',
    async (method) => {
      const { shopper } = await walletVisitor(world)
      const { nonce } = await approve(shopper, method)
      const apply = async () => {
        if (method === 'venmo') return shopper.call('wallet', 'applyVenmoPayment', { nonce })
        if (method === 'applePay') return shopper.call('wallet', 'applyApplePayPayment', { nonce })
        await shopper.call('wallet', 'setPayPalPayload', { data: { nonce } })
        return shopper.call('wallet', 'savePayPalPayment', {})
      }
      expect(await apply()).toMatchObject({ isSuccess: true })
      await add(shopper, item(sku.mug, 3))
      expect(await shopper.call('wallet', 'openWalletSheet', { method })).toMatchObject({ isSuccess: true })
      const books = (await gatewayBooks(world)).length
      expect(await apply()).toMatchObject({ isSuccess: false })
      if (method === 'applePay') {
        expect(await shopper.call('order', 'placeApplePayOrder', { nonce })).toMatchObject({ isSuccess: false })
      }
      if (method === 'paypal') {
        const placed = await shopper.call('order', 'placePayPalOrderFromPayment', { data: { nonce } })
        expect(placed).toMatchObject({ isSuccess: false })
      }
      expect(await gatewayBooks(world)).toHaveLength(books)
      await approve(shopper, method).then((fresh) => expect(fresh.nonce).not.toBe(nonce))
    },
  )

  test.each(['paypal', 'venmo', 'applePay'] as const)(
    'SCENE-18 CALM-32: an approval of %s is of its own sheet: not of a dearer one that another tab opened before it was told',
    async (method) => {
      const { shopper } = await walletVisitor(world)
      const apply = async ({ nonce, sheetId }: { nonce: string; sheetId: string }) => {
        if (method === 'venmo') return shopper.call('wallet', 'applyVenmoPayment', { nonce, sheetId })
        if (method === 'applePay') return shopper.call('wallet', 'applyApplePayPayment', { nonce, sheetId })
        const stored = await shopper.call('wallet', 'setPayPalPayload', { data: { nonce }, sheetId })
        return stored.isSuccess ? shopper.call('wallet', 'savePayPalPayment', {}) : stored
      }
      const first = await shopper.call('wallet', 'openWalletSheet', { method })
      await add(shopper, item(sku.mug, 3))
      const dearer = await shopper.call('wallet', 'openWalletSheet', { method })
      expect(dearer.amountDue).toBeGreaterThan(first.amountDue)
      const { nonce } = await answerSheet(first.sheetUrl, 'approve')
      expect(await apply({ nonce, sheetId: first.sheetId })).toMatchObject({
        isSuccess: false,
        errorMessage: 'Your total may have changed since. Please approve it once more, or choose another way to pay.',
      })
      // nor by not saying whose it is
      expect(await apply({ nonce, sheetId: '' })).toMatchObject({ isSuccess: false })
      const own = await answerSheet(dearer.sheetUrl, 'approve')
      expect(await apply({ nonce: own.nonce, sheetId: dearer.sheetId })).toMatchObject({ isSuccess: true })
    },
  )

  test('SAFE-19 SCENE-18: PayPal shows its approval when it is stored: a dearer sheet before it is saved does not make it more', async () => {
    const { shopper } = await walletVisitor(world)
    const { nonce } = await approve(shopper, 'paypal')
    await shopper.call('wallet', 'setPayPalPayload', { data: { nonce } })
    await add(shopper, item(sku.mug, 3))
    expect(await shopper.call('wallet', 'openWalletSheet', { method: 'paypal' })).toMatchObject({ isSuccess: true })
    expect(await shopper.call('wallet', 'savePayPalPayment', {})).toMatchObject({ isSuccess: false })
    const { paidWith } = await shopper.call('checkout', 'refreshCheckout', {})
    expect(paidWith).toEqual([])
  })

  test.each(['paypal', 'venmo', 'applePay'] as const)(
    'SAFE-04 SAFE-19: an invented nonce of %s is no approval where no sheet was open, nor when one is opened since',
    async (method) => {
      const { shopper } = await walletVisitor(world)
      const nonce = randomUUID()
      const tries = async () => {
        if (method === 'venmo') return [await shopper.call('wallet', 'applyVenmoPayment', { nonce })]
        if (method === 'applePay')
          return [
            await shopper.call('wallet', 'applyApplePayPayment', { nonce }),
            await shopper.call('order', 'placeApplePayOrder', { nonce }),
          ]
        await shopper.call('wallet', 'setPayPalPayload', { data: { nonce } })
        return [
          await shopper.call('wallet', 'savePayPalPayment', {}),
          await shopper.call('order', 'placePayPalOrderFromPayment', { data: { nonce } }),
        ]
      }
      const books = (await gatewayBooks(world)).length
      for (const { isSuccess } of await tries()) expect(isSuccess).toBe(false)
      await shopper.call('wallet', 'openWalletSheet', { method })
      for (const { isSuccess } of await tries()) expect(isSuccess).toBe(false)
      expect(await gatewayBooks(world)).toHaveLength(books)
    },
  )

  test('SAFE-19 PAY-53: no token is kept by it, and what is 90 days old is forgotten', async () => {
    const { shopper } = await walletVisitor(world)
    const nonce = randomUUID()
    await shopper.call('wallet', 'applyApplePayPayment', { nonce })
    expect((await world.database.row(stored))?.all).not.toContain(nonce)
    await world.database.count(makeOld)
    await sweepTokenOwners(world.database, 1_000)
    expect(await world.database.row(owners)).toEqual({ count: 0 })
  })
})
