import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { pathTable } from '#contracts/paths.ts'
import { postRetryDelayMs } from '#domain/timing.ts'
import { aCheckout, anAppliedCard, aPayment, openCheckout, refusal } from '#test/web/checkout.ts'
import { type Answer, fakeServer, networkFailure } from '#test/web/fake-server.ts'
import { aFrame } from '#test/web/pages.ts'
import { type Rendered, renderParts } from '#test/web/render-page.tsx'
import { loadMasking } from '#web/calls/log.ts'
import { createCheckoutStore } from '#web/checkout/checkout-store.ts'
import { runStepCall, type StepRuleCall } from '#web/checkout/steps/step-flow.ts'
import { takeWayRefused } from '#web/checkout/way-refused.ts'

// a page fetches it when it is idle
beforeAll(async () => {
  await loadMasking()
})
// the pause between the tries of a POST is over at once
beforeEach(() => {
  const { setTimeout } = globalThis
  const soon = (work: () => void, wait?: number) => setTimeout(work, wait === postRetryDelayMs ? 0 : wait)
  vi.stubGlobal('setTimeout', soon)
  return () => vi.unstubAllGlobals()
})

const paid = { paymentData: aPayment(anAppliedCard()) }
const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const dialog = (name: string) => screen.findByRole('dialog', { name })
const isLoading = () => document.querySelector('[data-loader]') !== null
const log = '/Checkout/Log'
const httpError: Answer = () => new Response('', { status: 500 })
const reset: Answer = () => ({ IsReset: true })
const network: Answer = () => networkFailure

const removals = [
  'removeNlaItems',
  'removePfasItems',
  'removePersonalizedItems',
  'removeAllNlaItems',
  'removeInstallationService',
  'removeCertificates',
  'removePromoCode',
] as const
const moves = ['moveToShippingAndGiftOptions', 'moveToPaymentPage', 'moveToReviewPage'] as const
const stepCalls: readonly StepRuleCall[] = [...removals, ...moves]

/** One step-rule call by itself, under way, with the popups that may follow it. */
async function startAlone(call: StepRuleCall, answer: Answer) {
  const store = createCheckoutStore(aCheckout())
  const refreshed = aCheckout({ basketVersion: 9 })
  const server = fakeServer({
    [pathTable.checkout[call].path]: answer,
    '/ReactCheckout/RefreshCheckout': () => refreshed,
  })
  const page: Rendered = await renderParts(aFrame(), null, '/checkout/review')
  const done = runStepCall(call, { store, browser: page.browser })
  return { store, server, done, ...page }
}

async function runAlone(call: StepRuleCall, answer: Answer) {
  const { done, ...rest } = await startAlone(call, answer)
  return { ...rest, isDone: await done }
}

describe('STEP-14, CALL-37: after success the checkout is refreshed', () => {
  test.each(stepCalls)('%s', async (call) => {
    const done = { isSuccess: true, errorMessage: '', basketVersion: 8, changes: [] }
    const { server, store, isDone, browser } = await runAlone(call, () => done)
    expect(isDone).toBe(true)
    expect(server.paths()).toEqual([pathTable.checkout[call].path, '/ReactCheckout/RefreshCheckout'])
    expect(store.read().checkout.basketVersion).toBe(9)
    expect(browser.left).toEqual([])
  })
})

describe('STEP-15, CALL-37, ROUTE-06, OPEN-22: a step-rule call that fails ends at the cart', () => {
  test.each(stepCalls)('%s: HTTP 500 is logged and leads there at once', async (call) => {
    const { server, browser, isDone } = await runAlone(call, httpError)
    expect(isDone).toBe(false)
    expect(browser.left).toEqual(['/checkout/cart'])
    expect(server.count(log)).toBe(1)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test.each(stepCalls)('%s: isSuccess false leads there at once, without a log', async (call) => {
    const { server, browser } = await runAlone(call, () => refusal('No.'))
    expect(browser.left).toEqual(['/checkout/cart'])
    expect(server.count(log)).toBe(0)
    expect(server.count('/ReactCheckout/RefreshCheckout')).toBe(0)
    expect(takeWayRefused()).toBe('No.')
  })

  test.each(stepCalls)('%s: a network failure shows the Network Error popup first', async (call) => {
    const { browser, done } = await startAlone(call, network)
    await dialog('Network Error')
    expect(browser.left).toEqual([])
    click('Close')
    expect(await done).toBe(false)
    expect(browser.left).toEqual(['/checkout/cart'])
  })

  test.each(stepCalls)('%s: an IsReset shows the generic popup without a log first', async (call) => {
    const { server, browser } = await runAlone(call, reset)
    await dialog("We're Sorry.")
    expect(server.count(log)).toBe(0)
    expect(browser.left).toEqual([])
    click('OK')
    await waitFor(() => expect(browser.left).toEqual(['/checkout/cart']))
  })

  test.each([
    ['HTTP 500', httpError, null],
    ['a network failure', network, 'Network Error'],
    ['an IsReset', reset, "We're Sorry."],
  ] as const)('ValidateCart: %s', async (_name, answer, popup) => {
    const { browser } = await openCheckout(2, {}, { '/ReactCheckout/ValidateCart': answer })
    click('Next: Payment')
    if (popup !== null) {
      await dialog(popup)
      expect(isLoading()).toBe(false)
      expect(browser.left).toEqual([])
      click('Close')
    }
    await waitFor(() => expect(browser.left).toEqual(['/checkout/cart']))
  })
})

describe('OPEN-22, ERR-15, ERR-18, ERR-19, ERR-21, ERR-22, ROUTE-04: other calls of the checkout tell the shopper and send nobody away', () => {
  const cases = [
    [1, 'Next', 'validateAndSaveAddress', '/ReactCheckout/ValidateAndSaveAddress', {}],
    [2, 'Next: Payment', 'saveShippingAndGiftOptions', '/ReactCheckout/SaveShippingAndGiftOptions', {}],
    [3, 'Next: Review & Place Order', 'savePayment', '/ReactCheckout/SavePayment', paid],
    [4, 'Place Order', 'placeOrder', '/ReactCheckout/PlaceOrder', paid],
    [
      4,
      'Place Order',
      'verifyPromoCode',
      '/ReactCheckout/VerifyPromoCode',
      { ...paid, promo: { discountCode: 'SAVE10', errorMessage: '' } },
    ],
  ] as const

  test.each(cases)(
    'step %s, %s: HTTP 500 of %s is logged with action, call and cart; popup "Error", loader off',
    async (step, name, action, api, patch) => {
      const { server, browser, path } = await openCheckout(step, patch, { [api]: httpError })
      const before = path()
      click(name)
      await dialog('Error')
      expect(isLoading()).toBe(false)
      const [entry] = server.bodies(log) as { message: string; level: string }[]
      expect(entry?.message).toContain(`${action} ${api} basket basket-1`)
      expect(entry?.level).toBe('error')
      expect(
        screen.getByText('Something went wrong. Please refresh your page to proceed with placing your order.'),
      ).toBeDefined()
      expect(browser.left).toEqual([])
      expect(path()).toBe(before)
    },
  )

  test.each(cases.filter(([, , action]) => action !== 'placeOrder'))(
    'step %s, %s: a network failure of %s shows Network Error after 3 tries; closing leads to the cart',
    async (step, name, _action, api, patch) => {
      const { server, browser } = await openCheckout(step, patch, { [api]: network })
      click(name)
      await dialog('Network Error')
      expect(server.count(api)).toBe(3)
      expect(isLoading()).toBe(false)
      click('Close')
      await waitFor(() => expect(browser.left).toEqual(['/checkout/cart']))
    },
  )

  test.each(cases)('step %s, %s: an IsReset of %s shows the generic popup without a log', async (...row) => {
    const [step, name, , api, patch] = row
    // at the order it is PlaceOrder that has the last word (SCENE-02)
    const last = step === 4 ? { '/ReactCheckout/ValidateCart': reset, '/ReactCheckout/PlaceOrder': reset } : {}
    const { server, browser } = await openCheckout(step, patch, { ...last, [api]: reset })
    click(name)
    await dialog("We're Sorry.")
    expect(server.count(log)).toBe(0)
    click('OK')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(browser.left).toEqual([])
  })
})

describe('CALM-20: a call that the network cut off', () => {
  const cases = [
    [1, 'Next', '/ReactCheckout/ValidateCart', '/checkout/shippingandgiftoptions', {}],
    [2, 'Next: Payment', '/ReactCheckout/SaveShippingAndGiftOptions', '/checkout/paymentandbilling', {}],
    [3, 'Next: Review & Place Order', '/ReactCheckout/MoveToReviewPage', '/checkout/review', paid],
  ] as const

  test.each(cases)("step %s, %s: 'Try again' sends the very same %s, and the move goes on", async (...row) => {
    const [step, name, api, next, patch] = row
    const { server, path, browser } = await openCheckout(step, patch)
    const mend = server.cutOff(api)
    click(name)
    await dialog('Network Error')
    expect(isLoading()).toBe(false)
    mend()
    click('Try again')
    await waitFor(() => expect(path()).toBe(next))
    const sent = server.seen.filter((request) => request.path === api)
    expect(sent).toHaveLength(4)
    expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1)
    expect(new Set(sent.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(browser.left).toEqual([])
  })

  test.each(cases)(
    "step %s, %s: 'Stay on this step' leaves all as it is, and the button works again",
    async (...row) => {
      const [step, name, api, next, patch] = row
      const { server, path, browser } = await openCheckout(step, patch)
      const before = path()
      const mend = server.cutOff(api)
      click(name)
      await dialog('Network Error')
      click('Stay on this step')
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      expect([path(), browser.left, server.count(log)]).toEqual([before, [], 0])
      mend()
      click(name)
      await waitFor(() => expect(path()).toBe(next))
    },
  )

  test('what was typed is in the form after it, and stands there again when the shopper comes back from the cart', async () => {
    const { server } = await openCheckout(1)
    server.cutOff('/ReactCheckout/ValidateCart')
    fireEvent.change(screen.getByLabelText('City'), { target: { value: 'Evanston' } })
    click('Next')
    await dialog('Network Error')
    click('Close')
    expect(screen.getByLabelText<HTMLInputElement>('City').value).toBe('Evanston')
    cleanup()
    await openCheckout(1)
    expect(screen.getByLabelText<HTMLInputElement>('City').value).toBe('Evanston')
  })
})

test("ERR-16: 'Refresh Page' of the checkout's error popup reloads the page", async () => {
  const { browser } = await openCheckout(2, {}, { '/ReactCheckout/SaveShippingAndGiftOptions': httpError })
  click('Next: Payment')
  await dialog('Error')
  click('Refresh Page')
  expect(browser.reloads).toBe(1)
})

test('PLAT-17: the loader is on while the calls of a step run, and stays on until the next step is there', async () => {
  const { path } = await openCheckout(2)
  click('Next: Payment')
  await waitFor(() => expect(isLoading()).toBe(true))
  await waitFor(() => expect(path()).toBe('/checkout/paymentandbilling'))
  await waitFor(() => expect(isLoading()).toBe(false))
})

test('SCENE-17: a token that ended is renewed once and the same request sent again with the same key', async () => {
  const path = '/ReactCheckout/ValidateAndSaveAddress'
  const { server } = await openCheckout(1)
  let tries = 0
  const first = { ...refusal(''), isSuccess: true, errors: [], recipientList: aCheckout().recipientList }
  server.on(path, () => {
    tries += 1
    return tries === 1 ? { IsReset: true } : { ...first, orderSummary: aCheckout().orderSummary }
  })
  fireEvent.change(screen.getByLabelText('City'), { target: { value: 'Evanston' } })
  click('Next')
  await waitFor(() => expect(server.count('/ReactCheckout/MoveToShippingAndGiftOptions')).toBe(1))
  const sent = server.seen.filter((request) => request.path === path)
  expect(sent).toHaveLength(2)
  expect(sent[1]?.headers.get('idempotency-key')).toBe(sent[0]?.headers.get('idempotency-key'))
  expect(sent[1]?.headers.get('RequestVerificationToken')).toBe('renewed-token')
  expect(sent[1]?.body).toMatchObject({ city: 'Evanston' })
})

describe('UNAVAIL-11, UNAVAIL-12, UNAVAIL-13, UNAVAIL-14, UNAVAIL-15, UNAVAIL-16, UNAVAIL-18: on a step the popup fixes the cart, refreshes, and the waiting move is tried again', () => {
  test.each([
    [3, 'Remove All', '/ReactCheckout/RemoveNlaItems'],
    [4, 'Continue', '/ReactCheckout/RemoveInstallationService'],
    [6, 'Remove All', '/ReactCheckout/RemovePersonalizedItems'],
    [7, 'Remove All', '/ReactCheckout/RemoveAllNlaItems'],
    [9, 'Remove All', '/ReactCheckout/RemovePfasItems'],
  ] as const)('type %s, %s', async (errorType, name, removePath) => {
    const verdicts = [{ ...refusal('Not available.'), errorType, items: [] }]
    const good = { isSuccess: true, errorMessage: '', errorType: 0, items: [], basketVersion: 9, changes: [] }
    const { server, path } = await openCheckout(
      2,
      {},
      {
        '/ReactCheckout/ValidateCart': () => verdicts.shift() ?? good,
        [removePath]: () => good,
      },
    )
    click('Next: Payment')
    await screen.findByRole('dialog')
    click(name)
    await waitFor(() => expect(path()).toBe('/checkout/paymentandbilling'))
    expect(server.paths().slice(0, 5)).toEqual([
      '/ReactCheckout/ValidateCart',
      removePath,
      '/ReactCheckout/RefreshCheckout',
      '/ReactCheckout/ValidateCart',
      '/ReactCheckout/SaveShippingAndGiftOptions',
    ])
  })

  test("'Back to Cart' leads there and removes nothing", async () => {
    const invalid = { ...refusal(''), errorType: 3, items: [] }
    const { server, browser } = await openCheckout(2, {}, { '/ReactCheckout/ValidateCart': () => invalid })
    click('Next: Payment')
    await screen.findByRole('dialog')
    click('Back to Cart')
    await waitFor(() => expect(browser.left).toEqual(['/checkout/cart']))
    expect(server.paths()).toEqual(['/ReactCheckout/ValidateCart'])
  })

  test('UNAVAIL-17: a remove call that fails leads to the cart, and the move is not tried again', async () => {
    const invalid = { ...refusal(''), errorType: 3, items: [] }
    const { server, browser } = await openCheckout(
      2,
      {},
      { '/ReactCheckout/ValidateCart': () => invalid, '/ReactCheckout/RemoveNlaItems': httpError },
    )
    click('Next: Payment')
    await screen.findByRole('dialog')
    click('Remove All')
    await waitFor(() => expect(browser.left).toEqual(['/checkout/cart']))
    expect(server.count('/ReactCheckout/ValidateCart')).toBe(1)
  })
})
