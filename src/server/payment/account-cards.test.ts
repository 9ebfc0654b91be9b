import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SentBy } from '#contracts/call.ts'
import type { paymentCalls } from '#contracts/payment/calls.ts'
import { statement } from '#server/db/database.ts'
import { add, address, item, newCard } from '#test/builders/basket.ts'
import { sku } from '#test/builders/catalog.ts'
import { newMember } from '#test/builders/member.ts'
import { promos, putPromos } from '#test/builders/promos.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  await putPromos(world.database)
})
afterAll(() => world.close())
// all members of a test sign in from one address
beforeEach(() => world.database.count(statement('test.forget', 'delete from throttle')).then(() => undefined))

type SavePayment = SentBy<typeof paymentCalls.savePayment>
const refresh = (shopper: TestShopper) => shopper.call('checkout', 'refreshCheckout', {})
const cardsOf = async (shopper: TestShopper) => (await refresh(shopper)).paymentData.creditCardData
const save = (shopper: TestShopper, body: SavePayment) => shopper.call('payment', 'savePayment', body)
const verify = (shopper: TestShopper, cardData: { id?: string; cvvToken?: string } | null) =>
  shopper.call('payment', 'verifyCreditCard', { cardData })
const place = (shopper: TestShopper) => shopper.call('order', 'placeOrder', { adata: '' })

/** Up to the payment step with an address. */
async function fillBasket(shopper: TestShopper): Promise<void> {
  await add(shopper, item(sku.mug, 4))
  await shopper.call('cart', 'checkout', {})
  const saved = await shopper.call('checkout', 'validateAndSaveAddress', address())
  if (!saved.isSuccess) throw new Error(`no address: ${saved.errorMessage} ${JSON.stringify(saved.errors)}`)
}

async function orderKeeping(shopper: TestShopper, ...numbers: readonly string[]): Promise<void> {
  for (const number of numbers) {
    await fillBasket(shopper)
    const saved = await save(shopper, {
      cardOneData: { ...(await newCard(world, shopper, { number })), saveToAccount: true },
    })
    if (!saved.isSuccess) throw new Error(saved.errorMessage)
    const placed = await place(shopper)
    if (!placed.isSuccess) throw new Error(`${placed.message} ${placed.errorMessage}`)
  }
}

/** A member who has these cards in her account and a new basket at the payment step. */
async function memberWith(...numbers: readonly string[]) {
  const member = await newMember(world)
  await orderKeeping(member.shopper, ...numbers)
  await fillBasket(member.shopper)
  const { accountCardsInfo } = await cardsOf(member.shopper)
  return { ...member, ids: accountCardsInfo.map(({ cardInfo }) => cardInfo.id) }
}

async function codeToken(shopper: TestShopper, cvv: string): Promise<string> {
  const { gatewayUrl } = await shopper.call('payment', 'createCardSession', {})
  const answer = await fetch(gatewayUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: world.config.origins.cb },
    body: JSON.stringify({ cvv }),
  })
  return ((await answer.json()) as { cvvToken: string }).cvvToken
}

const visa = '4111111111111111'
const master = '5555555555554444'
const expiry = { expMonth: 12, expYear: 2030, isExpired: false }
const expire = statement('test.expire', 'update shop.account_card set exp_year = 2025 where card_id = $1::uuid')

describe('cards come into the account', () => {
  test('PAY-13, PAY-09, DATA-23: a card that is to be kept is there at the next checkout, once its order is placed', async () => {
    const { shopper } = await newMember(world)
    await fillBasket(shopper)
    await save(shopper, { cardOneData: { ...(await newCard(world, shopper)), saveToAccount: true } })
    expect((await cardsOf(shopper)).accountCardsInfo).toEqual([])
    expect((await place(shopper)).isSuccess).toBe(true)
    await fillBasket(shopper)
    expect((await cardsOf(shopper)).accountCardsInfo).toEqual([
      {
        cardInfo: {
          type: 'Visa',
          lastFour: '1111',
          expMonth: 12,
          expYear: 2030,
          cbhccDesignType: 0,
          verifyCreditCard: true,
          isVerificationApplied: false,
          adyenCardData: null,
          storedPaymentMethodId: expect.stringMatching(/^[0-9a-f-]{36}$/),
          isAutoApplied: false,
          id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        },
        isExpired: false,
      },
    ])
  })

  test('PAY-13: a declined card, and one that was not to be kept, stay out of the account', async () => {
    const { shopper } = await newMember(world)
    await fillBasket(shopper)
    const declined = await newCard(world, shopper, { number: '4000000000000002' })
    await save(shopper, { cardOneData: { ...declined, saveToAccount: true } })
    expect((await place(shopper)).message).toBe('AuthorizationFailure')
    await save(shopper, { cardOneData: await newCard(world, shopper) })
    expect((await place(shopper)).isSuccess).toBe(true)
    await fillBasket(shopper)
    expect((await cardsOf(shopper)).accountCardsInfo).toEqual([])
  })

  test('PAY-39, CONST-09: a sixth card is refused when it is saved, and pays well without being kept', async () => {
    const five = [visa, master, '4242424242424242', '6011111111111117', '4012888888881881']
    const { shopper } = await memberWith(...five)
    const sixth = async (saveToAccount: boolean) =>
      save(shopper, {
        cardOneData: { ...(await newCard(world, shopper, { number: '5105105105105100' })), saveToAccount },
      })
    expect((await refresh(shopper)).accountCardsInfoLimit).toBe(5)
    expect(await sixth(true)).toMatchObject({
      isSuccess: false,
      errorMessage: 'Your account already has 5 saved cards. Please continue without saving this card.',
    })
    expect((await sixth(false)).isSuccess).toBe(true)
    expect((await cardsOf(shopper)).accountCardsInfo).toHaveLength(5)
  })

  test('PAY-13: the same card entered again is not stored twice; the same number with a new expiry is', async () => {
    const { shopper, ids } = await memberWith(visa)
    await save(shopper, { cardOneData: { ...(await newCard(world, shopper)), saveToAccount: true } })
    expect((await place(shopper)).isSuccess).toBe(true)
    await fillBasket(shopper)
    expect((await cardsOf(shopper)).accountCardsInfo.map(({ cardInfo }) => cardInfo.id)).toEqual(ids)
    const renewed = await newCard(world, shopper, { expYear: 2031 })
    await save(shopper, { cardOneData: { ...renewed, saveToAccount: true } })
    expect((await place(shopper)).isSuccess).toBe(true)
    await fillBasket(shopper)
    expect((await cardsOf(shopper)).accountCardsInfo).toHaveLength(2)
  })

  test('PAY-53: the account keeps token, brand, last four and expiry, and no number or code', async () => {
    await memberWith(visa)
    const row = await world.database.row(
      statement<{ everything: string }>(
        'test.cards',
        'select string_agg(c::text, $1) as everything from shop.account_card c',
      ),
      [' '],
    )
    expect(row?.everything).toContain('1111')
    expect(row?.everything).not.toMatch(/4111|\d{13}/)
  })
})

describe('paying with saved cards', () => {
  test('PAY-52, OPEN-63, PAY-05, PAY-07: one saved card takes all that is due', async () => {
    const { shopper, ids } = await memberWith(visa, master)
    const reply = await save(shopper, { accountCardOneData: { id: ids[1] ?? '' } })
    expect(reply).toMatchObject({ isSuccess: true, cardOneErrors: null })
    expect(reply.creditCardData.cardOneInfo).toMatchObject({
      id: ids[1],
      storedPaymentMethodId: ids[1],
      selectionIndex: 1,
      type: 'MasterCard',
      lastFour: '4444',
      order: 1,
      isPrimary: true,
      hasVerifyData: false,
      verifyCreditCard: true,
      isVerificationApplied: false,
      appliedAmount: reply.orderSummary.amountDue,
    })
  })

  test('PAY-52: the path of the other provider takes saved cards too', async () => {
    const { shopper, ids } = await memberWith(visa)
    const reply = await shopper.call('payment', 'providerSaveCard', { accountCardOneData: { id: ids[0] ?? '' } })
    expect(reply.creditCardData.cardOneInfo).toMatchObject({ id: ids[0], selectionIndex: 0 })
  })

  test('PAY-36, PAY-37, PAY-07: a saved card and a new one share what is due', async () => {
    const { shopper, ids } = await memberWith(visa)
    const reply = await save(shopper, {
      accountCardOneData: { id: ids[0] ?? '', appliedAmount: 1_000 },
      cardTwoData: await newCard(world, shopper, { slot: 'CardTwo', number: master }),
    })
    const { cardOneInfo, cardTwoInfo } = reply.creditCardData
    expect(cardOneInfo).toMatchObject({ appliedAmount: 1_000, selectionIndex: 0, order: 1 })
    expect(cardTwoInfo).toMatchObject({
      appliedAmount: reply.orderSummary.amountDue - 1_000,
      selectionIndex: -1,
      order: 2,
    })
  })

  test('PAY-36: two saved cards whose amounts do not sum to what is due are refused', async () => {
    const { shopper, ids } = await memberWith(visa, master)
    const reply = await save(shopper, {
      accountCardOneData: { id: ids[0] ?? '', appliedAmount: 1_000 },
      accountCardTwoData: { id: ids[1] ?? '', appliedAmount: 499 },
    })
    expect(reply.isSuccess).toBe(false)
    expect(reply.errorMessage).toContain('do not add up')
  })

  test('PAY-42, VALID-22: the same card in both slots is refused', async () => {
    const { shopper, ids } = await memberWith(visa)
    const card = { id: ids[0] ?? '', appliedAmount: 1_000 }
    const reply = await save(shopper, { accountCardOneData: card, accountCardTwoData: { id: card.id } })
    expect(reply).toMatchObject({ isSuccess: false, errorMessage: 'Card already in use.' })
  })

  test('PAY-41, PAY-09: an expired card says so and is refused at its slot', async () => {
    const { shopper, ids } = await memberWith(visa)
    await world.database.count(expire, [ids[0] ?? ''])
    expect((await cardsOf(shopper)).accountCardsInfo[0]?.isExpired).toBe(true)
    const reply = await save(shopper, { accountCardOneData: { id: ids[0] ?? '' } })
    expect(reply).toMatchObject({ isSuccess: false, cardOneErrors: { hasExpDateError: true } })
  })

  test('PAY-43, OPEN-68: with a code for store cards another saved card is refused', async () => {
    const { shopper, ids } = await memberWith(visa)
    await shopper.call('checkout', 'applyPromoCode', { promoCode: promos.storeCard })
    const reply = await save(shopper, { accountCardOneData: { id: ids[0] ?? '' } })
    expect(reply).toMatchObject({ isSuccess: false, cardOneErrors: { hasRewardsRestrictionError: true } })
  })

  test("CALL-91: another member's card is as unknown as one that does not exist, and a guest has none", async () => {
    const owner = await memberWith(visa)
    const stranger = await memberWith(master)
    const guest = world.shopper()
    await add(guest, item(sku.mug, 4))
    const nobodys = '99999999-9999-4999-8999-999999999999'
    for (const shopper of [stranger.shopper, guest]) {
      const asked = async (id: string) => {
        const { isSuccess, errorMessage, cardOneErrors } = await save(shopper, { accountCardOneData: { id } })
        const { cardId, ...errors } = await verify(shopper, { id, cvvToken: 'cvv_x' })
        expect(cardId).toBe(id)
        return { isSuccess, errorMessage, cardOneErrors, errors }
      }
      const unknown = await asked(nobodys)
      expect(unknown).toMatchObject({ isSuccess: false, cardOneErrors: null, errors: { isSuccess: false } })
      expect(await asked(owner.ids[0] ?? '')).toEqual(unknown)
    }
  })
})

describe('the security code of a saved card', () => {
  test('PAY-45, CALL-53, OPEN-66: a right code is applied, and the order can be placed only with it', async () => {
    const { shopper, ids } = await memberWith(visa)
    const id = ids[0] ?? ''
    await save(shopper, { accountCardOneData: { id } })
    expect(await place(shopper)).toMatchObject({ isSuccess: false, redirectUrl: '/checkout/paymentandbilling' })
    const reply = await verify(shopper, { id, cvvToken: await codeToken(shopper, '123') })
    expect(reply).toMatchObject({ isSuccess: true, cardId: id, hasVerifyFailedError: false, hasCvvError: false })
    const { cardOneInfo, accountCardsInfo } = await cardsOf(shopper)
    expect(cardOneInfo).toMatchObject({ isVerificationApplied: true, hasVerifyData: true })
    expect(accountCardsInfo[0]?.cardInfo.isVerificationApplied).toBe(true)
    expect((await place(shopper)).isSuccess).toBe(true)
  })

  test('PAY-45, PAY-46, OPEN-66: a wrong code fails at its card', async () => {
    const { shopper, ids } = await memberWith(visa)
    const id = ids[0] ?? ''
    await save(shopper, { accountCardOneData: { id } })
    const cvvToken = await codeToken(shopper, '999')
    expect(await verify(shopper, { id, cvvToken })).toMatchObject({
      isSuccess: false,
      errorMessage: 'The security code you entered is not valid.',
      hasVerifyFailedError: true,
      hasCvvError: true,
      cardId: id,
    })
    expect((await cardsOf(shopper)).cardOneInfo?.isVerificationApplied).toBe(false)
    expect(await save(shopper, { accountCardOneData: { id, cvvToken } })).toMatchObject({
      isSuccess: false,
      cardOneErrors: { hasCvvError: true },
    })
  })

  test('PAY-47, OPEN-66: no data sets the three verify errors, an empty code the required one', async () => {
    const { shopper, ids } = await memberWith(visa)
    const { errorMessage: _, ...missing } = await verify(shopper, null)
    expect(missing).toEqual({
      isSuccess: false,
      hasVerifyRequiredError: true,
      hasVerifyInputError: true,
      hasVerifyFailedError: true,
      hasCvvError: false,
      cardId: '',
    })
    expect(await verify(shopper, { id: ids[0] ?? '', cvvToken: '' })).toMatchObject({
      hasVerifyRequiredError: true,
      hasVerifyInputError: false,
      hasVerifyFailedError: false,
      hasCvvError: false,
    })
  })

  test('PAY-45: a code sent along with the saved card is checked with it, and holds for the basket', async () => {
    const { shopper, ids } = await memberWith(visa)
    const id = ids[0] ?? ''
    const cvvToken = await codeToken(shopper, '123')
    const first = await save(shopper, { accountCardOneData: { id, cvvToken } })
    const again = await save(shopper, { accountCardOneData: { id } })
    for (const reply of [first, again]) {
      expect(reply.creditCardData.cardOneInfo).toMatchObject({ hasVerifyData: true, isVerificationApplied: true })
    }
  })

  test('OPEN-66: nobody tries out codes: after ten in a quarter of an hour none is asked', async () => {
    const { shopper, ids } = await memberWith(visa)
    const id = ids[0] ?? ''
    for (let nth = 0; nth < 10; nth += 1) await verify(shopper, { id, cvvToken: 'cvv_guess' })
    const right = await verify(shopper, { id, cvvToken: await codeToken(shopper, '123') })
    expect(right).toMatchObject({ isSuccess: false, hasVerifyFailedError: true, hasCvvError: false })
  })
})

describe('the default card', () => {
  test('PAY-50: the first card of the account is applied by itself when the payment step opens, and can be changed', async () => {
    const { shopper, ids } = await memberWith(visa, master)
    const moved = await shopper.call('checkout', 'moveToShippingAndGiftOptions', {})
    const opened = await shopper.call('checkout', 'moveToPaymentPage', {})
    expect([moved.isSuccess, opened.isSuccess]).toEqual([true, true])
    const { cardOneInfo, accountCardsInfo } = await cardsOf(shopper)
    expect(cardOneInfo).toMatchObject({ id: ids[0], isAutoApplied: true, selectionIndex: 0 })
    expect(accountCardsInfo.map(({ cardInfo }) => cardInfo.isAutoApplied)).toEqual([true, false])
    expect((await shopper.call('checkout', 'moveToReviewPage', {})).isSuccess).toBe(false)
    const changed = await save(shopper, { accountCardOneData: { id: ids[1] ?? '' } })
    expect(changed.creditCardData.cardOneInfo).toMatchObject({ id: ids[1], isAutoApplied: false })
  })

  test('PAY-50, PAY-41: an expired default card is not applied', async () => {
    const { shopper, ids } = await memberWith(visa)
    await world.database.count(expire, [ids[0] ?? ''])
    await shopper.call('checkout', 'moveToShippingAndGiftOptions', {})
    await shopper.call('checkout', 'moveToPaymentPage', {})
    expect((await cardsOf(shopper)).cardOneInfo).toBeNull()
  })
})

describe('OPEN-18: the cards on the account page', () => {
  const shown = async (shopper: TestShopper) => {
    const { page } = await shopper.page('/account')
    if (page.name !== 'account') throw new Error(`the account page is ${page.name}`)
    return page.cards
  }
  const post = async (shopper: TestShopper, action: 'remove' | 'default', cardId: string) => {
    await shopper.get('/account')
    const answer = await shopper.submit(`/account/cards/${action}`, { cardId })
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/account'])
    return (await shopper.page('/account')).frame.notice
  }

  test('OPEN-18: they are there, the first as the default, without token or number', async () => {
    const { shopper, ids } = await memberWith(visa, master)
    expect(await shown(shopper)).toEqual([
      { ...{ cardId: ids[0], type: 'Visa', lastFour: '1111', isDefault: true }, ...expiry },
      { ...{ cardId: ids[1], type: 'MasterCard', lastFour: '4444', isDefault: false }, ...expiry },
    ])
  })

  test('PAY-50: another default pays the next basket, and it alone is the default', async () => {
    const { shopper, ids } = await memberWith(visa, master)
    expect(await post(shopper, 'default', ids[1] ?? '')).toBe('This card now pays unless you choose another.')
    expect((await shown(shopper)).map(({ isDefault }) => isDefault)).toEqual([false, true])
    expect((await shown(shopper)).map(({ cardId }) => cardId)).toEqual(ids)
  })

  test('a removed card is gone, leaves the open basket, and hands the default on', async () => {
    const { shopper, ids } = await memberWith(visa, master)
    await save(shopper, { accountCardOneData: { id: ids[0] ?? '', cvvToken: await codeToken(shopper, '123') } })
    expect(await post(shopper, 'remove', ids[0] ?? '')).toBe('The card is removed from your account.')
    expect((await shown(shopper)).map(({ cardId, isDefault }) => [cardId, isDefault])).toEqual([[ids[1], true]])
    const paying = statement<{ n: number }>(
      'test.paying',
      'select count(*)::int as n from shop.cart_payment where account_card_id = $1::uuid and cart_id in (select cart_id from shop.cart where state = $2)',
    )
    expect((await world.database.row(paying, [ids[0], 'open']))?.n).toBe(0)
  })

  test('CALL-91: the card of another, an unknown one and no id at all are answered alike, and nothing changes', async () => {
    const [mine, other] = [await memberWith(visa), await memberWith(visa)]
    const guest = world.shopper()
    await guest.get('/session')
    for (const action of ['remove', 'default'] as const) {
      for (const cardId of [other.ids[0] ?? '', '00000000-0000-4000-8000-000000000000', "' or 1=1", '']) {
        expect(await post(mine.shopper, action, cardId)).toBe('This card is no longer in your account.')
      }
      await guest.submit(`/account/cards/${action}`, { cardId: mine.ids[0] ?? '' })
      await mine.shopper.submit(`/account/cards/${action}`, {
        cardId: mine.ids[0] ?? '',
        __RequestVerificationToken: '',
      })
    }
    for (const { shopper, ids } of [mine, other]) {
      expect((await shown(shopper)).map(({ cardId, isDefault }) => [cardId, isDefault])).toEqual([[ids[0], true]])
    }
  })
})
