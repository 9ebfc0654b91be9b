import { expect, type Page } from '@playwright/test'
import { plainArticle } from './books.ts'
import { test } from './focus-watch.ts'
import { linkTo } from './member.ts'
import { expectNoFault, expectNoSidewaysScroll } from './page-faults.ts'
import { fillCart } from './quick.ts'
import { Store } from './store.ts'

/** The path of each page the browser is led through, with its host when it is not the store's. */
function followAddresses(page: Page, store: Store): string[] {
  const passed: string[] = []
  const own = new URL(store.address('/')).host
  page.on('response', (answer) => {
    if (!answer.request().isNavigationRequest()) return
    const { host, pathname } = new URL(answer.url())
    passed.push(host === own ? pathname : `elsewhere ${pathname.replace(/[\w-]{15,}$/, '*')}`)
  })
  return passed
}

async function choose(page: Page, provider: string, person: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Sign in with ${provider}`)
  await page.getByRole('button', { name: person }).click()
}

test.describe('ROUTE-22 OPEN-96: signing in with outside providers', () => {
  for (const [provider, person] of [
    ['Google', 'Ada Lovelace'],
    ['Apple', 'Grace Hopper'],
    ['Okta', 'Zoë Müller'],
  ] as const) {
    test(`ROUTE-22 LOGIN-21 LOGIN-24 LOGIN-25: ${provider} leads there and back to the account page`, async ({
      page,
    }) => {
      const store = new Store(page, 'cb')
      const key = provider.toLowerCase()
      await store.open('/account/login')
      const passed = followAddresses(page, store)
      await page.getByRole('link', { name: `Continue with ${provider}` }).click()
      await choose(page, provider, person)
      await expect(page).toHaveURL(/\/account$/)
      await expect(page.getByRole('heading', { level: 1 })).toContainText(person.split(' ')[0] ?? '')
      expect(passed).toEqual([
        '/account/auth/loginwithidp',
        `elsewhere /identity/${key}/auth`,
        `elsewhere /identity/${key}/interaction/*`,
        `elsewhere /identity/${key}/interaction/*`,
        `elsewhere /identity/${key}/auth/*`,
        ...(provider === 'Apple' ? [`/account/auth/callback/${key}`] : []),
        `/account/auth/callback/${key}`,
        '/account/auth/confirm',
        '/account',
      ])
    })
  }

  test('LOGIN-09 LOGIN-24: a guest with two lines continues with Google from the flyout and reaches the checkout with them', async ({
    page,
  }) => {
    const store = new Store(page, 'cb')
    const [first, second] = await Promise.all([plainArticle('cb', 13), plainArticle('cb', 14)])
    await fillCart(store, [first.sku, second.sku])
    await store.open('/checkout/cart')
    await store.untilAlive()
    await page.getByRole('button', { name: /^checkout/i }).click()
    const flyout = page.getByRole('dialog', { name: 'Checkout Now' })
    const google = flyout.getByRole('link', { name: 'Continue with Google' })
    await expect(google).toHaveAttribute('href', /^\/account\/auth\/loginwithidp\?idp=Google&redirectUrl=%2Fcheckout/)
    await google.click()
    await choose(page, 'Google', 'Ada Lovelace')
    await expect(page).toHaveURL(/\/checkout\/shipping$/)
    await store.untilAlive()
    for (const { name } of [first, second]) await expect(page.locator('body')).toContainText(name)
  })

  for (const brand of ['cb', 'cb2'] as const) {
    test(`SAFE-50 OPEN-96: ${brand}: whose address Okta does not vouch for waits for a mailed link, which works in her browser`, async ({
      page,
      browser,
    }) => {
      const store = new Store(page, brand)
      const email = `max.new.${brand}@example.com`
      await store.open('/account/login')
      await page.getByRole('link', { name: 'Continue with Okta' }).click()
      await page.getByLabel('Email address').fill(email)
      await page.getByLabel('The address is verified').uncheck()
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await expect(page).toHaveURL(/\/account\/check-mail$/)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('We have sent you a mail')
      await expect(page.getByRole('main')).toContainText(`to ${email}`)
      await expectNoFault(page, 'check-mail by a provider')
      await expectNoSidewaysScroll(page, 'check-mail by a provider')

      const link = await linkTo(email)
      const other = await browser.newContext()
      const elsewhere = await other.newPage()
      await elsewhere.goto(link)
      await expect(elsewhere.getByRole('heading', { level: 1 })).toHaveText('Please open this link where you began')
      await expectNoFault(elsewhere, 'confirm-address elsewhere')
      await expectNoSidewaysScroll(elsewhere, 'confirm-address elsewhere')
      await other.close()

      await page.goto(link)
      await expect(page.getByRole('main')).toContainText('Okta signs you in to your account')
      await expectNoFault(page, 'confirm-address by a provider')
      await page.getByRole('button', { name: 'Confirm and sign in' }).click()
      await expect(page).toHaveURL(/\/account$/)
      await expect(page.getByRole('main')).toContainText(email)
    })
  }

  test('OPEN-96: who turns back at the provider is told so, and is nobody', async ({ page }) => {
    const store = new Store(page, 'cb')
    await store.open('/account/login?returnUrl=%2Fcheckout%2Fcart')
    await page.getByRole('link', { name: 'Continue with Apple' }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page).toHaveURL(/\/account\/login\?returnUrl=%2Fcheckout%2Fcart$/)
    await expect(page.getByText('You are not signed in: Apple did not tell us who you are.')).toBeVisible()
    await store.open('/account')
    await expect(page).toHaveURL(/\/account\/login/)
  })
})
