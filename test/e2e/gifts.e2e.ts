import { type BrowserContext, expect, type Page } from '@playwright/test'
import type { VariantKey } from '#domain/variant.ts'
import { ask, plainArticle } from './books.ts'
import { test } from './focus-watch.ts'
import { becomeMember } from './member.ts'
import { expectNoFault, expectNoSidewaysScroll } from './page-faults.ts'
import { giveAGift } from './registry-walk.ts'
import { goodCard, Store } from './store.ts'

const street = '1600 Evergreen Terrace'

/** A member with a registry that has an address and wishes for one piece; answers the path of its shared link. */
async function registryOf(store: Store, email: string): Promise<{ link: string; name: string }> {
  const { page, variant } = store
  const isCanadian = variant.country === 'CA'
  await becomeMember(store, { firstName: 'Mary', lastName: 'Somerville', email })

  await store.open('/gift-registry/create')
  await store.untilAlive()
  await page.getByLabel('Occasion').selectOption('Wedding')
  await page.getByLabel('Date').fill('2027-06-12')
  await page.getByLabel('Street address').fill(street)
  await page.getByLabel('City').fill(isCanadian ? 'Ottawa' : 'Portland')
  await page.getByLabel(/^(State|Province)/).selectOption(isCanadian ? 'ON' : 'OR')
  await page.getByLabel(/^(ZIP|Postal) code/).fill(isCanadian ? 'K1A 0A6' : '97205')
  await page.getByRole('main').getByRole('button', { name: 'Create Registry' }).click()
  await expect(page).toHaveURL(/\/gift-registry\/registrant-list\/\d+$/)
  const own = page.url()

  const { sku, name } = await plainArticle(variant.key, 3)
  await store.open(`/product/${sku}`)
  await store.untilAlive()
  await page.getByRole('button', { name: 'Add to Registry' }).click()
  await expect(page.getByRole('dialog').getByText('Added to your registry')).toBeVisible()
  await page.goto(own)
  await store.untilAlive()
  const link = await page.getByRole('link', { name: /\/gift-registry\/registry\// }).getAttribute('href')
  return { link: link ?? '', name }
}

async function seen(page: Page, name: string): Promise<void> {
  await expectNoFault(page, name)
  await expectNoSidewaysScroll(page, name)
}

/** Another browser at the shared link, with the piece in its cart. */
async function giverAt(context: BrowserContext, key: VariantKey, link: string, name: string): Promise<Store> {
  const store = new Store(await context.newPage(), key)
  await store.open(link)
  await store.untilAlive()
  await store.page.getByRole('button', { name: `Give this: ${name}` }).click()
  await expect(store.page).toHaveURL(/\/checkout\/cart$/)
  return store
}

for (const key of ['cb', 'cb2-ca'] satisfies VariantKey[]) {
  test(`BEYOND-04 SCENE-21 SHIP-27 REG-31: in ${key} two givers want the last piece; one buys it, sent to an address she never sees, the other is told`, async ({
    page,
    browser,
  }) => {
    test.setTimeout(180_000)
    const owner = new Store(page, key)
    const { link, name } = await registryOf(owner, `mary.gifts.${key}@example.com`)
    const contexts = [await browser.newContext(), await browser.newContext()] as const
    const first = await giverAt(contexts[0], key, link, name)
    const late = await giverAt(contexts[1], key, link, name)
    await first.untilAlive()
    await first.startGuestCheckout()
    await expect(first.page.getByRole('heading', { name: 'Straight to Mary Somerville' })).toBeVisible()

    // the other one is told, on the page of the registry and on the way to pay
    await late.open(link)
    await expect(late.page.getByText('Someone is buying this right now')).toBeVisible()
    await expect(late.page.getByRole('button', { name: `Give this: ${name}` })).toHaveCount(0)
    await late.open('/checkout/cart')
    await late.untilAlive()
    await late.page
      .getByRole('button', { name: /^checkout/i })
      .first()
      .click()
    await late.page
      .getByRole('dialog', { name: 'Checkout Now' })
      .getByRole('button', { name: 'Guest Checkout' })
      .click()
    await expect(late.page).toHaveURL(/\/checkout\/cart$/)
    await expect(late.page.getByRole('main').getByText(/Somebody else is buying a gift of your cart/)).toBeVisible()

    await first.toOptions()
    await first.chooseGiftMessage('To your home')
    await first.next('Next: Payment', /\/checkout\/paymentandbilling$/)
    await expect(first.page.getByLabel('Same as shipping address')).toHaveCount(0)
    await first.fillAddress('giver@example.com')
    await seen(first.page, 'payment-gift')
    await first.fillCard(goodCard)
    await first.next('Next: Review & Place Order', /\/checkout\/review$/)
    expect(await first.page.content()).not.toContain(street)
    await first.placeOrder()
    expect(await first.page.content()).not.toContain(street)

    await late.open(link)
    await expect(late.page.getByText('All bought, thank you')).toBeVisible()
    await seen(late.page, 'registry-of-giver')
    await page.reload()
    const thanks = page.getByRole('region', { name: 'Thank-you list' })
    await expect(thanks).toContainText('Ada Lovelace')
    await expect(thanks).toContainText('“To your home”')
    await owner.untilAlive()
    await seen(page, 'registry-with-thanks')
    await thanks.getByRole('button', { name: /^I have thanked them/ }).click()
    await expect(thanks.getByText('Thanked', { exact: true })).toBeVisible()
    for (const context of contexts) await context.close()
  })
}

for (const key of ['cb', 'cb2'] as const) {
  test(`CALM-67: from the home page of ${key} to a registry; its gift says whose it is in cart, steps and summary, is ticked as one, and its ZIP is known and not told`, async ({
    page,
  }) => {
    const store = new Store(page, key)
    await store.open('/')
    await giveAGift(store)
    await store.untilAlive()
    const main = page.getByRole('main')
    const gift = /^A gift for Rosa Wed/
    await expect(main.getByRole('list', { name: 'Items in your cart' }).getByText(gift)).toBeVisible()
    const summary = main.getByRole('region', { name: 'Order summary' })
    await expect(summary.getByText(/^Straight to Rosa Wed/)).toBeVisible()
    await expect(summary.getByText('Tax', { exact: true })).toBeVisible()
    await expect(summary).not.toContainText('Enter ZIP code')
    await expect(summary.getByLabel('ZIP code')).toHaveCount(0)
    await expectNoFault(page, 'cart-gift')

    await store.startGuestCheckout()
    const panel = page.getByRole('complementary', { name: 'Order summary' })
    await expect(panel.getByText(gift)).toBeVisible()
    await store.toOptions()
    await expect(main.getByText(gift).first()).toBeVisible()
    await expect(main.getByLabel('This is a gift')).toBeChecked()
    const [home] = await ask<{ address: { address1: string; postalCode: string } }>(
      `select r.address from shop.registry r join shop.account a using (shopper_id)
       where a.last_name = 'Wed' and r.brand = $1 and r.country = 'US'`,
      [store.variant.brand],
    )
    const told = await page.content()
    for (const secret of [home?.address.address1, home?.address.postalCode]) {
      expect(secret).toBeTruthy()
      expect(told).not.toContain(secret)
    }
  })
}

test('SHIP-04 SHIP-27: from the home page to a registry; beside a thing for herself the giver sends the gift straight to its address', async ({
  page,
}) => {
  const store = new Store(page, 'cb')
  await store.open('/')
  await giveAGift(store)
  const main = page.getByRole('main')
  await store.walkToProduct()
  await store.addToCart.click()
  await page.getByRole('dialog').getByRole('link', { name: 'View Cart & Checkout' }).click()
  await expect(page).toHaveURL(/\/checkout\/cart$/)
  await store.startGuestCheckout()
  await main.getByRole('button', { name: 'Choose where each item goes' }).click()
  const lines = main.getByRole('list', { name: 'Items and where they go' })
  const straight = lines.locator('select', {
    has: page.locator('option', { hasText: 'Straight to the registry’s address' }),
  })
  await expect(straight).toHaveCount(1)
  await straight.selectOption({ label: 'Straight to the registry’s address' })
  const addresses = main.getByRole('region', { name: 'Your addresses' })
  await expect(addresses).toContainText('Rosa Wed')
  await expect(addresses).toContainText('1 item,')
  const own = lines.locator('select', { has: page.locator('option', { hasText: 'Choose an address' }) })
  await own.selectOption({ label: 'Enter a new address' })
  await store.fillAddress('giver.of.two@example.com')
  await main.getByRole('button', { name: 'Use this address' }).click()
  await expect(addresses).toContainText('Ada Lovelace')
  await expectNoSidewaysScroll(page, 'gift-among-others')
  await store.toOptions()
  await expect(main.getByText(/Rosa Wed/).first()).toBeVisible()
})
