import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { CartReply, Frame } from '#contracts/pages.ts'
import { type FakeServer, fakeServer, heldAnswer } from '#test/web/fake-server.ts'
import { aCart, aFrame, aLine, aState } from '#test/web/pages.ts'
import { renderPage } from '#test/web/render-page.tsx'

const done = () => ({ isSuccess: true, errorMessage: '', basketVersion: 2, changes: [] })
const refusal = (errorMessage: string) => () => ({ isSuccess: false, errorMessage, basketVersion: 1, changes: [] })
const fault = () => new Response('', { status: 500 })
const two = [aLine(), aLine({ id: 'line-2', sku: 102, title: 'Ash Chair', quantity: 2, currentPrice: 5_000 })]
const saved = [aLine({ id: 'saved-1', sku: 103, title: 'Brass Lamp' })]

async function openCart(cart: CartReply, frame: Frame = aFrame(), after: CartReply = cart) {
  const server = fakeServer({ '/ReactCart/GetCartJsx': () => ({ ...after, basketVersion: after.basketVersion + 1 }) })
  const page = await renderPage(aState({ name: 'cart', cart }, '/checkout/cart', frame))
  return { server, ...page }
}

const loads = (server: FakeServer) => server.count('/ReactCart/GetCartJsx')
const click = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const isLoading = () => document.querySelector('[data-loader]') !== null

test('CART-02, PLAT-26, PLAT-29: a load is loader, cart, counts and analytics, loader off', async () => {
  const { server } = await openCart(aCart(two))
  const events: string[] = []
  const record = (event: string, answer: unknown) => () => {
    events.push(`${event}, loader ${isLoading() ? 'on' : 'off'}`)
    return answer
  }
  server.on('/ReactCart/SaveForLater', done)
  server.on('/ReactCart/GetCartJsx', record('cart', aCart([aLine()], { basketVersion: 3 })))
  server.on(
    '/ReactCart/GetHeaderCounts',
    record('counts', { basketCount: 7, favoritesCount: 2, isBeingOrdered: false }),
  )
  window.dataLayer = []
  click('Save for later Oak Table')
  await waitFor(() => expect(isLoading()).toBe(false))
  expect(events).toEqual(['cart, loader on', 'counts, loader on'])
  expect(window.dataLayer).toMatchObject([{ event: 'cart_loaded', lines: [{ sku: 101, position: 1 }] }])
  expect(screen.getByTestId('basket-count').textContent).toBe('7')
})

describe('CART-03, CART-04, CART-05, CART-07, CART-09: a successful action loads the cart again', () => {
  const actions: [string, () => void, string, object][] = [
    ['removeItem', () => click('Remove Oak Table'), '/ReactCart/RemoveItem', { lineItemId: 'line-1' }],
    ['saveForLater', () => click('Save for later Oak Table'), '/ReactCart/SaveForLater', { lineItemId: 'line-1' }],
    [
      'updateItem',
      () => click('Increase Quantity of Oak Table'),
      '/ReactCart/UpdateItem',
      { lineItemId: 'line-1', quantity: 2 },
    ],
    ['moveToCart', () => click('Move to cart Brass Lamp'), '/ReactCart/MoveToCart', { lineItemId: 'saved-1' }],
    [
      'removeItemFromSaveForLater',
      () => click('Remove Brass Lamp'),
      '/ReactCart/RemoveItemFromSaveForLater',
      { lineItemId: 'saved-1' },
    ],
    [
      'removeInstallationService',
      () => click('Remove installation'),
      '/ReactCart/RemoveInstallationService',
      { lineItemId: 'line-1' },
    ],
    [
      'updateShipMethod',
      () => click('Ship it instead'),
      '/ReactCart/UpdateShipMethod',
      { lineItemId: 'line-1', shipMethod: 1, isPickup: false, locationId: '' },
    ],
  ]
  for (const [name, act, path, body] of actions) {
    test(name, async () => {
      const line = aLine({ isInstallationServiceRequired: true, isPickup: true, storeName: 'Southport' })
      const { server } = await openCart(aCart([line], { savedForLater: saved }))
      server.on(path, done)
      act()
      await waitFor(() => expect(loads(server)).toBe(1))
      expect(server.bodies(path)).toEqual([body])
      await waitFor(() => expect(isLoading()).toBe(false))
      expect(loads(server)).toBe(1)
    })
  }

  test('applyPromoCode and removePromoCode', async () => {
    const cart = aCart()
    const withCode = { ...cart, cartSummary: { ...cart.cartSummary, discountCode: 'SAVE10' } }
    const { server } = await openCart(cart, aFrame(), withCode)
    const answer = () => ({ ...done(), promoErrorMessage: '', cartErrorMessage: '' })
    server.on('/ReactCart/ApplyPromoCode', answer)
    server.on('/ReactCart/RemovePromoCode', answer)
    fireEvent.change(screen.getByLabelText('Promotion code'), { target: { value: 'SAVE10' } })
    click('Apply promotion code')
    await screen.findByText('SAVE10')
    expect(loads(server)).toBe(1)
    click('Remove promotion code')
    await waitFor(() => expect(loads(server)).toBe(2))
    expect(server.bodies('/ReactCart/ApplyPromoCode')).toEqual([{ promoCode: 'SAVE10' }])
  })
})

describe('CART-06: a refused save or move shows its message', () => {
  test.each([
    ['/ReactCart/SaveForLater', 'Save for later Oak Table'],
    ['/ReactCart/MoveToCart', 'Move to cart Brass Lamp'],
  ])('%s', async (path, button) => {
    const { server } = await openCart(aCart([aLine()], { savedForLater: saved }))
    server.on(path, refusal('X'))
    click(button)
    await screen.findByText('X')
    screen.getByRole('dialog')
    expect(loads(server)).toBe(0)
    await waitFor(() => expect(server.count('/Checkout/Log')).toBe(1))
  })
})

describe('CART-08, ERR-09: a failed removal is only logged', () => {
  test.each([
    ['HTTP 500', fault],
    ['isSuccess false', refusal('no')],
  ])('%s', async (_name, answer) => {
    const { server } = await openCart(aCart(two))
    server.on('/ReactCart/RemoveItem', answer)
    click('Remove Oak Table')
    await waitFor(() => expect(server.count('/Checkout/Log')).toBe(1))
    await waitFor(() => expect(isLoading()).toBe(false))
    expect(screen.queryByRole('dialog')).toBeNull()
    screen.getByRole('heading', { name: 'Oak Table' })
  })
})

describe('CART-27, ERR-02: a cart call that fails', () => {
  test('is logged with its action and path, and the popup shows; the loader is off', async () => {
    const { server } = await openCart(aCart())
    server.on('/ReactCart/SaveForLater', fault)
    click('Save for later Oak Table')
    await screen.findByText('Something went wrong. Please try again.')
    await waitFor(() => expect(server.count('/Checkout/Log')).toBe(1))
    expect(server.bodies('/Checkout/Log')).toMatchObject([
      { message: expect.stringContaining('SaveForLater /ReactCart/SaveForLater') },
    ])
    expect(isLoading()).toBe(false)
  })

  test('PLAT-14, ERR-12, PLAT-17: an IsReset shows the popup and is not logged; the loader is off', async () => {
    const { server } = await openCart(aCart())
    server.on('/ReactCart/SaveForLater', () => ({ IsReset: true }))
    click('Save for later Oak Table')
    await screen.findByRole('dialog', { name: "We're Sorry." })
    expect(server.count('/Checkout/Log')).toBe(0)
    expect(isLoading()).toBe(false)
  })
})

describe('SCENE-14: ten clicks on plus, then remove', () => {
  test('the last intent is sent, and the removed line does not return; totals are pending until settled', async () => {
    const { server } = await openCart(aCart(two), aFrame(), aCart([two[1]!], { basketVersion: 9 }))
    const first = heldAnswer()
    const answers = [first.answer, done, done]
    server.on('/ReactCart/UpdateItem', (request) => answers.shift()?.(request))
    server.on('/ReactCart/RemoveItem', done)
    for (let times = 0; times < 10; times += 1) click('Increase Quantity of Oak Table')
    expect(screen.getByLabelText<HTMLInputElement>('Quantity of Oak Table').value).toBe('11')
    screen.getByText('Updating totals …')
    click('Remove Oak Table')
    expect(screen.queryByRole('heading', { name: 'Oak Table' })).toBeNull()
    await act(async () => first.release(done()))
    await waitFor(() => expect(screen.queryByText('Updating totals …')).toBeNull())
    expect(server.bodies('/ReactCart/UpdateItem')).toEqual([{ lineItemId: 'line-1', quantity: 2 }])
    expect(server.bodies('/ReactCart/RemoveItem')).toEqual([{ lineItemId: 'line-1' }])
    expect(loads(server)).toBe(1)
    expect(screen.queryByRole('heading', { name: 'Oak Table' })).toBeNull()
  })

  test('ten clicks alone make two calls: the first and the last', async () => {
    const { server } = await openCart(aCart(), aFrame(), aCart([aLine({ quantity: 11 })]))
    const first = heldAnswer()
    const answers = [first.answer, done]
    server.on('/ReactCart/UpdateItem', (request) => answers.shift()?.(request))
    for (let times = 0; times < 10; times += 1) click('Increase Quantity of Oak Table')
    await act(async () => first.release(done()))
    await waitFor(() => expect(loads(server)).toBe(1))
    expect(server.bodies('/ReactCart/UpdateItem')).toEqual([
      { lineItemId: 'line-1', quantity: 2 },
      { lineItemId: 'line-1', quantity: 11 },
    ])
  })
})

test('CART-43, VALID-27, VALID-30, VALID-31: the quantity control of a line follows its rules', async () => {
  const { server } = await openCart(aCart([aLine({ quantity: 99 })]))
  server.on('/ReactCart/UpdateItem', done)
  const field = screen.getByLabelText<HTMLInputElement>('Quantity of Oak Table')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Increase Quantity of Oak Table' }).disabled).toBe(false)
  for (const text of ['0', '100', 'a']) fireEvent.change(field, { target: { value: text } })
  expect(field.value).toBe('99')
  fireEvent.change(field, { target: { value: '' } })
  expect(field.value).toBe('')
  fireEvent.blur(field)
  expect(field.value).toBe('1')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Decrease Quantity of Oak Table' }).disabled).toBe(true)
})

test('SCENE-12: a page out of the back-forward cache fetches the cart again', async () => {
  const { server } = await openCart(aCart())
  expect(loads(server)).toBe(0)
  const shown = Object.assign(new Event('pageshow'), { persisted: true })
  await act(async () => window.dispatchEvent(shown))
  expect(loads(server)).toBe(1)
})

describe('PLAT-21, CART-21, CART-22, ERR-06: the shared engine’s estimate', () => {
  const withEngine = (patch: Partial<CartReply> = {}) => aCart(two, { oms_UseSharedEngine: true, ...patch })

  test('flag off: no call', async () => {
    const { server } = await openCart(aCart())
    expect(server.count('/ReactCart/GetEdd')).toBe(0)
  })

  test('flag on: one call after the load, each line shows its new message', async () => {
    const server = fakeServer({
      '/ReactCart/GetEdd': () => ({
        IsReset: false,
        lineItems: two.map(({ id, sku }) => ({
          id,
          sku,
          edd: { message: `New for ${sku}`, shipStatus: 1, pickupStatus: 1 },
        })),
      }),
    })
    const cart = withEngine({ cartSummary: { discountCode: '', taxZipCode: '60601' } })
    await renderPage(aState({ name: 'cart', cart }, '/checkout/cart'))
    await screen.findByText('New for 101')
    screen.getByText('New for 102')
    expect(server.bodies('/ReactCart/GetEdd')).toEqual([{ locationId: '', zipCode: '60601' }])
    expect(server.count('/ReactCart/GetCartJsx')).toBe(0)
  })

  test.each([
    ['an IsReset', { IsReset: true }],
    ['an answer without lineItems', { IsReset: false }],
  ])('%s is logged once and the outage message shows', async (_name, answer) => {
    const server = fakeServer({ '/ReactCart/GetEdd': () => answer })
    await renderPage(aState({ name: 'cart', cart: withEngine() }, '/checkout/cart'))
    await screen.findAllByText('Pickup availability cannot be shown right now. Please check again later.')
    expect(server.count('/Checkout/Log')).toBe(1)
  })
})
