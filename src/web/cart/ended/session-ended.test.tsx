import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { aCheckout, openCheckout, refusal } from '#test/web/checkout.ts'
import { fakeServer } from '#test/web/fake-server.ts'
import { aCart, aFrame, aLine, aState } from '#test/web/pages.ts'
import { renderPage } from '#test/web/render-page.tsx'
import { emptyAddress } from '#web/address/address-values.ts'
import { draftOf } from '#web/checkout/draft.ts'
import { hasLastStep, noteEndedSession, noteLastStep, readEndedSession } from '#web/checkout/ended-session.ts'

beforeEach(() => sessionStorage.clear())

const openCart = (lines: Parameters<typeof aCart>[0]) =>
  renderPage(aState({ name: 'cart', cart: aCart(lines) }, '/checkout/cart', aFrame()))

test('CALM-21: what cannot be put back is named, and the shopper looks at her cart before she goes on', async () => {
  const [item] = aCheckout().basketItems
  noteEndedSession(aCheckout({ basketItems: [item!, { ...item!, sku: 102, title: 'Monogrammed Towel' }] }), 1)
  const done = { isSuccess: true, errorMessage: '', basketVersion: 2, changes: [] }
  const server = fakeServer({
    '/ReactCart/AddItems': ({ body }) => {
      const [{ Sku }] = (body as { items: [{ Sku: number }] }).items
      return { ...done, isSuccess: Sku !== 102, errorMessage: Sku === 102 ? 'No such design.' : '' }
    },
  })
  const { browser } = await openCart([])
  fireEvent.click(await screen.findByRole('button', { name: 'Go on as a guest' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Yes, put it back' }))
  await screen.findByText('These could not be put back: Monogrammed Towel.')
  expect(server.count('/ReactCart/AddItems')).toBe(2)
  expect(browser.left).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Go to your cart' }))
  expect(browser.left).toEqual(['/checkout/cart'])
})

test('CALM-21: a cart with lines is no ended session, and an empty one after it is empty', async () => {
  noteEndedSession(aCheckout(), 2)
  fakeServer()
  await openCart([aLine()])
  expect(readEndedSession()).toBeNull()
})

describe('CALM-21: a step that was shown in this tab, and is not any more', () => {
  const validate = '/ReactCheckout/ValidateCart'
  const noCart = { ...refusal('Your cart is empty.'), errorType: 8, items: [], basketId: '' }
  const checkout = aCheckout({ basketId: 'basket-1' })

  test('whose session has ended is told as such; what was typed last is what comes back', async () => {
    noteLastStep(checkout, 2)
    draftOf('basket-1', 'shipping').write({ ...emptyAddress, city: 'Evanston' })
    fakeServer({ [validate]: () => noCart })
    await openCart([])
    const heading = await screen.findByRole('heading', { name: 'Your session has ended. Your address is still here.' })
    expect(document.activeElement).toBe(heading)
    expect(screen.queryByText(/Your cart is empty/)).toBeNull()
    expect(readEndedSession()).toMatchObject({ step: 2, address: { city: 'Evanston' } })
  })

  test.each([
    ['has emptied itself', () => ({ ...noCart, basketId: 'basket-1' })],
    ['was ordered in another tab', () => ({ IsReset: true })],
    ['cannot be asked for', () => new Response('', { status: 500 })],
  ])('whose cart %s is an empty cart, and is forgotten', async (_name, answer) => {
    noteLastStep(checkout, 2)
    fakeServer({ [validate]: answer })
    await openCart([])
    expect(await screen.findByText(/Your cart is empty/)).toBeTruthy()
    expect([hasLastStep(), readEndedSession()]).toEqual([false, null])
  })

  test('is not asked after where the cart has lines, and none was shown', async () => {
    noteLastStep(checkout, 2)
    const server = fakeServer({ [validate]: () => noCart })
    await openCart([aLine()])
    expect([hasLastStep(), server.count(validate)]).toEqual([false, 0])
    await openCart([])
    expect(server.count(validate)).toBe(0)
  })
})

test('CALM-21: each step notes what it shows', async () => {
  await openCheckout(2)
  expect(hasLastStep()).toBe(true)
})
