import { expect } from '@playwright/test'
import type { CheckoutReply } from '#contracts/pages.ts'
import { pathTable } from '#contracts/paths.ts'
import { ask, onHand, plainArticle, setOnHand } from './books.ts'
import { test } from './focus-watch.ts'
import { becomeMember, createAccount, password } from './member.ts'
import { passOn } from './pass-on.ts'
import { goToStep, openForCalls } from './quick.ts'
import { Store } from './store.ts'

/** Rows that a shopper meets on a way of hers: each begins at the home page, and goes by what she sees and presses. */

const ida = (email: string) => ({ firstName: 'Ida', lastName: 'Rhodes', email })

async function search(store: Store, words: string): Promise<void> {
  const { page } = store
  await store.open('/')
  await store.untilAlive()
  const field = page.getByRole('searchbox', { name: 'Search' }).or(page.getByRole('combobox', { name: 'Search' }))
  await field.fill(words)
  await field.press('Enter')
  await expect(page).toHaveURL(/\/search\?q=/)
  await store.untilAlive()
}

async function searchAndOpen(store: Store, name: string): Promise<void> {
  await search(store, name)
  await store.page.getByRole('article').getByRole('link', { name }).first().click()
  await expect(store.page).toHaveURL(/\/product\/\d+/)
  await store.untilAlive()
}

test('OVERSIZE-02 OVERSIZE-08 CALM-54: in Canada boxes for a pickup are measured in centimeters, five values each', async ({
  page,
}) => {
  const store = new Store(page, 'cb-ca')
  const [sofa] = await ask<{ sku: string; name: string; product: string; store: string; boxes: Box[] }>(
    `select k.sku, k.name, p.name as product, t.location_id as store, k.boxes from shop.sku k
     join shop.product p using (brand, product_id) join shop.stock t using (sku) join shop.location l using (location_id)
     where k.brand = 'CB' and l.country = 'CA' and l.kind = 'store' and t.on_hand - t.held > 0 and k.status = 'active'
       and jsonb_array_length(k.boxes) = 2 and (k.boxes -> 0 ->> 'width')::numeric > 60 order by k.sku limit 1`,
  )
  await searchAndOpen(store, sofa?.product ?? '')
  const choice = page.getByRole('main').locator(`section[aria-label] a[href^="/product/${sofa?.sku}"]`)
  if (store.sku() !== Number(sofa?.sku)) await choice.first().click()
  await expect.poll(() => store.sku()).toBe(Number(sofa?.sku))
  await page.getByLabel('Pick it up at a store').check()
  await page.getByLabel('Store', { exact: true }).selectOption(String(sofa?.store))
  await store.addToCart.click()
  await page.getByRole('dialog').getByRole('link', { name: 'View Cart & Checkout' }).click()
  await page.getByRole('button', { name: 'Checkout', exact: true }).first().click()

  const popup = page.getByRole('dialog', { name: 'Make sure these items will fit in your vehicle.' })
  const table = popup.getByRole('table', { name: sofa?.name ?? '' })
  await expect(table).toContainText('Measures in centimeters')
  const inCentimeters = (inches: number) => `${Math.round(inches * 2.54)} (${inches})`
  const rows = (await table.getByRole('row').allInnerTexts()).slice(1).map((row) => row.split('\t'))
  expect(rows).toEqual(
    sofa?.boxes.map(({ boxNumber, quantity, width, depth, height }) => [
      ...[boxNumber, quantity].map(String),
      ...[width, depth, height].map(inCentimeters),
    ]),
  )
})

type Box = { boxNumber: number; quantity: number; width: number; depth: number; height: number }

test('LOGIN-22 CONST-26: who signed in and is still on the page may type her password again after nine seconds, and not before', async ({
  page,
}) => {
  const store = new Store(page, 'cb')
  const email = 'ida.again@example.com'
  await createAccount(store, ida(email))
  await page.clock.install()
  await store.open('/')
  await store.untilAlive()
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click()
  const popup = page.getByRole('dialog', { name: 'Account Sign In' })
  const field = popup.getByLabel('Password')
  const signIn = async () => {
    await popup.getByLabel('Email address').fill(email)
    await field.fill(password)
    await popup.getByRole('button', { name: 'Sign In', exact: true }).click()
  }
  await field.waitFor()

  // the store takes the token and then says nothing that leads on, as when a connection hangs
  const sent: string[] = []
  await page.route('**/account/auth', (route) => {
    sent.push(route.request().method())
    return route.fulfill({ status: 204 })
  })
  await page.clock.pauseAt(Date.now() + 60_000)
  await signIn()
  await expect.poll(() => sent).toEqual(['POST'])
  await expect(field).toBeDisabled()
  await page.clock.runFor(8_999)
  await expect(field).toBeDisabled()
  await page.clock.runFor(1)
  await expect(field).toBeEnabled()

  await page.unroute('**/account/auth')
  await page.clock.resume()
  await signIn()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Account' })).toBeVisible()
})

for (const { who, cookies, saves, piece, missing } of [
  {
    who: 'with the cookie account=1 alone the add goes on to the login check',
    ...{ cookies: ['account'], saves: ['POST'] },
    ...{ piece: 'Calm Bath Towel Set', missing: 'Please enter text' },
  },
  {
    who: 'without it the popup closes and sign-in starts',
    ...{ cookies: [], saves: [] },
    ...{ piece: 'Harrow Wool Throw', missing: 'Please enter at least one line of text' },
  },
]) {
  test(`REG-20 OPEN-09 OPEN-106: a guest writes on a piece, is asked for words, and sends it to a registry: ${who}`, async ({
    page,
    context,
  }) => {
    const store = new Store(page, 'cb')
    await context.addCookies(cookies.map((name) => ({ name, value: '1', url: store.address('/') })))
    const saved: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith(pathTable.personalization.saveDesign.path)) saved.push(request.method())
    })
    await searchAndOpen(store, piece)
    const product = new URL(page.url()).pathname
    await page.getByRole('button', { name: /^personalize it/i }).click()
    const popup = page.getByRole('dialog', { name: 'Personalize it' })
    const words = popup.getByRole('textbox').first()
    await words.fill('ABC')
    await words.fill('')
    await expect(popup.getByText(missing, { exact: true })).toBeVisible()
    await words.fill('ABC')
    await popup.getByRole('button', { name: 'Add to Registry' }).click()
    const terms = page.getByRole('dialog', { name: 'Before it goes into a registry' })
    await terms.getByRole('button', { name: 'Accept Terms' }).click()
    await expect(page).toHaveURL(new RegExp(`/account/login\\?returnUrl=${encodeURIComponent(product)}`))
    expect(saved).toEqual(saves)
  })
}

test('PDP-08 REG-26 DATA-18: from a list of sofas into the registry, where the quantity takes the place of the button; what is made to order has none', async ({
  page,
  context,
}) => {
  const store = new Store(page, 'cb')
  await becomeMember(store, ida('ida.shelf@example.com'))
  await makeRegistry(store)
  await search(store, 'sofa')
  const cards = page.getByRole('article')
  await expect(cards.filter({ hasText: 'Made-to-Order' }).first()).toBeVisible()
  await expect(
    cards.filter({ hasText: 'Made-to-Order' }).getByRole('button', { name: /^Add to Registry/ }),
  ).toHaveCount(0)

  const card = cards.filter({ hasText: 'Alder Sofa' }).first()
  await card.getByRole('button', { name: /^Add to Registry: Alder Sofa/ }).click()
  const popup = page.getByRole('dialog', { name: 'Add to Registry' })
  await expect(popup.getByText('Added to your registry')).toBeVisible()
  await expect(popup.locator('li[data-registry-type="br"]')).toContainText('Alder Sofa')
  await page.keyboard.press('Escape')
  await expect(card.getByRole('button', { name: /^Add to Registry/ })).toHaveCount(0)
  const list = context.waitForEvent('page')
  await card.getByRole('link', { name: '1 in your registry' }).click()
  await expect(await list).toHaveURL(store.address('/gift-registry/registrant-list'))
})

/** What a browser without scripts sends from the page of a new registry. */
async function makeRegistry(store: Store): Promise<void> {
  await openForCalls(store)
  const made = await store.page.evaluate(async () => {
    const session = await (await fetch('/session', { cache: 'no-store' })).text()
    const token = /value="([\w-]+)"/.exec(session)?.[1] ?? ''
    const event = { registryType: 'br', eventDate: '2027-06-12', firstName: 'Ida', lastName: 'Rhodes' }
    const body = new URLSearchParams({ __RequestVerificationToken: token, ...event })
    return (await fetch('/gift-registry/create', { method: 'POST', body })).url
  })
  expect(made).toMatch(/\/gift-registry\/registrant-list\/\d+$/)
}

test('GIFT-10 UNAVAIL-24 ORDER-21 DATA-05 CALM-23: a cart emptied in another tab leads step 2 to it; of one whose pieces go while the button is pressed the review says which, some or all', async ({
  page,
}) => {
  const store = new Store(page, 'cb')
  await store.walkToProduct()
  const sku = await store.chooseAnotherOption()
  await store.addTwoAndOpenCart()

  await store.startGuestCheckout()
  await store.fillAddress('ida.tabs@example.com')
  await store.toOptions()
  const tab = new Store(await page.context().newPage(), 'cb')
  await tab.open('/')
  await tab.page.getByRole('banner').getByRole('link', { name: /cart/i }).click()
  await tab.untilAlive()
  await tab.page
    .getByRole('button', { name: /^remove/i })
    .first()
    .click()
  await expect(tab.page.getByText('Your cart is empty')).toBeVisible()
  await tab.page.close()
  await page.getByLabel('This is a gift').check()
  await expect(page).toHaveURL(/\/checkout\/cart$/)
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()

  const other = await plainArticle('cb', 34)
  await goToStep(store, 4, { skus: [sku, other.sku], email: 'ida.gone@example.com' })
  const [before, ofOther] = [await onHand('cb', sku), await onHand('cb', other.sku)]
  const going = [other.sku, sku]
  await page.route(`**${pathTable.order.placeOrder.path}`, async (route) => {
    await setOnHand('cb', going.shift() ?? sku, 0)
    await route.continue()
  })
  // a server may keep what it took off, marked as such: the pages show it nowhere
  let refreshed = 0
  await page.route(`**${pathTable.checkout.refreshCheckout.path}`, async (route) => {
    const reply = (await (await passOn(route)).json()) as CheckoutReply
    const removed = { ...reply.basketItems[0], id: 'removed', title: other.name, isRemoved: true }
    refreshed += 1
    await route.fulfill({ json: { ...reply, basketItems: [...reply.basketItems, removed] } })
  })
  const place = page.getByRole('button', { name: 'Place Order', exact: true })
  const popup = page.getByRole('dialog', { name: 'Item(s) no longer available' })
  await place.click()
  await expect(popup).toContainText('Some items of your cart are no longer available.')
  await expect(popup).toContainText(other.name)
  await popup.getByRole('button', { name: 'Remove All' }).click()
  await expect(popup).toBeHidden()
  await expect.poll(() => refreshed).toBeGreaterThan(0)
  await expect(page.getByRole('main').getByText(other.name)).toHaveCount(0)
  await page.unroute(`**${pathTable.checkout.refreshCheckout.path}`)

  await place.click()
  await expect(popup).toContainText('The items of your cart are no longer available.')
  await popup.getByRole('button', { name: 'Remove All' }).click()
  await expect(page.getByRole('heading', { name: 'Your cart is empty.' })).toBeVisible()
  await expect(place).toHaveCount(0)
  await setOnHand('cb', sku, before)
  await setOnHand('cb', other.sku, ofOther)
})
