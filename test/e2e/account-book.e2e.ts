import { expect, type Page } from '@playwright/test'
import { pathTable } from '#contracts/paths.ts'
import { plainArticle } from './books.ts'
import { secondCard } from './cards.ts'
import { test } from './focus-watch.ts'
import { Keyboard } from './keyboard.ts'
import { askForAccount, becomeMember, signIn } from './member.ts'
import { intoCartWithWords } from './member-places.ts'
import { otherStore } from './other-store.ts'
import { chooseExhibits } from './places.ts'
import { callStore, fillCart, saveCard } from './quick.ts'
import { fill } from './refused.ts'
import { goodCard, recipients, Store } from './store.ts'

/** The member's cart up to the review, by calls. */
async function toReview(store: Store, email: string): Promise<void> {
  const { page, home, variant } = store
  const { cart, checkout } = pathTable
  const { address: address1, ...place } = home
  const to = { ...place, address1, firstName: 'Grace', lastName: 'Hopper', email, country: variant.country }
  await callStore(page, cart.checkout.path, {})
  await callStore(page, checkout.validateAndSaveAddress.path, to)
  await callStore(page, checkout.moveToShippingAndGiftOptions.path, {})
  await callStore(page, checkout.moveToPaymentPage.path, {})
  await saveCard(page)
  await callStore(page, checkout.moveToReviewPage.path, {})
}

/** From the home page to the account, as a member does. */
async function toAccount(store: Store): Promise<void> {
  await store.open('/')
  await store.untilAlive()
  await store.page.getByRole('banner').getByRole('link', { name: 'Account' }).click()
  await expect(store.page).toHaveURL(/\/account$/)
  await store.untilAlive()
}

const entries = (page: Page, heading: string) =>
  page
    .getByRole('main')
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: heading }) })
    .getByRole('listitem')

const { address, city, state, postalCode, phone } = recipients.US

test.describe('CALM-64: the addresses of an account', () => {
  test('CALM-64: added, edited, made default, removed and brought back by keyboard alone, the focus on the entry or the heading', async ({
    page,
  }) => {
    const store = new Store(page, 'cb')
    await becomeMember(store, { firstName: 'Grace', lastName: 'Hopper', email: 'grace.book@example.com' })
    await toAccount(store)
    const keyboard = new Keyboard(page)
    const main = page.getByRole('main')
    const field = (label: string) => main.getByLabel(label, { exact: true })
    const saved = entries(page, 'Your addresses')

    for (const street of [address, '1 Elm St']) {
      await keyboard.press(main.getByRole('link', { name: 'Add an address' }))
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Add an address')
      await store.untilAlive()
      await keyboard.type(field('First name'), 'Grace')
      await keyboard.type(field('Last name'), 'Hopper')
      await keyboard.type(field('Street address'), street)
      await keyboard.type(field('City'), city)
      await keyboard.choose(field('State'), 'Illinois')
      await keyboard.type(field('ZIP code'), postalCode)
      await keyboard.press(main.getByRole('button', { name: 'Save address' }))
      await expect(saved.filter({ hasText: street })).toBeFocused()
      await store.untilAlive()
    }
    expect(state).toBe('IL')
    await keyboard.press(main.getByRole('link', { name: 'Edit: 1 Elm St, Chicago' }))
    await expect(field('Street address')).toHaveValue('1 Elm St')
    await store.untilAlive()
    await keyboard.type(field('ZIP code'), 'none')
    await keyboard.press(main.getByRole('button', { name: 'Save address' }))
    await expect(page.getByRole('region', { name: 'Errors in this form' })).toBeFocused()
    await store.untilAlive()
    await expect(field('ZIP code')).toHaveValue('none')
    await keyboard.type(field('ZIP code'), postalCode)
    await keyboard.type(main.getByLabel(/^Phone/), phone)
    await keyboard.press(main.getByRole('button', { name: 'Save address' }))
    await expect(saved.nth(1)).toBeFocused()
    await expect(saved.nth(1)).toContainText('(312) 555-0110')
    await store.untilAlive()

    await keyboard.press(main.getByRole('button', { name: 'Make default: 1 Elm St, Chicago' }))
    await expect(saved.first()).toBeFocused()
    await expect(saved).toContainText([/1 Elm St.*Default address/, address])
    await store.untilAlive()

    await keyboard.press(main.getByRole('button', { name: 'Remove: 1 Elm St, Chicago' }))
    await expect(saved.filter({ hasText: address })).toBeFocused()
    await expect(saved).toContainText(['1 Elm St, Chicago removed.', address])
    await expect(page.getByRole('status').getByText('The address is removed from your account.').last()).toBeAttached()
    await store.untilAlive()
    await keyboard.press(main.getByRole('button', { name: `Remove: ${address}, ${city}` }))
    await expect(main.getByRole('heading', { name: 'Your addresses' })).toBeFocused()
    await store.untilAlive()
    for (const street of [address, '1 Elm St']) {
      await keyboard.press(main.getByRole('button', { name: `Undo removal of ${street}, ${city}` }))
      await expect(saved.filter({ hasText: `Grace Hopper${street}` })).toBeFocused()
      await store.untilAlive()
    }
    await expect(saved).toContainText([/1 Elm St.*Default address/, address])
  })

  test('CALM-64: without scripts an address is added, removed and brought back as well', async ({ page, browser }) => {
    const store = new Store(page, 'cb2')
    await becomeMember(store, { firstName: 'Grace', lastName: 'Hopper', email: 'grace.plain.book@example.com' })
    const plain = await browser.newContext({
      javaScriptEnabled: false,
      storageState: await page.context().storageState(),
    })
    const bare = await plain.newPage()
    await bare.goto(store.address('/'))
    await bare
      .getByRole('banner')
      .getByRole('link', { name: /Account|Sign in/ })
      .click()
    const main = bare.getByRole('main')
    const saved = entries(bare, 'Your addresses')
    await main.getByRole('link', { name: 'Add an address' }).click()
    const sent = { 'First name': 'Grace', 'Last name': 'Hopper', 'Street address': address, City: city }
    for (const [label, text] of Object.entries(sent)) await main.getByLabel(label, { exact: true }).fill(text)
    await main.getByLabel('State', { exact: true }).selectOption(state)
    await main.getByLabel('ZIP code', { exact: true }).fill(postalCode)
    await main.getByRole('button', { name: 'Save address' }).click()
    await expect(saved).toHaveCount(1)
    await main.getByRole('button', { name: /^Remove: / }).click()
    await expect(saved).toContainText([`${address}, ${city} removed.`])
    await main.getByRole('button', { name: /^Undo/ }).click()
    await expect(saved).toContainText(['Grace Hopper'])
    await plain.close()
  })
})

test.describe('CALM-64: the cards of an account', () => {
  test('CALM-64: added, edited, made default, removed and brought back by keyboard alone; a wrong code is told at the form, and no number is ours', async ({
    page,
  }) => {
    const store = new Store(page, 'cb2')
    await becomeMember(store, { firstName: 'Grace', lastName: 'Hopper', email: 'grace.wallet@example.com' })
    await toAccount(store)
    const sent: string[] = []
    page.on('request', (request) => {
      if (new URL(request.url()).port === new URL(store.address('/')).port) sent.push(request.postData() ?? '')
    })
    const keyboard = new Keyboard(page)
    const main = page.getByRole('main')
    const saved = entries(page, 'Your cards')
    const enter = async (card: typeof goodCard) => {
      await keyboard.type(main.getByLabel(/^card number/i), card.number)
      await keyboard.type(main.getByLabel(/^expiration/i), card.expiry)
      await keyboard.type(main.getByLabel(/^security code/i), card.code)
      await keyboard.press(main.getByRole('button', { name: 'Save card' }))
    }
    const add = async (card: typeof goodCard) => {
      await keyboard.press(main.getByRole('link', { name: 'Add a card' }))
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Add a card')
      await store.untilAlive()
      await enter(card)
    }

    await add({ ...goodCard, code: '999' })
    await expect(main.getByRole('alert').filter({ hasText: 'did not confirm it' })).toBeFocused()
    await store.untilAlive()
    await enter(goodCard)
    await expect(saved).toContainText(['Visa ending in 1111, expires 05/30'])
    await expect(saved.first()).toBeFocused()
    await store.untilAlive()
    await add(secondCard)
    await expect(saved.nth(1)).toBeFocused()
    await store.untilAlive()

    await keyboard.press(main.getByRole('link', { name: 'Edit: Visa ending in 1111' }))
    await expect(main).toContainText('It takes the place of Visa ending in 1111.')
    await store.untilAlive()
    await enter({ ...goodCard, expiry: '0733' })
    await expect(saved).toContainText([/expires 07\/33.*Default card/, /Mastercard ending in 4444/])
    await expect(saved.first()).toBeFocused()
    await store.untilAlive()
    await keyboard.press(main.getByRole('button', { name: 'Make default: Mastercard ending in 4444' }))
    await expect(saved.nth(1)).toBeFocused()
    await expect(saved.nth(1)).toContainText('Default card')
    await store.untilAlive()

    await keyboard.press(main.getByRole('button', { name: 'Remove: Mastercard ending in 4444' }))
    await expect(main.getByRole('heading', { name: 'Your cards' })).toBeFocused()
    await expect(saved).toContainText(['Default card', 'Mastercard ending in 4444 removed.'])
    await store.untilAlive()
    await keyboard.press(main.getByRole('button', { name: 'Undo removal of Mastercard ending in 4444' }))
    await expect(saved.nth(1)).toBeFocused()
    await expect(saved).toContainText(['Make default', 'Default card'])
    expect(sent.join('\n')).not.toMatch(/4111.{0,3}1111|5555.{0,3}5555/)
  })

  test('CALM-26, CALM-64: without scripts no card form is shown, and why', async ({ page, browser }) => {
    const store = new Store(page, 'cb')
    await becomeMember(store, { firstName: 'Grace', lastName: 'Hopper', email: 'grace.no.scripts@example.com' })
    const storageState = await page.context().storageState()
    const plain = await browser.newContext({ javaScriptEnabled: false, storageState })
    const bare = await plain.newPage()
    await bare.goto(store.address('/account'))
    await bare.getByRole('link', { name: 'Add a card' }).click()
    await expect(bare.getByRole('heading', { name: 'Saving a card needs scripts' })).toBeVisible()
    await expect(bare.getByRole('button', { name: 'Save card' })).toBeHidden()
    await plain.close()
  })
})

test.describe('CALM-64: the cards of an account, in the fields of the provider', () => {
  const framed = otherStore('account-cards', { PAYMENT_PROVIDER_ENABLE_ADYEN: 'true' })

  test("CALM-64: where the provider's fields are on, a card is added in its frame", async ({ page }) => {
    const store = new Store(page, 'cb', framed().port)
    const email = 'grace.framed@example.com'
    await askForAccount(store, { firstName: 'Grace', lastName: 'Hopper', email })
    // this store has a mailbox of its own
    const link = async () => {
      const mailbox = `http://127.0.0.1:${framed().gatewayPort}/mailbox/messages`
      const { messages } = (await (await fetch(`${mailbox}?to=${email}`)).json()) as { messages: { id: number }[] }
      const mails = messages.map(async ({ id }) => (await (await fetch(`${mailbox}/${id}`)).json()) as { text: string })
      return (await Promise.all(mails)).flatMap(({ text }) => /http:\S+token=\S+/.exec(text) ?? [])[0] ?? ''
    }
    await expect.poll(link, { timeout: 20_000 }).not.toBe('')
    await page.goto(await link())
    await page.getByRole('button', { name: 'Confirm and sign in' }).click()
    await expect(page).toHaveURL(/\/account$/)
    await toAccount(store)
    const main = page.getByRole('main')
    await main.getByRole('link', { name: 'Add a card' }).click()
    const frame = page.frameLocator('iframe[title="Card details"]')
    await frame.getByLabel('Card number').fill(goodCard.number)
    await frame.getByLabel('Expiration (MM/YY)').fill(goodCard.expiry)
    await frame.getByLabel('Security code').fill(goodCard.code)
    await main.getByRole('button', { name: 'Save card' }).click()
    await expect(entries(page, 'Your cards')).toContainText(['Visa ending in 1111'])
    await expect(entries(page, 'Your cards').first()).toBeFocused()
  })
})

test('CALM-64: a member finds her order by its pictures and names, and has the design of it put on a piece again, by keyboard', async ({
  page,
}) => {
  const store = new Store(page, 'cb')
  const email = 'grace.again@example.com'
  await becomeMember(store, { firstName: 'Grace', lastName: 'Hopper', email })
  const { monogram } = await chooseExhibits(store, 'again')
  await intoCartWithWords(store, monogram)
  const popup = page.getByRole('dialog', { name: 'Personalize it' })
  await expect(page.getByRole('main').locator('img[src*="/personalization/image/"]').first()).toBeVisible()
  const others = await Promise.all([5, 6, 7].map((nth) => plainArticle('cb', nth)))
  await fillCart(
    store,
    others.map(({ sku }) => sku),
  )
  await toReview(store, email)
  await callStore(page, pathTable.order.placeOrder.path, {})

  await toAccount(store)
  const main = page.getByRole('main')
  const order = main.getByRole('row').nth(1)
  await expect(order.locator('img')).toHaveCount(3)
  await expect(order).toContainText('and 1 more')
  const keyboard = new Keyboard(page)
  await keyboard.press(main.getByRole('link', { name: /^Put on a piece again: .*“Ann”$/ }))
  await expect(page).toHaveURL(new RegExp(`/product/${monogram}$`))
  await expect(popup.getByRole('textbox').first()).toHaveValue('Ann')
  await expect(popup.getByRole('img')).toHaveAttribute('src', /^\/personalization\/image\//)
  await keyboard.press(popup.getByRole('button', { name: /^accept/i }))
  await expect(page).toHaveURL(/\/checkout\/cart$/)
  await expect(main.locator('img[src*="/personalization/image/"]')).not.toHaveCount(0)

  // it needs no account: the words are there when her session has ended meanwhile
  await toAccount(store)
  await page.context().clearCookies()
  await main.getByRole('link', { name: /^Put on a piece again: .*“Ann”$/ }).click()
  await expect(page).toHaveURL(new RegExp(`/product/${monogram}$`))
  await expect(popup.getByRole('textbox').first()).toHaveValue('Ann')
})

test('CALM-28, CALM-64: an address that is typed when the session has ended is there after the sign-in; so are words to guests', async ({
  page,
}) => {
  const store = new Store(page, 'cb2')
  const main = page.getByRole('main')
  const email = 'grace.ended@example.com'
  await becomeMember(store, { firstName: 'Grace', lastName: 'Hopper', email })
  const signInAgain = async () => {
    await expect(page.getByText(/You are no longer signed in, so nothing was changed/)).toBeVisible()
    await store.untilAlive()
    await signIn(page, email)
  }
  await toAccount(store)
  await main.getByRole('link', { name: /^add an address$/i }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^add an address$/i)
  await store.untilAlive()
  const typed = {
    'First name': 'Grace',
    'Last name': 'Hopper',
    'Street address': '1 Elm St',
    City: 'Chicago',
    State: 'IL',
  }
  await fill(page, { ...typed, 'ZIP code': '60606' })
  await page.context().clearCookies()
  await main.getByRole('button', { name: /^save address$/i }).click()
  await signInAgain()
  await expect(page).toHaveURL(/\/account\/addresses\/new\?typed=before$/)
  await expect(main.getByLabel(/^street address$/i)).toHaveValue('1 Elm St')
  await main.getByRole('button', { name: /^save address$/i }).click()
  await expect(page).toHaveURL(/\/account#address-/)
  await expect(entries(page, 'Your addresses')).toContainText(['1 Elm St'])

  await main.getByRole('link', { name: /^create registry$/i }).click()
  await fill(page, { Occasion: 'Wedding', Date: '2027-06-12', "Your partner's name": 'Ben Cole' })
  await main.getByRole('button', { name: /^create registry$/i }).click()
  await expect(page).toHaveURL(/registrant-list\/\d+$/)
  await main.getByRole('link', { name: /^change$/i }).click()
  await store.untilAlive()
  await main.getByLabel(/^greeting to your guests/i).fill('Come early')
  await page.context().clearCookies()
  await main.getByRole('button', { name: /^save picture$/i }).click()
  await signInAgain()
  await expect(page).toHaveURL(/\/gift-registry\/edit\/\d+\?typed=before$/)
  await expect(main.getByLabel(/^greeting to your guests/i)).toHaveValue('Come early')
})
