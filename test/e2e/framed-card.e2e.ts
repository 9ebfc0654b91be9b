import { expect, test } from '@playwright/test'
import { plainArticle } from './books.ts'
import { otherStore } from './other-store.ts'
import { goToStep } from './quick.ts'
import { Store } from './store.ts'

const store = otherStore('framed', { PAYMENT_PROVIDER_ENABLE_ADYEN: 'true' })

test('PAY-27, PLAT-18: a store card typed in the gateway’s frame shows the rewards message on the page, which learns no digit', async ({
  page,
}) => {
  const { sku } = await plainArticle('cb', 9)
  await goToStep(new Store(page, 'cb', store().port), 3, { skus: [sku], email: 'framed@example.com' })
  const told = await page.evaluateHandle(() => {
    const heard: unknown[] = []
    window.addEventListener('message', ({ data }) => heard.push(data))
    return heard
  })
  const number = page.frameLocator('iframe[title="Card details"]').getByLabel('Card number')
  const message = page.getByText('You earn rewards with this card.')
  await number.pressSequentially('6045880')
  await expect(message).toBeVisible()
  await number.fill('4111')
  await expect(message).toHaveCount(0)
  const heard = JSON.stringify(await told.jsonValue())
  expect(heard).toContain('PLCCSynchrony')
  expect(heard).not.toMatch(/6045880|4111/)
})
