import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { add, item, newCard } from '#test/builders/cart-calls.ts'
import { sku } from '#test/builders/catalog.ts'
import {
  cardsOf,
  codeTokenOf,
  expire,
  master,
  memberWithCards,
  place,
  save,
  verify,
  visa,
} from '#test/builders/member-cards.ts'
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

const memberWith = (...numbers: readonly string[]) => memberWithCards(world, ...numbers)
const codeToken = (shopper: TestShopper, cvv: string) => codeTokenOf(world, shopper, cvv)

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

  test('PAY-45: a code sent along with the saved card is checked with it, and holds for the cart', async () => {
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
