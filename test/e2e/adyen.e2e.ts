import { expect } from '@playwright/test'
import { plainArticle } from './books.ts'
import { test } from './focus-watch.ts'
import { otherStore } from './other-store.ts'
import { goToStep } from './quick.ts'
import { Store } from './store.ts'

const env = {
  ADYEN_API_KEY: 'key',
  ADYEN_CLIENT_KEY: 'test_client',
  ADYEN_MERCHANT_ACCOUNT: 'Shop',
  ADYEN_HMAC_KEY: 'ab'.repeat(32),
  PAYMENT_PROVIDER_ENABLE_ADYEN: 'true',
}
const store = otherStore('adyen', env)

test('PLAT-18 SEC-02: the policy lets Adyen’s frames in, the page asks it for nothing else, and no number is asked for by the page', async ({
  page,
}) => {
  const asked: string[] = []
  const stopped: string[] = []
  // Adyen itself is out of reach: an empty page answers for it
  await page.route(/adyen\.com/, (route) => {
    asked.push(route.request().url())
    return route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Framed</title><input>' })
  })
  page.on('console', (message) => {
    if (/Content.Security.Policy/i.test(message.text())) stopped.push(message.text())
  })
  const { sku } = await plainArticle('cb', 9)
  await goToStep(new Store(page, 'cb', store().port), 3, { skus: [sku], email: 'adyen@example.com' })
  const frames = page.locator('[data-cse] iframe')
  await expect(frames.first()).toBeAttached()
  await expect.poll(() => asked.length).toBeGreaterThan(0)
  const framed = /^https:\/\/checkoutshopper-test\.adyen\.com\/checkoutshopper\/securedfields\/test_client\//
  expect(asked.filter((url) => !framed.test(url))).toEqual([])
  expect(stopped).toEqual([])
  await expect(page.locator('input[autocomplete^="cc-"]')).toHaveCount(0)
  await expect(page.locator('script[src*="adyen.com"]')).toHaveCount(0)
})
