import type { Page } from '@playwright/test'
import type { CheckoutReply } from '#contracts/pages.ts'
import { pathTable } from '#contracts/paths.ts'
import type { Step } from '#domain/checkout/steps.ts'
import { goodCard, recipients, type Store } from './store.ts'

/**
 * The quick way to a cart or a step that is not the point of a test: the store's own calls, made from a page of the
 * store with its cookies and token.
 */
export async function callStore<Reply = Record<string, unknown>>(
  page: Page,
  path: string,
  body?: object,
): Promise<Reply> {
  const answer = await page.evaluate(
    async ({ path, body }) => {
      const session = await (await fetch('/session', { cache: 'no-store' })).text()
      const token = /value="([\w-]+)"/.exec(session)?.[1] ?? ''
      const response = await fetch(path, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          accept: 'application/json',
          ...(body === undefined
            ? {}
            : {
                'content-type': 'application/json',
                RequestVerificationToken: token,
                'idempotency-key': crypto.randomUUID(),
              }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      return { status: response.status, text: await response.text() }
    },
    { path, body },
  )
  const reply = JSON.parse(answer.text) as Reply & { readonly isSuccess?: boolean; readonly IsReset?: boolean }
  if (answer.status !== 200 || reply.isSuccess === false || reply.IsReset === true) {
    throw new Error(`${path} answered ${answer.status}: ${answer.text}`)
  }
  return reply
}

/** The smallest text there is of the store's origin, to make calls from. */
export async function openForCalls(store: Store): Promise<void> {
  await store.open('/robots.txt')
}

/** Puts articles into the cart; the page ends on that smallest text. */
export async function fillCart(store: Store, skus: readonly number[], quantity = 1): Promise<void> {
  await openForCalls(store)
  const items = skus.map((sku) => ({ Sku: sku, Quantity: quantity }))
  await callStore(store.page, pathTable.cart.addItems.path, { items })
}

/** Submits the guest checkout form of the login flyout as a browser does without scripts. */
async function chooseGuestCheckout(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const session = await (await fetch('/session', { cache: 'no-store' })).text()
    const token = /value="([\w-]+)"/.exec(session)?.[1] ?? ''
    const fields = new URLSearchParams({ __RequestVerificationToken: token, isGuestCheckout: 'true' })
    await fetch('/checkout', { method: 'POST', body: fields })
  })
}

/** Enters a card at the gateway as its frame does, and gives the store what came back. */
export async function saveCard(
  page: Page,
  {
    card = goodCard,
    saveToAccount = false,
  }: { readonly card?: typeof goodCard; readonly saveToAccount?: boolean } = {},
): Promise<void> {
  const { payment } = pathTable
  const session = await callStore<{ tnsSession: string; gatewayUrl: string }>(page, payment.createCardSession.path, {})
  const [expMonth, expYear] = [Number(card.expiry.slice(0, 2)), 2000 + Number(card.expiry.slice(2))]
  const given = await page.evaluate(
    async ({ url, entry }) => {
      const headers = { 'content-type': 'application/json' }
      return (await (await fetch(url, { method: 'POST', headers, body: JSON.stringify(entry) })).json()) as {
        cardToken: string
        brand: string
        lastFour: string
      }
    },
    { url: session.gatewayUrl, entry: { number: card.number, cvv: card.code, expMonth, expYear } },
  )
  const { cardToken, brand, lastFour } = given
  const { tnsSession } = session
  const entered = { type: brand, brand, cardToken, lastFour, expMonth, expYear, tnsSession }
  const cardOneData = { slot: 'CardOne', ...entered, saveToAccount }
  await callStore(page, payment.savePayment.path, { cardOneData })
}

type Checkout = { readonly skus: readonly number[]; readonly email: string; readonly card?: typeof goodCard }

/** A guest's checkout taken to a step by calls alone, and that step opened. */
export async function goToStep(store: Store, step: Extract<Step, 1 | 2 | 3 | 4>, options: Checkout): Promise<void> {
  await reachStep(store, step, options)
  await store.openStep(step)
}

/** A guest's checkout taken to a step, which is not opened. The address is the store's country's own. */
export async function reachStep(store: Store, step: Extract<Step, 1 | 2 | 3 | 4>, options: Checkout): Promise<void> {
  const { page, variant } = store
  const { checkout } = pathTable
  const home = recipients[variant.country]
  await fillCart(store, options.skus)
  await chooseGuestCheckout(page)
  if (step >= 2) {
    await callStore(page, checkout.validateAndSaveAddress.path, {
      firstName: 'Ada',
      lastName: 'Lovelace',
      address1: home.address,
      city: home.city,
      state: home.state,
      postalCode: home.postalCode,
      country: variant.country,
      phone: home.phone,
      email: options.email,
    })
    await callStore(page, checkout.moveToShippingAndGiftOptions.path, {})
  }
  if (step >= 3) {
    const { recipientList } = await callStore<CheckoutReply>(page, checkout.refreshCheckout.path)
    const recipients = recipientList.map(({ id, shipments, giftOptions, bopsOptions }) => ({
      recipientId: id,
      shipments: shipments.map((each) => ({ id: each.id, selectedServiceLevel: each.selectedServiceLevel })),
      giftOptions,
      bopsOptions,
    }))
    await callStore(page, checkout.saveShippingAndGiftOptions.path, { recipients })
    await callStore(page, checkout.moveToPaymentPage.path, {})
  }
  if (step === 4) {
    await saveCard(page, options)
    await callStore(page, checkout.moveToReviewPage.path, {})
  }
}
