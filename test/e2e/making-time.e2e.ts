import { expect } from '@playwright/test'
import { test } from './focus-watch.ts'
import { goToStep } from './quick.ts'
import { mailsTo } from './sandbox.ts'
import { goodCard, Store } from './store.ts'

const sofa = { sku: 410060, name: 'Orrin Made-to-Order Sofa' }
const time = 'about 7 weeks'
const said = `Made to order in ${time}`

test('CALM-04: a sofa made to order names the same number of weeks on its page, in the terms, in the cart, at checkout, on the confirmation and in the mail', async ({
  page,
}) => {
  const store = new Store(page, 'cb')
  await store.open('/')
  await store.untilAlive()
  const search = page.getByRole('combobox', { name: 'Search' }).or(page.getByRole('searchbox', { name: 'Search' }))
  await search.fill(sofa.name)
  await search.press('Enter')
  await page.getByRole('article').getByRole('link', { name: sofa.name }).first().click()
  await expect(page).toHaveURL(/\/product\/\d+/)

  const main = page.getByRole('main')
  /** Nothing else on the page names weeks. */
  const expectOneTime = async (place = main) => {
    await expect(place.getByText(time).first()).toBeAttached()
    const weeks = ((await place.textContent()) ?? '').match(/\w+ \w+ weeks/g) ?? []
    expect([...new Set(weeks)]).toEqual([time])
  }
  await expect(main.getByText(said, { exact: true }).first()).toBeVisible()
  await main.getByText('How this date comes about').click()
  await expectOneTime()

  await store.addToCart.click()
  const terms = page.getByRole('dialog')
  await expect(terms.getByText(`Making takes ${time}; we write when it leaves the workshop.`)).toBeVisible()
  await expectOneTime(terms)
  await terms.getByRole('button', { name: 'Accept & Add to Cart' }).click()
  await page
    .getByRole('link', { name: /^Cart, 1 item/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/checkout\/cart$/)
  await expect(main.getByText(said, { exact: true })).toBeVisible()
  await expectOneTime(main.getByRole('list', { name: 'Items in your cart' }))

  const email = 'ada.made.to.order@example.com'
  await goToStep(store, 2, { skus: [sofa.sku], email })
  const panel = page.getByRole('complementary')
  await expect(panel.getByText(said, { exact: true })).toBeVisible()
  await store.next('Next: Payment', /\/checkout\/paymentandbilling$/)
  await store.fillCard(goodCard)
  await store.next('Next: Review & Place Order', /\/checkout\/review$/)
  await store.placeOrder()
  await expect(main.getByText(said, { exact: true })).toBeVisible()
  await expect
    .poll(async () => (await mailsTo(email)).map(({ text }) => text).join(), { timeout: 20_000 })
    .toContain(said)
})
