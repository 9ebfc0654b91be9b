import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { cardTestingLimits } from '#server/order/place/card-testing-limits.ts'
import { newCard } from '#test/builders/cart-calls.ts'
import { newMember, signedIn } from '#test/builders/member.ts'
import { codeTokenOf, fillMemberCart, master, memberWithCards, place, save, visa } from '#test/builders/member-cards.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { visaEnding } from '#test/builders/visa-ending.ts'
import { mailedTo } from '#test/order/deliveries.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
async function forgetTries(): Promise<void> {
  for (const table of ['throttle', 'card_try']) {
    await world.database.count(statement(`test.forget-${table}`, `delete from ${table}`))
  }
}
beforeEach(forgetTries)

type Card = { readonly number?: string; readonly cvv?: string; readonly expYear?: number }

/** What the gateway gives a browser for a card that is typed into its fields. */
async function tokenOf(shopper: TestShopper, { number = visa, cvv = '123', expYear = 2030 }: Card = {}) {
  const { gatewayUrl } = await shopper.call('payment', 'createCardSession', {})
  const answer = await fetch(gatewayUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: world.config.origins.cb },
    body: JSON.stringify({ number, cvv, expMonth: 12, expYear }),
  })
  return ((await answer.json()) as { cardToken: string }).cardToken
}

async function send(shopper: TestShopper, fields: { readonly [name: string]: string }) {
  const answer = await shopper.submit('/account/cards/save', { cardId: '', ...fields })
  const to = String(answer.headers.location)
  const { page, frame } = await shopper.page('/account')
  if (page.name !== 'account') throw new Error(`the account page is ${page.name}`)
  const cards = page.cards.map(({ cardId, lastFour, expYear, isDefault }) => ({ cardId, lastFour, expYear, isDefault }))
  return { to, said: frame.notice, cards, at: to.split('#card-')[1] ?? '' }
}

const wrongCode = '999'

describe('CALM-64: a member adds a card to her account', () => {
  test('CALM-64, CALM-63: it is saved by its token, told by mail, and the first is the default; the same again is the same entry', async () => {
    const { shopper, email } = await newMember(world)
    const first = await send(shopper, { cardToken: await tokenOf(shopper) })
    expect(first.said).toBe('The card is saved in your account.')
    expect(first.cards).toEqual([{ cardId: first.at, lastFour: '1111', expYear: 2030, isDefault: true }])
    const second = await send(shopper, { cardToken: await tokenOf(shopper, { number: master }), isDefault: 'true' })
    expect(second.cards.map(({ lastFour, isDefault }) => [lastFour, isDefault])).toEqual([
      ['1111', false],
      ['4444', true],
    ])
    const again = await send(shopper, { cardToken: await tokenOf(shopper) })
    expect([again.at, again.said]).toEqual([first.at, 'This card is in your account already.'])
    const told = (await mailedTo(world, email, ['mail.card-saved'])).map(({ text }) => text)
    expect(told.map((text) => /(\w+) ending in \d{4} was saved in your account, for/.exec(text)?.[1]).sort()).toEqual([
      'Mastercard',
      'Visa',
    ])
    await fillMemberCart(shopper)
    await save(shopper, { accountCardOneData: { id: second.at, cvvToken: await codeTokenOf(world, shopper, '123') } })
    expect((await place(shopper)).isSuccess).toBe(true)
  })

  test('CALM-64: another takes the place of a card, as the default too, and the old one leaves the open cart', async () => {
    const { shopper, ids } = await memberWithCards(world, visa, master)
    const [first = '', second = ''] = ids
    await save(shopper, { accountCardOneData: { id: second } })
    const form = await shopper.page(`/account/cards/${first}`)
    expect(form.page).toEqual({
      ...{ name: 'accountCard', replaces: { cardId: first, type: 'Visa', lastFour: '1111' } },
      ...{ isDefault: true, isFull: false },
    })
    const renewed = await send(shopper, { cardToken: await tokenOf(shopper, { expYear: 2033 }), cardId: first })
    expect(renewed.cards).toEqual([
      { cardId: renewed.at, lastFour: '1111', expYear: 2033, isDefault: true },
      { cardId: second, lastFour: '4444', expYear: 2030, isDefault: false },
    ])
    expect(renewed.at).not.toBe(first)
    const other = await send(shopper, {
      cardToken: await tokenOf(shopper, { number: '6011111111111117' }),
      cardId: second,
    })
    expect(other.cards.map(({ lastFour }) => lastFour)).toEqual(['1111', '1117'])
    const paying = (await shopper.call('checkout', 'refreshCheckout', {})).paymentData.creditCardData
    expect(paying.cardOneInfo).toBeNull()
    const twice = await send(shopper, { cardToken: await tokenOf(shopper, { expYear: 2033 }), cardId: other.at })
    expect([twice.said, twice.to]).toEqual(['This card is in your account already.', `/account/cards/${other.at}`])
  })

  test('CALM-64: a card that the bank does not confirm, one that is none and none at all are refused, and nothing is saved', async () => {
    const { shopper } = await newMember(world)
    const bank =
      'The bank of this card did not confirm it. Please check its number, date and code, or use another card.'
    const refusals = [
      [await tokenOf(shopper, { cvv: wrongCode }), bank],
      [await tokenOf(shopper, { number: visaEnding('0119') }), bank],
      ['', 'Please enter a valid credit card number.'],
      ['tok_of_nobody', expect.stringMatching(/session|again/i)],
    ] as const
    for (const [cardToken, said] of refusals) {
      const { cards, ...answer } = await send(shopper, { cardToken, isDefault: 'true' })
      expect([answer.to, answer.said, cards]).toEqual(['/account/cards/new', said, []])
    }
  })

  test('CALM-64, PAY-39: a sixth card is refused; the page says so before one is typed', async () => {
    const numbers = [visa, master, '4242424242424242', '6011111111111117', '4012888888881881']
    const { shopper } = await newMember(world)
    for (const number of numbers) await send(shopper, { cardToken: await tokenOf(shopper, { number }) })
    const { said, cards } = await send(shopper, { cardToken: await tokenOf(shopper, { number: '5105105105105100' }) })
    expect([said, cards.length]).toEqual(['Your account already has 5 saved cards. Please remove one first.', 5])
    expect((await shopper.page('/account/cards/new')).page).toMatchObject({ isFull: true })
    // it counts as a try, as a good one does
    await forgetTries()
    // nor is the bank asked about one: this it would not confirm
    const bad = await send(shopper, {
      cardToken: await tokenOf(shopper, { number: '5105105105105100', cvv: wrongCode }),
    })
    expect(bad.said).toBe(said)
    // one of the five is there already, and may be the one that pays
    const same = await send(shopper, { cardToken: await tokenOf(shopper), isDefault: 'true' })
    expect([same.said, same.at, same.cards[0]?.isDefault]).toEqual([
      'This card is in your account already.',
      cards[0]?.cardId,
      true,
    ])
  })

  test('CALM-64, CALL-91: the card or the token of another is as one that does not exist; a guest is asked to sign in', async () => {
    const owner = await newMember(world)
    const { at: cardId } = await send(owner.shopper, { cardToken: await tokenOf(owner.shopper) })
    const { shopper } = await newMember(world)
    const answer = await send(shopper, { cardToken: await tokenOf(shopper), cardId })
    expect([answer.to, answer.said, answer.cards]).toEqual(['/account', 'This card is no longer in your account.', []])
    expect((await shopper.get(`/account/cards/${cardId}`)).statusCode).toBe(404)
    const stolen = await tokenOf(owner.shopper, { number: master })
    await owner.shopper.submit('/account/cards/save', { cardId: '', cardToken: stolen })
    expect((await send(shopper, { cardToken: stolen })).cards).toEqual([])
    const guest = world.shopper()
    expect((await guest.get('/account/cards/new')).headers.location).toMatch(/^\/account\/login\?/)
    const sent = await guest.submit('/account/cards/save', { cardId: '', cardToken: await tokenOf(guest) })
    expect(sent.headers.location).toBe('/account/login')
  })
})

describe('CALM-64: a removed card is brought back, and what is said is true', () => {
  const five = [visa, master, '4242424242424242', '6011111111111117', '4012888888881881']
  const act = async (shopper: TestShopper, name: 'remove' | 'default' | 'undo', cardId: string) => {
    const answer = await shopper.submit(`/account/cards/${name}`, { cardId })
    const { page, frame } = await shopper.page('/account')
    if (page.name !== 'account') throw new Error(`the account page is ${page.name}`)
    const ids = page.cards.map((card) => card.cardId)
    return { to: answer.headers.location, said: frame.notice, ids, removed: page.removed.cards.length }
  }

  test('CALM-64: in an account that is full meanwhile it waits for room; pressed twice it is as once', async () => {
    const { shopper, ids } = await memberWithCards(world, ...five.slice(0, 4))
    const [first = ''] = ids
    await act(shopper, 'remove', first)
    for (const number of ['5105105105105100', ...five.slice(4)]) {
      await send(shopper, { cardToken: await tokenOf(shopper, { number }) })
    }
    const full = await act(shopper, 'undo', first)
    expect([full.to, full.said, full.removed]).toEqual([
      '/account#your-cards',
      'Your account already has 5 saved cards. Please remove another first, then undo this.',
      1,
    ])
    await act(shopper, 'remove', full.ids[4] ?? '')
    const back = await act(shopper, 'undo', first)
    expect([back.to, back.said, back.ids[0]]).toEqual([
      `/account#card-${first}`,
      'The card is back in your account.',
      first,
    ])
    expect(await act(shopper, 'undo', first)).toEqual(back)
  })

  test('CALM-64: one that was added anew meanwhile is there once, and the removed one waits until it goes', async () => {
    const { shopper, ids } = await memberWithCards(world, visa)
    await act(shopper, 'remove', ids[0] ?? '')
    const { at } = await send(shopper, { cardToken: await tokenOf(shopper) })
    expect(at).not.toBe(ids[0])
    const undone = { to: `/account#card-${at}`, said: 'This card is in your account already.', ids: [at], removed: 1 }
    expect(await act(shopper, 'undo', ids[0] ?? '')).toEqual(undone)
    // another card may look the same: what was removed is not forgotten by an undo
    await act(shopper, 'remove', at)
    expect(await act(shopper, 'undo', ids[0] ?? '')).toMatchObject({ said: 'The card is back in your account.', ids })
  })

  test.each([['remove', 'default', 'undo']] as const)(
    'CALM-64: who is signed in no more is asked to sign in, and changes nothing: %s, %s, %s',
    async (...acts) => {
      const { shopper, email, ids } = await memberWithCards(world, visa, master)
      const [first = '', second = ''] = ids
      await act(shopper, 'remove', first)
      const guest = world.shopper()
      await guest.get('/session')
      for (const one of acts) {
        for (const sender of [world.shopper(), guest]) {
          const from = { origin: world.config.origins.cb, referer: `${world.config.origins.cb}/account` }
          const fields = { cardId: one === 'undo' ? first : second }
          const answer = await sender.submit(`/account/cards/${one}`, fields, from)
          const { page, frame } = await sender.page(String(answer.headers.location))
          expect([page.name, frame.notice]).toEqual([
            'login',
            'You are no longer signed in, so nothing was changed. Please sign in, then try again.',
          ])
        }
      }
      const again = await signedIn(world, email)
      expect(await act(again, 'undo', first)).toMatchObject({ ids: [first, second], removed: 0 })
    },
  )
})

describe('SEC-57, CALM-64: cards are not tried out in an account', () => {
  const tooMany = 'Too many tries. Please wait a few minutes and try again.'

  test('SEC-57, CALM-64: after six refused cards of a member nobody is asked, not of a good one either', async () => {
    const { shopper } = await newMember(world)
    const said: string[] = []
    for (let nth = 0; nth < 8; nth += 1) {
      said.push((await send(shopper, { cardToken: await tokenOf(shopper, { cvv: wrongCode }) })).said)
    }
    expect(said.map((text) => text === tooMany)).toEqual([...Array(6).fill(false), true, true])
    const good = await send(shopper, { cardToken: await tokenOf(shopper) })
    expect([good.said, good.cards]).toEqual([tooMany, []])
  })

  test('SEC-57, CALM-64: good cards count too: the seventh that is to take the place of another is not asked about', async () => {
    const { shopper } = await newMember(world)
    const said: string[] = []
    let cardId = ''
    for (let nth = 0; nth < 7; nth += 1) {
      const answer = await send(shopper, { cardToken: await tokenOf(shopper, { expYear: 2030 + nth }), cardId })
      said.push(answer.said)
      cardId = answer.cards[0]?.cardId ?? ''
    }
    expect(said.map((text) => text === tooMany)).toEqual([...Array(6).fill(false), true])
  })

  test('SEC-57, CALM-64: the refused cards of an address are counted together with those of orders', async () => {
    const { capacity } = cardTestingLimits.ofAddress
    const { shopper: buyer } = await newMember(world)
    await fillMemberCart(buyer)
    await save(buyer, { cardOneData: await newCard(world, buyer) })
    const said: string[] = []
    for (let nth = 0; nth < capacity + 2; nth += 1) {
      const { shopper } = await newMember(world)
      said.push((await send(shopper, { cardToken: await tokenOf(shopper, { cvv: wrongCode }) })).said)
    }
    expect(said.map((text) => text === tooMany)).toEqual([...Array(capacity).fill(false), true, true])
    expect(await place(buyer)).toMatchObject({ isSuccess: false, errorMessage: tooMany })
  })
})
