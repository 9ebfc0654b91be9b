import { expect, type Page } from '@playwright/test'
import type { CheckoutReply } from '#contracts/pages.ts'
import { pathTable } from '#contracts/paths.ts'
import { dayText, storeDay } from '#domain/days.ts'
import { ask, ordersOf } from './books.ts'
import { test } from './focus-watch.ts'
import { chooseExhibits } from './places.ts'
import { callStore, goToStep } from './quick.ts'
import { goodCard, Store } from './store.ts'

const placeButton = (page: Page) => page.getByRole('button', { name: 'Place Order', exact: true })
const toOptions = /\/checkout\/shippingandgiftoptions$/
const hours = '12 pm - 4 pm'

/** On the review step with a sofa to be brought at these hours of the third day offered, as a gift. */
async function atReview(page: Page, email: string): Promise<{ store: Store; windowId: number; date: string }> {
  const store = new Store(page, 'cb')
  const { furniture } = await chooseExhibits(store, 'windows')
  await goToStep(store, 2, { skus: [furniture], email })
  const { recipientList } = await callStore<CheckoutReply>(page, pathTable.checkout.refreshCheckout.path)
  const { windows } = recipientList[0]!.shipments[0]!.tripBooking!
  const day = [...new Set(windows.map(({ date }) => date))][2]!
  await page.getByLabel('Delivery day').selectOption(dayText(day, storeDay(new Date())))
  await page.getByRole('radio', { name: hours }).check()
  await store.chooseGiftMessage('For the new house')
  await store.next('Next: Payment', /\/checkout\/paymentandbilling$/)
  await store.fillCard(goodCard)
  await store.next('Next: Review & Place Order', /\/checkout\/review$/)
  const { id } = windows.find(({ date, from }) => date === day && from === '12:00')!
  return { store, windowId: id, date: day }
}

test('ORDER-10 OPEN-83 SHIP-19: two shoppers order for the last delivery of a window: one has it, the other is led back to the windows with all she chose', async ({
  page,
  browser,
}) => {
  const emails = ['first.window@example.com', 'second.window@example.com']
  const rival = await browser.newPage()
  const pages = [page, rival]
  const reviews = [await atReview(page, emails[0]!), await atReview(rival, emails[1]!)]
  const [{ windowId, date }] = reviews as [(typeof reviews)[0]]
  expect(reviews[1]?.windowId).toBe(windowId)
  await ask(
    `insert into shop.trip (trip_id, day, region, from_time, to_time, capacity) overriding system value
     values ($1, $2, 'IL', '12:00', '16:00', 1)`,
    [windowId, date],
  )
  await Promise.all(pages.map((each) => placeButton(each).click()))
  const isBack = pages.map((each) => each.waitForURL(toOptions).then(() => each))
  const lost = await Promise.race(isBack)
  const won = pages.find((each) => each !== lost)!
  isBack[pages.indexOf(won)]?.catch(() => undefined)
  await expect(won).toHaveURL(/\/checkout\/confirmation$/, { timeout: 20_000 })
  const email = emails[pages.indexOf(lost)]!
  const { store } = reviews[pages.indexOf(lost)]!

  const main = lost.getByRole('main')
  await expect(main.getByRole('alert')).toContainText(/delivery (time|window)|no longer/i)
  await expect(main.getByRole('alert')).toBeInViewport()
  await expect(lost.getByLabel(/gift message/i)).toHaveValue('For the new house')
  await lost.getByLabel('Delivery day').selectOption(dayText(date, storeDay(new Date())))
  await expect(lost.getByRole('radio', { name: hours })).toBeDisabled()
  await expect(lost.getByRole('radio', { name: '8 am - 12 pm' })).toBeChecked()
  await store.next('Next: Payment', /\/checkout\/paymentandbilling$/)
  await expect(main).toContainText('ending in 1111')
  await store.next('Next: Review & Place Order', /\/checkout\/review$/)
  await expect(main).toContainText('For the new house')
  await expect(main).toContainText(store.home.address)
  const number = await store.placeOrder()
  const orders = (await ordersOf(email)).map((order) => [order.number, order.state])
  expect(orders.at(-1)).toEqual([number, 'placed'])
  expect(orders.filter(([, state]) => state === 'placed')).toHaveLength(1)
  const trips = await ask<{ booked: number; held: number }>('select booked, held from shop.trip where trip_id = $1', [
    windowId,
  ])
  expect(trips).toEqual([{ booked: 1, held: 0 }])
  await rival.close()
})
