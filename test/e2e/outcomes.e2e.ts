import { expect, type Page } from '@playwright/test'
import type { CheckoutReply } from '#contracts/pages.ts'
import { pathTable } from '#contracts/paths.ts'
import type { DrillFault } from '#domain/fire-drill.ts'
import { formatCents } from '#domain/price-format.ts'
import { ask, plainArticle } from './books.ts'
import { payWithTwoNewCards } from './cards.ts'
import { test } from './focus-watch.ts'
import { type PaymentStates, putGiftCard, readBooks } from './outcome-books.ts'
import { callStore, reachStep } from './quick.ts'
import { bookedAs, clearFaults, playFault, sendAuthorizedWebhook } from './sandbox.ts'
import { declinedCard, goodCard, Store } from './store.ts'

const card = (number: string) => ({ number, expiry: '0530', code: '123' })
const challengeCard = card('4242 4200 0008 0143')
const silentCard = card('4242 4200 0008 0127')
const brokenCard = card('4242 4200 0008 0135')
const otherCard = card('4242 4242 4242 4242')
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

type Outcome = {
  readonly name: string
  /** The card that pays; two: the second is declined. */
  readonly card: typeof goodCard | 'two'
  readonly fault?: { readonly fault: DrillFault; readonly delayMs?: number }
  /** What the shopper does after 'Place Order', and what she must see in the end. */
  readonly see: (page: Page, email: string) => Promise<void>
  readonly order: 'placed' | 'refused'
  readonly payments: PaymentStates
}

async function thanks(page: Page): Promise<void> {
  await expect(heading(page)).toHaveText('Thank you for your order', { timeout: 90_000 })
  await expect(page.getByRole('table', { name: 'Paid with' })).toContainText('Gift card ending in 0777$15.00')
}

/** It may be said for a while that the payment is being confirmed, never that it failed; then thanks, by itself. */
async function confirmed(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/checkout\/confirmation$/, { timeout: 20_000 })
  await expect(heading(page)).toHaveText(/^(Your order is being confirmed|Thank you for your order)$/)
  await thanks(page)
}

async function declined(page: Page, sentences: readonly string[]): Promise<void> {
  const popup = page.getByRole('dialog', { name: 'Payment Error' })
  for (const sentence of sentences) await expect(popup).toContainText(sentence)
  await popup.getByRole('button', { name: 'Update Payment' }).click()
  await expect(page).toHaveURL(/\/checkout\/paymentandbilling\?paymentErrorId=authorizationError#header_payment$/)
}

async function atTheBank(page: Page, button: 'Confirm' | 'Do not pay'): Promise<void> {
  await expect(heading(page)).toHaveText('Confirm your payment')
  await page.getByRole('button', { name: button, exact: true }).click()
}

/** Time passes for the last order of an email address, as the database has it. */
async function letTimePass(email: string, what: string): Promise<void> {
  await ask(what, [email])
  await ask("update shop.orders set lease_until = now() where email = $1 and state = 'pending'", [email])
}

async function notPlaced(page: Page): Promise<void> {
  await expect(heading(page)).toHaveText('Your order was not placed', { timeout: 90_000 })
  const main = page.getByRole('main')
  await expect(main).toContainText('Nothing was charged.')
  await expect(main).toContainText('Gift card ending in 0777: $15.00 is back on the card.')
}

const outcomes: readonly Outcome[] = [
  {
    name: 'declined: told at once, with where the gift card is',
    card: declinedCard,
    see: (page) => declined(page, ['Your card was declined', 'Gift card ending in 0777: $15.00 is back on the card.']),
    order: 'refused',
    payments: [['refused', 'refused']],
  },
  {
    name: '3-D Secure passed',
    card: challengeCard,
    see: async (page) => {
      await atTheBank(page, 'Confirm')
      await thanks(page)
    },
    order: 'placed',
    payments: [['authorized', 'authorized']],
  },
  {
    name: '3-D Secure failed',
    card: challengeCard,
    see: async (page) => {
      await atTheBank(page, 'Do not pay')
      await expect(page).toHaveURL(/paymentErrorId=authorizationError#header_payment$/)
      await expect(page.getByRole('main')).toContainText('The card ending in 0143 was not charged.')
    },
    order: 'refused',
    payments: [['refused', 'refused']],
  },
  {
    name: '3-D Secure abandoned',
    card: challengeCard,
    see: async (page, email) => {
      await expect(heading(page)).toHaveText('Confirm your payment')
      await new Store(page, 'cb').open('/checkout/confirmation')
      await expect(heading(page)).toHaveText('Your bank has a question')
      await letTimePass(
        email,
        `update shop.payment p set challenge_until = now() - interval '1 second' from shop.orders o
         where o.shopper_id = p.shopper_id and o.order_id = p.order_id and o.email = $1`,
      )
      await notPlaced(page)
    },
    order: 'refused',
    payments: [['refused', 'voided']],
  },
  {
    name: 'no answer after the charge (0127)',
    card: silentCard,
    see: confirmed,
    order: 'placed',
    payments: [['authorized', 'authorized']],
  },
  {
    name: 'no answer before the charge: the request is still on its way when the store asks, and comes in later',
    card: otherCard,
    fault: { fault: 'slow', delayMs: 25_000 },
    see: confirmed,
    order: 'placed',
    payments: [['authorized', 'authorized']],
  },
  {
    name: 'the connection is cut after the charge',
    card: otherCard,
    fault: { fault: 'cut' },
    see: confirmed,
    order: 'placed',
    payments: [['authorized', 'authorized']],
  },
  {
    name: '503 once: asked again with the same reference',
    card: otherCard,
    fault: { fault: '503' },
    see: confirmed,
    order: 'placed',
    payments: [['authorized', 'authorized']],
  },
  {
    name: '503 for a minute (0135): given up, after the gateway has shut the door',
    card: brokenCard,
    see: async (page, email) => {
      await expect(heading(page)).toHaveText('Your order is being confirmed', { timeout: 20_000 })
      await letTimePass(
        email,
        "update shop.orders set created_at = created_at - interval '61 seconds' where email = $1",
      )
      await notPlaced(page)
    },
    order: 'refused',
    payments: [['refused', 'nothing']],
  },
  {
    name: 'every webhook event comes twice',
    card: otherCard,
    fault: { fault: 'duplicateNotice' },
    see: thanks,
    order: 'placed',
    payments: [['authorized', 'authorized']],
  },
  {
    name: 'of two cards the second is declined: the first is given back',
    card: 'two',
    see: async (page) => {
      await declined(page, [
        'Gift card ending in 0777: $15.00 is back on the card.',
        'Visa ending in 1111: ',
        'was not charged.',
      ])
      await expect(page.getByRole('main')).toContainText('Neither card was charged.')
    },
    order: 'refused',
    payments: [
      ['voided', 'voided'],
      ['refused', 'refused'],
    ],
  },
]

async function atReview(page: Page, outcome: Outcome, email: string, sku: number): Promise<string> {
  const store = new Store(page, 'cb')
  const isTwo = outcome.card === 'two'
  const paying = outcome.card === 'two' ? {} : { card: outcome.card }
  await reachStep(store, isTwo ? 3 : 4, { skus: [sku], email, ...paying })
  const { basketId } = await callStore<CheckoutReply>(page, pathTable.checkout.refreshCheckout.path)
  const giftCard = await putGiftCard(basketId)
  await store.openStep(isTwo ? 3 : 4)
  if (isTwo) {
    await payWithTwoNewCards(page, [goodCard, declinedCard])
    await store.next('Next: Review & Place Order', /\/checkout\/review$/)
  }
  const table = page.getByRole('table', { name: 'You pay with' })
  await expect(table).toContainText('Gift card ending in 0777$15.00')
  await expect(table.getByRole('row')).toHaveCount(isTwo ? 4 : 3)
  return giftCard
}

test.describe('OPEN-65, BEYOND-12, BEYOND-02, BEYOND-03, SCENE-08: after each outcome of the gateway the page, the order, the ledgers and the books of the gateway agree', () => {
  for (const [nth, outcome] of outcomes.entries()) {
    test(outcome.name, async ({ page }) => {
      test.setTimeout(240_000)
      const email = `outcome-${nth}@example.com`
      const { sku } = await plainArticle('cb', 32 + nth)
      const giftCard = await atReview(page, outcome, email, sku)
      const { fault } = outcome
      if (fault !== undefined) await playFault(fault.fault, { lastFour: '4242', ...fault })
      await page.getByRole('button', { name: 'Place Order', exact: true }).click()
      await outcome.see(page, email)
      await clearFaults()

      const isPlaced = outcome.order === 'placed'
      const expected = {
        order: outcome.order,
        payments: outcome.payments,
        giftCard: isPlaced ? 'hold 1500, spend 1500, left 0, held 0' : 'hold 1500, release 1500, left 1500, held 0',
        heldPieces: 0,
        broken: [],
      }
      // what is to be given back is on its way for a moment
      await expect.poll(() => readBooks(email, giftCard, sku), { timeout: 30_000 }).toMatchObject(expected)
      const { held, dueCents } = await readBooks(email, giftCard, sku)
      expect(held.gateways).toEqual(held.ours)
      expect(held.ours.reduce((sum, one) => sum + Number(one.split(' ')[1]), 0)).toBe(dueCents)
      expect(held.ours).toHaveLength(isPlaced ? 1 : 0)
    })
  }
})

test('CALM-27: after a time-out of the charge the page shows what was ordered and for how long it is looked at, and becomes the confirmation', async ({
  page,
}) => {
  test.setTimeout(120_000)
  const email = 'outcome-open@example.com'
  const { sku, name } = await plainArticle('cb', 51)
  const store = new Store(page, 'cb')
  await reachStep(store, 4, { skus: [sku], email, card: otherCard })
  await store.openStep(4)
  // a gateway that has charged tells so at once, and the order may stand before anybody has looked
  await playFault('slow', { lastFour: '4242', delayMs: 25_000 })
  let isHeld = true
  // nobody takes the order over while it is looked at here
  const held = (async () => {
    while (isHeld) {
      await ask("update shop.orders set lease_until = now() + interval '1 minute' where email = $1", [email])
      await page.waitForTimeout(50)
    }
  })()
  await page.getByRole('button', { name: 'Place Order', exact: true }).click()
  await expect(heading(page)).toHaveText('Your order is being confirmed', { timeout: 40_000 })
  const ordered = page.getByRole('region', { name: 'What you ordered' })
  await expect(ordered).toContainText(name)
  const [order] = await ask<{ total: number }>(
    "select (summary->>'total')::int as total from shop.orders where email = $1",
    [email],
  )
  await expect(ordered).toContainText(`Total${formatCents(order?.total ?? 0, 'USD')}`)
  await expect(page.getByText('We have been looking at it for less than a minute.')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('link', { name: /^Cart, 1 being ordered$/ })).toBeVisible()
  isHeld = false
  await held
  await ask('update shop.orders set lease_until = now() where email = $1', [email])
  await expect(heading(page)).toHaveText('Thank you for your order', { timeout: 60_000 })
  await expect(page.getByRole('link', { name: /^Cart, 0 items$/ })).toBeVisible()
})

test('OPEN-65: a webhook event that comes late, after the card was given back, and again after the order stands, changes nothing', async ({
  page,
}) => {
  const email = 'outcome-late@example.com'
  const { sku } = await plainArticle('cb', 50)
  const two = outcomes.find(({ card: paying }) => paying === 'two')
  if (two === undefined) throw new Error('no outcome with two cards')
  const firstGift = await atReview(page, two, email, sku)
  await page.getByRole('button', { name: 'Place Order', exact: true }).click()
  await two.see(page, email)
  const given = { order: 'refused', payments: two.payments }
  await expect.poll(() => readBooks(email, firstGift, sku), { timeout: 30_000 }).toMatchObject(given)
  const references = () =>
    ask<{ reference: string }>(
      `select p.reference from shop.payment p join shop.orders o using (shopper_id, order_id)
       where o.email = $1 order by o.created_at desc, p.slot`,
      [email],
    )
  const late = async () => {
    const booked = await bookedAs((await references())[0]?.reference ?? '')
    if (booked === undefined) throw new Error('the gateway has no such payment')
    for (const _ of ['once', 'twice']) expect(await sendAuthorizedWebhook(booked)).toBe(200)
  }
  await late()
  expect(await readBooks(email, firstGift, sku)).toMatchObject({ ...given, broken: [] })

  const store = new Store(page, 'cb')
  await store.fillCard(goodCard)
  await store.next('Next: Review & Place Order', /\/checkout\/review$/)
  await store.placeOrder()
  await late()
  const placed = { order: 'placed', payments: [['authorized', 'authorized']], broken: [] }
  expect(await readBooks(email, firstGift, sku)).toMatchObject(placed)
  const alarms = await ask<{ kind: string }>('select kind from shop.alarm where key = any($1)', [
    (await references()).map(({ reference }) => reference),
  ])
  expect(alarms).toEqual([])
})
