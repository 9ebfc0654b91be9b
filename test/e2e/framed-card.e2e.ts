import { expect } from '@playwright/test'
import { test } from './focus-watch.ts'
import { otherStore } from './other-store.ts'
import { Store } from './store.ts'

const store = otherStore('framed', { PAYMENT_PROVIDER_ENABLE_ADYEN: 'true' })

test('PAY-25, PAY-26, PAY-27, PLAT-18, VALID-05, VALID-13, VALID-18: the gateway’s frame takes as much as a card has; a store card typed in it hides date and code, keeps neither and shows the rewards message on the page, which learns no digit', async ({
  page,
}) => {
  const framed = new Store(page, 'cb', store().port)
  await framed.walkToProduct()
  await framed.addTwoAndOpenCart()
  await framed.startGuestCheckout()
  await framed.fillAddress('framed@example.com')
  await framed.toOptions()
  await framed.next('Next: Payment', /\/checkout\/paymentandbilling$/)
  const told = await page.evaluateHandle(() => {
    const heard: unknown[] = []
    window.addEventListener('message', ({ data }) => heard.push(data))
    return heard
  })
  const frame = page.frameLocator('iframe[title="Card details"]')
  const number = frame.getByLabel('Card number')
  const code = frame.getByLabel('Security code')
  const most = () =>
    Promise.all([number, frame.getByLabel('Expiration (MM/YY)'), code].map((field) => field.getAttribute('maxlength')))
  expect(await most()).toEqual(['24', '5', '3'])
  await number.pressSequentially('378282246310005 9')
  await expect(number).toHaveValue('378282246310005')
  expect(await most()).toEqual(['24', '5', '4'])
  await number.fill('5555 5555 5555 4444')
  await number.press('End')
  await number.press('1')
  await expect(number).toHaveValue('5555555555554444')
  expect(await most()).toEqual(['24', '5', '3'])
  await number.fill('')
  const message = page.getByText('You earn rewards with this card.')
  const date = frame.getByLabel('Expiration (MM/YY)')
  await date.fill('0530')
  await code.fill('123')
  await number.pressSequentially('6045880')
  await expect(message).toBeVisible()
  await expect(date).toBeHidden()
  await expect(code).toBeHidden()
  await number.fill('4111')
  await expect(date).toHaveValue('')
  await expect(code).toHaveValue('')
  await expect(message).toHaveCount(0)
  const heard = JSON.stringify(await told.jsonValue())
  expect(heard).toContain('PLCCSynchrony')
  expect(heard).not.toMatch(/6045880|4111/)
})
