import { expect, type Page } from '@playwright/test'
import { plainArticle } from './books.ts'
import { test } from './focus-watch.ts'
import { fillCart } from './quick.ts'
import { goodCard, Store } from './store.ts'

/** What follows the case of its brand (decision 0092); a checkbox and a radio have sentences, not labels. */
const ruled = 'h1, h2, h3, h4, button, nav, footer a, legend, summary, label:not(:has([type=checkbox], [type=radio]))'
const asWritten = 'bdi, [data-verbatim]'
/** Venmo draws its own name in small letters. */
const itsOwn = '[aria-label="Pay with Venmo"]'

type Cases = {
  readonly ruled: number
  /** Texts under the rule whose case is not that of their brand, with the case they have. */
  readonly wrong: string[]
  /** What somebody wrote, and amounts, that the rule has taken hold of. */
  readonly lowered: string[]
}

/** How the words of the page are cased; `expected` is what the brand's tokens say. */
function casesOf(page: Page, expected: string): Promise<Cases> {
  return page.evaluate(
    ({ ruled, asWritten, itsOwn, expected }) => {
      const cases = { ruled: 0, wrong: [] as string[], lowered: [] as string[] }
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const parent = node.parentElement
        const text = node.textContent?.trim() ?? ''
        if (parent === null || !/\p{L}/u.test(text) || parent.closest(`script, style, noscript, option, ${itsOwn}`))
          continue
        const drawn = getComputedStyle(parent).textTransform
        const isWritten = parent.closest(asWritten) !== null || /CAD\s\d/.test(text)
        if (isWritten && drawn !== 'none') cases.lowered.push(text)
        if (isWritten || parent.closest(ruled) === null) continue
        cases.ruled += 1
        if (drawn !== expected) cases.wrong.push(`${drawn}: ${text}`)
      }
      return cases
    },
    { ruled, asWritten, itsOwn, expected },
  )
}

for (const [key, expected] of [
  ['cb2-ca', 'lowercase'],
  ['cb', 'none'],
] as const) {
  test(`CALM-51: in ${key} headings, buttons, nav, footer, breadcrumbs, labels and layers have one case (${expected}), from the home page to the review`, async ({
    page,
  }) => {
    const store = new Store(page, key)
    const main = page.getByRole('main')
    const expectOneCase = async (where: string) => {
      const { ruled, wrong, lowered } = await casesOf(page, expected)
      expect.soft(ruled, where).toBeGreaterThan(3)
      expect.soft(wrong, where).toEqual([])
      expect.soft(lowered, where).toEqual([])
    }
    await store.open('/')
    await store.untilAlive()
    for (const token of ['heading', 'button', 'label']) {
      const said = await main.evaluate((one, name) => getComputedStyle(one).getPropertyValue(name), `--case-${token}`)
      expect(said).toBe(expected)
    }
    await expectOneCase('home')
    await page.getByRole('navigation', { name: 'Departments' }).getByRole('link').first().click()
    await expect(page).toHaveURL(/\/category\//)
    await expect(page.getByRole('article').first()).toBeVisible()
    await main.locator('summary').filter({ hasText: 'Price' }).click()
    await main.getByRole('checkbox').filter({ visible: true }).first().click()
    await expect(page.getByRole('navigation', { name: 'Chosen filters' })).toBeVisible()
    await expectOneCase('category')
    await page.getByRole('article').first().getByRole('heading').getByRole('link').click()
    await expect(page).toHaveURL(/\/product\/\d+/)
    await store.untilAlive()
    await expectOneCase('product')
    await store.addToCart.click()
    await expect(page.getByRole('dialog').getByRole('heading').first()).toBeVisible()
    await expectOneCase('layer')

    await fillCart(store, [(await plainArticle(key, 12)).sku])
    await store.open('/checkout/cart')
    await store.untilAlive()
    await expectOneCase('cart')
    // what is bought is named as it is where it was chosen
    const lines = page.getByRole('list', { name: 'Items in your cart' })
    await expect(lines.getByRole('heading').first()).toHaveCSS('text-transform', expected)
    await store.startGuestCheckout()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectOneCase('shipping address')
    await store.fillAddress('ada.case@example.com')
    await store.toOptions()
    await expect(page.getByText('Next: Payment').first()).toBeVisible()
    await expectOneCase('shipping and gift options')
    await store.next('Next: Payment', /\/checkout\/paymentandbilling$/)
    await store.fillCard(goodCard)
    await expectOneCase('payment')
    await expect(page.getByRole('button', { name: 'Pay with PayPal' })).toHaveCSS('text-transform', 'none')
    await store.next('Next: Review & Place Order', /\/checkout\/review$/)
    await expect(page.getByRole('button', { name: 'Place Order' }).first()).toBeVisible()
    await expectOneCase('review')
    await expect(main.getByRole('link', { name: /^Edit/ }).first()).toHaveCSS('text-transform', expected)
    // a shopper's own name is nobody's to change
    await expect(main.getByText('Ada Lovelace').first()).toHaveCSS('text-transform', 'none')
  })
}
