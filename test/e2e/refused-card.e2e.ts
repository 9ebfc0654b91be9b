import { expect, type Page } from '@playwright/test'
import type { DrillFault } from '#domain/fire-drill.ts'
import { visaEnding } from '#test/builders/visa-ending.ts'
import { ordersOf, plainArticle } from './books.ts'
import { test } from './focus-watch.ts'
import { goToStep } from './quick.ts'
import { clearFaults, playFault } from './sandbox.ts'
import { goodCard, Store } from './store.ts'

test.afterEach(clearFaults)

const refusedAddress = /\/checkout\/paymentandbilling\?paymentErrorId=authorizationError#header_payment$/
const option = (page: Page) => page.locator('#credit-debit-card-option')

/** Presses Place Order with a card that its bank refuses, and goes where the popup leads. */
async function beRefused(page: Page, fault: DrillFault, lastFour: string, words: string): Promise<void> {
  await playFault(fault, { standIn: 'card-gateway', lastFour })
  await page.getByRole('button', { name: 'Place Order', exact: true }).click()
  const popup = page.getByRole('dialog', { name: 'Payment Error' })
  await expect(popup).toContainText(words)
  await popup.getByRole('button', { name: 'Update Payment' }).click()
  await expect(page).toHaveURL(refusedAddress)
}

async function expectPlaced(store: Store, email: string): Promise<void> {
  const number = await store.placeOrder()
  const placed = (await ordersOf(email)).filter(({ state }) => state === 'placed')
  expect(placed.map((order) => order.number)).toEqual([number])
}

test('CALM-24 UX-16: from the home page to a wrong code: the card is shown, the code alone is asked for again, and the order goes through', async ({
  page,
}) => {
  const store = new Store(page, 'cb')
  const email = 'ada.wrong-code@example.com'
  await store.walkToProduct()
  await store.addTwoAndOpenCart()
  await store.startGuestCheckout()
  await store.fillAddress(email)
  await store.toOptions()
  await store.next('Next: Payment', /\/checkout\/paymentandbilling$/)
  await store.fillCard({ ...goodCard, number: visaEnding('7024') })
  await store.next('Next: Review & Place Order', /\/checkout\/review$/)
  await beRefused(page, 'wrongCode', '7024', 'The security code does not match this card.')

  await expect(option(page)).toContainText('Visa ending in 7024, expires 05/30')
  const code = option(page).getByRole('textbox')
  await expect(code).toHaveAccessibleName('Security code of the card ending in 7024')
  await expect(code).toHaveAccessibleDescription(/The security code does not match this card\./)
  await expect(code).toBeFocused()
  await expect(code).toBeInViewport()
  await code.fill('999')
  await page.getByRole('button', { name: 'Next: Review & Place Order' }).click()
  await expect(code).toHaveAccessibleDescription(/The security code you entered is not valid\./)
  await code.fill('123')
  await store.next('Next: Review & Place Order', /\/checkout\/review$/)
  await expectPlaced(store, email)
})

test('CALM-24: a wrong date: the date alone is asked for again, and the order goes through with it', async ({
  page,
}) => {
  const store = new Store(page, 'cb2')
  const email = 'ada.wrong-date@example.com'
  const { sku } = await plainArticle('cb2', 60)
  await goToStep(store, 4, { skus: [sku], email, card: { ...goodCard, number: visaEnding('7031') } })
  await beRefused(page, 'wrongExpiry', '7031', 'The expiration date does not match this card.')
  const date = option(page).getByRole('textbox')
  await expect(date).toHaveAccessibleName('Expiration date (MM/YY) of the card ending in 7031')
  await expect(date).toBeFocused()
  await date.pressSequentially('0431')
  await store.next('Next: Review & Place Order', /\/checkout\/review$/)
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(option(page)).toContainText('Visa ending in 7031, expires 04/31')
  await store.next('Next: Review & Place Order', /\/checkout\/review$/)
  await expectPlaced(store, email)
})

test('CALM-24 SCENE-05: whatever else the bank has against a card is told alike: another is asked for, the refused one is listed below it', async ({
  page,
}) => {
  const store = new Store(page, 'cb')
  const email = 'ada.refused@example.com'
  const { sku } = await plainArticle('cb', 61)
  await goToStep(store, 4, { skus: [sku], email, card: { ...goodCard, number: visaEnding('7045') } })
  for (const fault of ['decline', 'insufficientFunds', 'cardBlocked', 'suspectedFraud'] as const) {
    await beRefused(page, fault, '7045', 'Your card was declined. Please use another card.')
    const notice = page.getByRole('main').getByRole('alert')
    await expect(notice).toContainText('The card ending in 7045 was not charged.')
    await expect(notice).toBeFocused()
    const number = option(page).getByLabel(/^card number/i)
    await expect(number).toHaveValue('')
    const listed = option(page).getByText('Declined', { exact: true })
    await expect(listed.locator('..')).toContainText('Visa ending in 7045, expires 05/30')
    expect((await number.boundingBox())?.y).toBeLessThan((await listed.boundingBox())?.y ?? 0)
    await option(page).getByRole('button', { name: 'Use it again' }).click()
    await store.next('Next: Review & Place Order', /\/checkout\/review$/)
  }
  await beRefused(page, 'decline', '7045', 'Your card was declined.')
  await store.fillCard(goodCard)
  await store.next('Next: Review & Place Order', /\/checkout\/review$/)
  await expectPlaced(store, email)
})

test('CALM-24: a bank that does not answer: the same card stands ready, and the next try is taken', async ({
  page,
}) => {
  const store = new Store(page, 'cb2')
  const email = 'ada.bank-away@example.com'
  const { sku } = await plainArticle('cb2', 62)
  await goToStep(store, 4, { skus: [sku], email, card: { ...goodCard, number: visaEnding('7052') } })
  await beRefused(page, 'bankAway', '7052', 'The bank of your card did not answer.')
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Visa ending in 7052, expires 05/30')
  await expect(option(page).getByRole('textbox')).toHaveCount(0)
  await store.next('Next: Review & Place Order', /\/checkout\/review$/)
  await expectPlaced(store, email)
})
