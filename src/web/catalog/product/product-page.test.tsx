import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { ProductDetail } from '#contracts/pages.ts'
import { addedReply as added, availabilityReply as known, loadAdding } from '#test/web/added.ts'
import { type Answer, fakeServer, heldAnswer } from '#test/web/fake-server.ts'
import { aCart, aFrame, aProduct, aSku, aState } from '#test/web/pages.ts'
import { renderPage } from '#test/web/render-page.tsx'
import { pageView } from '#web/navigation/lazy-pages.ts'

const addPath = '/ReactCart/AddItems'

async function openProduct(answers: { readonly [path: string]: Answer } = {}, product: ProductDetail = aProduct()) {
  const server = fakeServer({ '/ReactCart/GetAvailability': () => known(), [addPath]: () => added(), ...answers })
  const page = await renderPage(aState({ name: 'product', product }, '/product/101'))
  return { server, ...page }
}

const add = () => fireEvent.click(screen.getAllByRole('button', { name: 'Add to Cart' })[0]!)

beforeAll(async () => {
  await loadAdding('addedSlideDown', 'addedConfirmation', 'genericError', 'oversizeInfo')
  await pageView('cart')
})
afterEach(() => {
  vi.useRealTimers()
  // biome-ignore lint/suspicious/noDocumentCookie: scan mode is a cookie
  document.cookie = 'scan-mode=; max-age=0'
})

describe('PLAT-31, CONST-16: the availability skeleton', () => {
  test('is replaced by the result', async () => {
    await openProduct()
    await screen.findByText('Arrives by Wed, Nov 25')
    expect(screen.queryByRole('status', { name: /Looking up/ })).toBeNull()
  })

  test('is there at 9999 ms and gone at 10000 ms when no result comes', async () => {
    vi.useFakeTimers()
    await openProduct({ '/ReactCart/GetAvailability': heldAnswer().answer })
    await act(() => vi.advanceTimersByTimeAsync(9_999))
    screen.getByRole('status', { name: /Looking up/ })
    await act(() => vi.advanceTimersByTimeAsync(1))
    expect(screen.queryByRole('status', { name: /Looking up/ })).toBeNull()
  })
})

describe('ATC-04, ATC-05, PLAT-29: adding to the cart', () => {
  test('sends the item with its quantity, options and store; the counts are fetched once', async () => {
    const { server } = await openProduct()
    server.on('/ReactCart/GetHeaderCounts', () => ({ basketCount: 3, favoritesCount: 0, isBeingOrdered: false }))
    fireEvent.change(screen.getByLabelText('Quantity'), { target: { value: '3' } })
    fireEvent.click(screen.getByLabelText('Pick it up at a store'))
    add()
    await screen.findByRole('dialog')
    expect(server.bodies(addPath)).toMatchObject([
      {
        items: [{ Sku: 101, Quantity: 3, OptionChoiceParameter: 'color:oat', Location: '12', IsPickupSelected: true }],
      },
    ])
    expect(server.count('/ReactCart/GetHeaderCounts')).toBe(1)
    await waitFor(() => expect(screen.getByTestId('basket-count').textContent).toBe('3'))
  })

  test('OPEN-112: one add_to_cart event with the item, nothing of a person', async () => {
    await openProduct()
    add()
    await screen.findByRole('dialog')
    const added = window.dataLayer?.filter(({ event }) => event === 'add_to_cart')
    expect(added).toMatchObject([{ lines: [{ sku: 101, quantity: 1, position: 1 }] }])
  })

  test('PDP-07: a chosen installation is sent with its type', async () => {
    const skus = [aSku({ installationServices: [{ type: 'wall', name: 'Wall mounting', fee: 9_900 }] })]
    const { server } = await openProduct({}, aProduct({ skus }))
    fireEvent.click(screen.getByLabelText(/Wall mounting/))
    add()
    await screen.findByRole('dialog')
    expect(server.bodies(addPath)).toMatchObject([
      { items: [{ IsInstallationServiceRequired: true, InstallationServiceType: 'wall' }] },
    ])
  })
})

describe('ATC-15, ATC-17, ATC-18, ATC-19, ATC-20, ROUTE-05: the texts of both confirmation layers', () => {
  const openLayer = async (isScanning: boolean, quantity: number) => {
    // biome-ignore lint/suspicious/noDocumentCookie: scan mode is a cookie
    if (isScanning) document.cookie = 'scan-mode=true'
    await openProduct({ [addPath]: () => added(quantity) })
    add()
    return screen.findByRole('dialog', { name: `${quantity} item(s) added to your cart` })
  }

  test.each([
    [false, 1],
    [false, 3],
    [true, 1],
    [true, 3],
  ])('scan mode %s, %s pieces', async (isScanning, quantity) => {
    const layer = within(await openLayer(isScanning, quantity))
    layer.getByText('Your Cart: 5 item(s)')
    expect(layer.getByText('Subtotal').nextSibling?.textContent).toBe('$649.95')
    expect(layer.getByRole('link', { name: 'View Cart & Checkout' }).getAttribute('href')).toBe('/checkout/cart')
  })

  test('OPEN-24: a product page slides it down; in scan mode it is in the middle', async () => {
    expect((await openLayer(false, 1)).className).toContain('top')
  })

  test('OPEN-24: in scan mode the cart-confirmation layer shows', async () => {
    expect((await openLayer(true, 1)).className).toContain('centre')
  })

  test.each([
    [false, 'Continue Shopping'],
    [true, 'Scan Another Item'],
  ])('PLAT-25, ATC-22: scan mode %s: %s closes it and leaves the address as it is', async (isScanning, label) => {
    await openLayer(isScanning, 1)
    fireEvent.click(screen.getByRole('button', { name: label }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    screen.getByRole('heading', { level: 1, name: 'Oak Table' })
  })

  test('ATC-23, CONST-13: it fades in 300 ms', async () => {
    expect((await openLayer(false, 1)).style.transitionDuration).toBe('300ms')
  })
})

test('ATC-21: the link of the slide-down layer works once', async () => {
  const { server } = await openProduct({ '/checkout/cart': heldAnswer().answer })
  add()
  const link = await screen.findByRole('link', { name: 'View Cart & Checkout' })
  fireEvent.click(link)
  expect(link.getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(link)
  expect(server.count('/checkout/cart')).toBe(1)
})

test.each(['$99.00', 'CAD 99.00'])(
  'OPEN-82, ATC-24: an installation service shows its fee of %s per item, and nothing without one',
  async (fee) => {
    const patch = { isInstallationServiceRequired: true, formattedInstallationServiceFee: fee }
    const answers = [added(1, patch), added()]
    await openProduct({ [addPath]: () => answers.shift() })
    add()
    await screen.findByText(`Installation service: ${fee} per item`)
    fireEvent.click(screen.getByRole('button', { name: 'Continue Shopping' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    add()
    await screen.findByRole('dialog')
    await waitFor(() => expect(screen.queryByText(/Installation service:/)).toBeNull())
  },
)

describe('ATC-32: an add that fails', () => {
  test.each([
    ['isSuccess false', () => ({ ...added(), isSuccess: false, errorMessage: 'Only 2 left.' }), 'Only 2 left.'],
    ['HTTP 500', () => new Response('', { status: 500 }), 'Something went wrong. Please try again.'],
  ])('%s: no layer, the popup shows the message, it is logged, the button works again', async (_name, answer, text) => {
    const { server } = await openProduct({ [addPath]: answer })
    add()
    await screen.findByText(text)
    expect(screen.queryByText(/added to your cart/)).toBeNull()
    await waitFor(() => expect(server.count('/Checkout/Log')).toBe(1))
    const button = screen.getAllByRole('button', { name: 'Add to Cart', hidden: true })[0]
    expect(button?.getAttribute('aria-disabled')).not.toBe('true')
  })
})

test.each([
  { Quantity: '3', IsPickupSelected: 'true', Location: '12' },
  // no pickup has an installation (CALM-13)
  { Quantity: '3', IsPickupSelected: 'false', InstallationServiceType: 'wall' },
])('SAFE-33: after a refusal without scripts the form holds what was chosen: %j', async (typed) => {
  const skus = [aSku({ installationServices: [{ type: 'wall', name: 'Wall mounting', fee: 9_900 }] })]
  fakeServer({ '/ReactCart/GetAvailability': () => known() })
  const page = { name: 'product', product: aProduct({ skus }) } as const
  await renderPage(aState(page, '/product/101', aFrame({ typed, notice: 'Your cart is full.' })))
  screen.getByText('Your cart is full.')
  const form = document.querySelector<HTMLFormElement>('form#buy')
  expect(Object.fromEntries(new FormData(form ?? undefined))).toMatchObject(typed)
})

test('UX-24: before the scripts it is a native form with sku, options, quantity and token', async () => {
  await openProduct()
  const form = document.querySelector<HTMLFormElement>('form#buy')
  expect([form?.method, form?.getAttribute('action')]).toEqual(['post', '/cart/add'])
  expect(Object.fromEntries(new FormData(form ?? undefined))).toMatchObject({
    Sku: '101',
    OptionChoiceParameter: 'color:oat',
    Quantity: '1',
    IsPickupSelected: 'false',
    __RequestVerificationToken: 'page-token',
  })
})

describe('options', () => {
  test('UX-24: each is a link to its own sku; a choice changes price and address without a load', async () => {
    const { server } = await openProduct()
    const smoke = screen.getByRole('link', { name: 'Smoke' })
    expect(smoke.getAttribute('href')).toBe('/product/102')
    fireEvent.click(smoke)
    expect(screen.getAllByText('$139.99').length).toBeGreaterThan(0)
    expect(window.location.pathname).toBe('/product/102')
    await waitFor(() => expect(server.count('/ReactCart/GetAvailability')).toBe(2))
    expect(server.paths()).not.toContain('/product/102')
  })

  test('ATC-36: a sku that is no longer available cannot be added', async () => {
    await openProduct({}, aProduct({ skus: [aSku({ isNla: true, availability: 3 })] }))
    const button = screen.getAllByRole<HTMLButtonElement>('button', { name: 'No longer available' })[0]
    expect(button?.disabled).toBe(true)
  })
})

test.each([
  [1, '60 in'],
  [2, '60 cm'],
] as const)('PDP-10: system of measure %s shows %s', async (systemOfMeasure, text) => {
  const dimensions = { depth: 30, height: 30, width: 60, diameter: 0, systemOfMeasure }
  await openProduct({}, aProduct({ skus: [aSku({ dimensions })] }))
  expect(screen.getAllByText(text).length).toBeGreaterThan(0)
})

test("OVERSIZE-07: the item's 'Oversize item' link opens its box sizes", async () => {
  await openProduct()
  fireEvent.click(screen.getByRole('button', { name: 'Oversize item' }))
  const dialog = await screen.findByRole('dialog', { name: 'Oversize item' })
  expect(within(dialog).getAllByRole('row')).toHaveLength(2)
})

test('ATC-20, UX-19: following the link to the cart closes the layer', async () => {
  await openProduct({ '/checkout/cart': () => aState({ name: 'cart', cart: aCart() }, '/checkout/cart') })
  add()
  fireEvent.click(await screen.findByRole('link', { name: 'View Cart & Checkout' }))
  await screen.findByRole('heading', { level: 1, name: /Your cart/ })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('UX-24: a form that was sent before the scripts had come is added once they have, as it was sent', async () => {
  const sent = 'Quantity=4&IsPickupSelected=true&Location=14&InstallationServiceType='
  const server = fakeServer({ '/ReactCart/GetAvailability': () => known(), [addPath]: () => added(4) })
  const original = HTMLFormElement.prototype.setAttribute
  // as the waiting starter left it: an attribute on the form that is already in the page
  HTMLFormElement.prototype.setAttribute = function setAttribute(name: string, value: string) {
    original.call(this, name, value)
    if (name === 'data-early') original.call(this, 'data-waiting', sent)
  }
  await renderPage(aState({ name: 'product', product: aProduct() }, '/product/101'))
  HTMLFormElement.prototype.setAttribute = original
  await screen.findByRole('dialog', { name: '4 item(s) added to your cart' })
  expect(server.bodies(addPath)).toMatchObject([{ items: [{ Quantity: 4, Location: '14', IsPickupSelected: true }] }])
  expect(document.querySelector('form#buy')?.hasAttribute('data-waiting')).toBe(false)
})
