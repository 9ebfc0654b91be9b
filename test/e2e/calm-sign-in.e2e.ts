import { expect, type Locator, type Page } from '@playwright/test'
import { ask, plainArticle } from './books.ts'
import { test } from './focus-watch.ts'
import { becomeMember, createAccount, type Person, password, signIn } from './member.ts'
import { chooseExhibits } from './places.ts'
import { Store } from './store.ts'

const mary = (email: string): Person => ({ firstName: 'Mary', lastName: 'Somerville', email })
const registryPopup = (page: Page) => page.getByRole('dialog', { name: 'Add to Registry' })

async function createRegistry(store: Store, occasion: string): Promise<void> {
  const { page } = store
  await store.open('/gift-registry/create')
  await page.getByLabel('Occasion').selectOption(occasion)
  await page.getByLabel('Date').fill('2027-06-12')
  await page.getByRole('main').getByRole('button', { name: 'Create Registry' }).click()
  await expect(page).toHaveURL(/\/gift-registry\/registrant-list\/\d+$/)
}

/** A member with registries, who is a guest in this browser: it does not know her any more. */
async function leaveRegistries(store: Store, person: Person, occasions: readonly string[]): Promise<void> {
  await becomeMember(store, person)
  for (const occasion of occasions) await createRegistry(store, occasion)
  await store.page.context().clearCookies()
}

/** From the home page to a product by its name. */
async function findProduct(store: Store, name: string): Promise<void> {
  const { page } = store
  await store.open('/')
  await page.getByRole('searchbox').fill(name)
  await page.keyboard.press('Enter')
  await page.getByRole('article').filter({ hasText: name }).first().getByRole('heading').getByRole('link').click()
  await expect(page).toHaveURL(/\/product\/\d+/)
  await store.untilAlive()
}

async function nameOf(sku: number): Promise<string> {
  const [row] = await ask<{ name: string }>(
    'select product.name from shop.sku join shop.product using (brand, product_id) where sku.sku = $1',
    [sku],
  )
  return row?.name ?? ''
}

/** From a step to the cart, into the account by the header's popup, and to the first step again. */
async function signInAtCart(store: Store, email: string): Promise<void> {
  const { page } = store
  await page.getByRole('link', { name: 'Cart', exact: true }).click()
  await expect(page).toHaveURL(/\/checkout\/cart$/)
  await store.untilAlive()
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click()
  const popup = page.getByRole('dialog', { name: 'Account Sign In' })
  await popup.getByLabel('Email address').fill(email)
  await popup.getByLabel('Password').fill(password)
  await popup.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Account' })).toBeVisible()
  await expect(page).toHaveURL(/\/checkout\/cart$/)
  await store.untilAlive()
  await page
    .getByRole('button', { name: /^checkout/i })
    .first()
    .click()
  await expect(page).toHaveURL(/\/checkout\/shipping$/)
  await store.untilAlive()
}

/** A guest at the first step, from the home page on. */
async function walkToCheckout(store: Store, name: string): Promise<Locator> {
  await findProduct(store, name)
  await store.addTwoAndOpenCart()
  await store.untilAlive()
  await store.startGuestCheckout()
  await store.untilAlive()
  return store.page.getByRole('main')
}

test.describe('CALM-28: what was typed before a sign-in is there after it', () => {
  test('the words of a monogram and the number of pieces go into the registry by themselves', async ({ page }) => {
    const store = new Store(page, 'cb')
    const email = 'mary.words@example.com'
    const { monogram } = await chooseExhibits(store, 'calm-sign-in')
    await leaveRegistries(store, mary(email), ['Wedding'])
    await findProduct(store, await nameOf(monogram))
    const address = page.url()
    await store.setQuantity(2)
    await page.getByRole('button', { name: /^personalize it/i }).click()
    const popup = page.getByRole('dialog', { name: 'Personalize it' })
    const words = popup.getByRole('textbox').first()
    await words.fill('ANN')
    await popup.getByRole('button', { name: 'Add to Registry' }).click()
    await page.getByRole('button', { name: 'Accept Terms' }).click()
    await expect(page).toHaveURL(/\/account\/login\?returnUrl=/)
    await store.untilAlive()
    await signIn(page, email)

    await expect(page).toHaveURL(address)
    const added = registryPopup(page)
    await expect(added.getByRole('heading', { name: 'Added to your registry' })).toBeVisible()
    await expect(added).toContainText('Personalized: ANN')
    await expect(added).toContainText('Qty 2')
    await page.keyboard.press('Escape')
    await page.reload()
    await store.untilAlive()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  test('words that the registry cannot take yet stand in their popup again', async ({ page }) => {
    const store = new Store(page, 'cb2')
    const email = 'mary.no.registry@example.com'
    const { monogram } = await chooseExhibits(store, 'calm-sign-in')
    await createAccount(store, mary(email))
    await findProduct(store, await nameOf(monogram))
    await page.getByRole('button', { name: /^personalize it/i }).click()
    const popup = page.getByRole('dialog', { name: 'Personalize it' })
    await popup.getByRole('textbox').first().fill('ANN')
    await popup.getByRole('button', { name: 'Add to Registry' }).click()
    await page.getByRole('button', { name: 'Accept Terms' }).click()
    await store.untilAlive()
    await signIn(page, email)
    await expect(registryPopup(page).getByRole('heading', { name: 'No Registry Found' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(popup.getByRole('textbox').first()).toHaveValue('ANN')
    await expect(popup.getByRole('img', { name: /with ANN$/ })).toHaveAttribute('src', /^\/personalization\/image\//)
    await expect(popup.getByRole('button', { name: /^accept/i })).toBeEnabled()
  })

  test('the pieces wanted are asked a registry for without another press', async ({ page }) => {
    const store = new Store(page, 'cb2')
    const email = 'mary.choice@example.com'
    await leaveRegistries(store, mary(email), ['Wedding', 'Baby Shower'])
    const { name } = await plainArticle('cb2', 7)
    await findProduct(store, name)
    await store.setQuantity(3)
    await page.getByRole('main').getByRole('button', { name: 'Add to Registry', exact: true }).first().click()
    await expect(page).toHaveURL(/\/account\/login\?returnUrl=/)
    await store.untilAlive()
    await signIn(page, email)
    await expect(page).toHaveURL(/\/product\/\d+/)
    await registryPopup(page)
      .getByRole('button', { name: /^Add to Baby/ })
      .click()
    await expect(registryPopup(page)).toContainText('Qty 3')
    await page.keyboard.press('Escape')
    const quantity = page.getByRole('main').getByRole('textbox', { name: 'Quantity', exact: true })
    await expect(quantity).toHaveValue('3')
    await expect(page.getByRole('link', { name: '3 in your registry' })).toBeVisible()
  })

  test('an address that is not saved yet stands in the first step', async ({ page }) => {
    const store = new Store(page, 'cb2')
    const email = 'mary.typed@example.com'
    await createAccount(store, mary(email))
    const { name } = await plainArticle('cb2', 9)
    const main = await walkToCheckout(store, name)
    await main.getByLabel(/^first name/i).fill('Ada')
    await main.getByLabel(/^(street )?address$/i).fill(store.home.address)
    await main.getByLabel(/^phone/i).fill('312-555-0119')
    await signInAtCart(store, email)
    await expect(main.getByLabel(/^first name/i)).toHaveValue('Ada')
    await expect(main.getByLabel(/^(street )?address$/i)).toHaveValue(store.home.address)
    await expect(main.getByLabel(/^phone/i)).toHaveValue('312-555-0119')
  })

  test('a saved address and a gift message lead to the payment again', async ({ page }) => {
    const store = new Store(page, 'cb')
    const email = 'mary.gift@example.com'
    await createAccount(store, mary(email))
    const { name } = await plainArticle('cb', 9)
    const main = await walkToCheckout(store, name)
    await store.fillAddress('guest.gift@example.com')
    await store.toOptions()
    await store.chooseGiftMessage('For the long evenings')
    await signInAtCart(store, email)
    await expect(main.getByLabel(/^(street )?address$/i)).toHaveValue(store.home.address)
    await store.toOptions()
    await expect(main.getByLabel(/this is a gift/i)).toBeChecked()
    await expect(main.getByLabel(/gift message/i)).toHaveValue('For the long evenings')
    await store.next('Next: Payment', /\/checkout\/paymentandbilling$/)
    await store.fillCard({ number: '4111 1111 1111 1111', expiry: '0530', code: '123' })
    await store.next('Next: Review & Place Order', /\/checkout\/review$/)
    await expect(main).toContainText('For the long evenings')
    await expect(main).toContainText(store.home.address)
  })
})
