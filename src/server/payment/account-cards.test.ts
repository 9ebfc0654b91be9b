import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { newCard } from '#test/builders/cart-calls.ts'
import { newMember } from '#test/builders/member.ts'
import {
  cardsOf,
  codeTokenOf,
  expire,
  fillMemberCart,
  master,
  memberWithCards,
  place,
  refresh,
  save,
  visa,
} from '#test/builders/member-cards.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { mailedTo } from '#test/order/deliveries.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
// all members of a test sign in from one address
beforeEach(() => world.database.count(statement('test.forget', 'delete from throttle')).then(() => undefined))

const memberWith = (...numbers: readonly string[]) => memberWithCards(world, ...numbers)
const codeToken = (shopper: TestShopper, cvv: string) => codeTokenOf(world, shopper, cvv)
const expiry = { expMonth: 12, expYear: 2030, isExpired: false }

describe('cards come into the account', () => {
  test('PAY-13, PAY-09, DATA-23: a card that is to be kept is there at the next checkout, once its order is placed', async () => {
    const { shopper } = await newMember(world)
    await fillMemberCart(shopper)
    await save(shopper, { cardOneData: { ...(await newCard(world, shopper)), saveToAccount: true } })
    expect((await cardsOf(shopper)).accountCardsInfo).toEqual([])
    expect((await place(shopper)).isSuccess).toBe(true)
    await fillMemberCart(shopper)
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

  test('CALM-63: the owner is told by mail of each card that came into the account, and of none that was there', async () => {
    const { shopper, email } = await memberWith(visa, master)
    const told = async () => (await mailedTo(world, email, ['mail.card-saved'])).map(({ text }) => text)
    expect((await told()).map((text) => /(\w+) ending in \d{4} was saved/.exec(text)?.[0]).sort()).toEqual([
      'Mastercard ending in 4444 was saved',
      'Visa ending in 1111 was saved',
    ])
    await save(shopper, { cardOneData: { ...(await newCard(world, shopper)), saveToAccount: true } })
    expect((await place(shopper)).isSuccess).toBe(true)
    expect(await told()).toHaveLength(2)
  })

  test('PAY-13: a declined card, and one that was not to be kept, stay out of the account', async () => {
    const { shopper } = await newMember(world)
    await fillMemberCart(shopper)
    const declined = await newCard(world, shopper, { number: '4000000000000002' })
    await save(shopper, { cardOneData: { ...declined, saveToAccount: true } })
    expect((await place(shopper)).message).toBe('AuthorizationFailure')
    await save(shopper, { cardOneData: await newCard(world, shopper) })
    expect((await place(shopper)).isSuccess).toBe(true)
    await fillMemberCart(shopper)
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
    await fillMemberCart(shopper)
    expect((await cardsOf(shopper)).accountCardsInfo.map(({ cardInfo }) => cardInfo.id)).toEqual(ids)
    const renewed = await newCard(world, shopper, { expYear: 2031 })
    await save(shopper, { cardOneData: { ...renewed, saveToAccount: true } })
    expect((await place(shopper)).isSuccess).toBe(true)
    await fillMemberCart(shopper)
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
  const submit = async (shopper: TestShopper, action: 'remove' | 'default' | 'undo', cardId: string) => {
    await shopper.get('/account')
    const answer = await shopper.submit(`/account/cards/${action}`, { cardId })
    expect([answer.statusCode, answer.headers.location]).toEqual([303, expect.stringMatching(/^\/account(#|$)/)])
    const { frame } = await shopper.page('/account')
    return { said: frame.notice, at: String(answer.headers.location).split('#')[1] ?? '' }
  }
  const post = async (...of: Parameters<typeof submit>) => (await submit(...of)).said

  test('OPEN-18: they are there, the first as the default, without token or number', async () => {
    const { shopper, ids } = await memberWith(visa, master)
    expect(await shown(shopper)).toEqual([
      { ...{ cardId: ids[0], type: 'Visa', lastFour: '1111', isDefault: true }, ...expiry },
      { ...{ cardId: ids[1], type: 'MasterCard', lastFour: '4444', isDefault: false }, ...expiry },
    ])
  })

  test('PAY-50: another default pays the next cart, and it alone is the default', async () => {
    const { shopper, ids } = await memberWith(visa, master)
    expect(await post(shopper, 'default', ids[1] ?? '')).toBe('This card now pays unless you choose another.')
    expect((await shown(shopper)).map(({ isDefault }) => isDefault)).toEqual([false, true])
    expect((await shown(shopper)).map(({ cardId }) => cardId)).toEqual(ids)
  })

  test('a removed card is gone, leaves the open cart, and hands the default on', async () => {
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

  test('CALM-64: undo brings a removed card back in its place and as the default, unless another was chosen since', async () => {
    const { shopper, ids } = await memberWith(visa, master, '6011111111111117')
    const [first = '', second = '', third = ''] = ids
    const state = async () => (await shown(shopper)).map(({ cardId, isDefault }) => [cardId, isDefault])
    const all = await state()
    expect(await submit(shopper, 'remove', first)).toMatchObject({ at: `card-${second}` })
    expect(await submit(shopper, 'remove', third)).toMatchObject({ at: 'your-cards' })
    expect(await state()).toEqual([[second, true]])
    const { page } = await shopper.page('/account')
    expect(page.name === 'account' && page.removed.cards).toEqual([
      { cardId: first, type: 'Visa', lastFour: '1111', before: second },
      { cardId: third, type: 'Discover', lastFour: '1117', before: '' },
    ])
    expect(await submit(shopper, 'undo', third)).toEqual({
      said: 'The card is back in your account.',
      at: `card-${third}`,
    })
    const back = { said: 'The card is back in your account.', at: `card-${first}` }
    expect(await submit(shopper, 'undo', first)).toEqual(back)
    expect(await state()).toEqual(all)
    // pressed twice it is as once
    expect(await submit(shopper, 'undo', first)).toEqual(back)
    expect(await state()).toEqual(all)

    await post(shopper, 'remove', first)
    await post(shopper, 'default', third)
    await post(shopper, 'undo', first)
    expect(await state()).toEqual([
      [first, false],
      [second, false],
      [third, true],
    ])
  })

  test.each([
    ['the first removed first', [0, 1]],
    ['the last removed first', [1, 0]],
  ])(
    'CALM-64: of two defaults removed one after the other the first is the default again; undone: %s',
    async (_what, order) => {
      const { shopper, ids } = await memberWith(visa, master, '6011111111111117')
      const removed = ids.slice(0, 2)
      for (const cardId of removed) await post(shopper, 'remove', cardId)
      for (const nth of order) await post(shopper, 'undo', removed[nth] ?? '')
      const isDefault = (await shown(shopper)).map((card) => [card.cardId, card.isDefault])
      expect(isDefault).toEqual(ids.map((cardId, nth) => [cardId, nth === 0]))
    },
  )

  test('CALM-64: a card that was removed 15 minutes ago stays removed, and none comes back past the limit', async () => {
    const { shopper, ids } = await memberWith(visa, master, '4242424242424242', '6011111111111117', '4012888888881881')
    const [first = '', second = ''] = ids
    const later = statement(
      'test.later',
      `update shop.removed_card set removed_at = removed_at - interval '16 minutes' where card_id = $1::uuid`,
    )
    await post(shopper, 'remove', first)
    await world.database.count(later, [first])
    expect(await post(shopper, 'undo', first)).toBe('This card is no longer in your account.')
    await post(shopper, 'remove', second)
    for (const number of ['5105105105105100', '4000056655665556']) {
      await fillMemberCart(shopper)
      await save(shopper, { cardOneData: { ...(await newCard(world, shopper, { number })), saveToAccount: true } })
      expect((await place(shopper)).isSuccess).toBe(true)
    }
    expect(await post(shopper, 'undo', second)).toBe(
      'Your account already has 5 saved cards. Please remove another first, then undo this.',
    )
    expect((await shown(shopper)).map(({ isDefault }) => isDefault)).toEqual([true, false, false, false, false])
  })

  test('CALL-91: the card of another, an unknown one and no id at all are answered alike, and nothing changes', async () => {
    const [mine, other] = [await memberWith(visa), await memberWith(visa, master)]
    const guest = world.shopper()
    await guest.get('/session')
    await post(other.shopper, 'remove', other.ids[1] ?? '')
    for (const action of ['remove', 'default', 'undo'] as const) {
      for (const cardId of [
        other.ids[0] ?? '',
        other.ids[1] ?? '',
        '00000000-0000-4000-8000-000000000000',
        "' or 1=1",
        '',
      ]) {
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
