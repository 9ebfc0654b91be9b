import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { CartReply } from '#contracts/pages.ts'
import { fakeServer } from '#test/web/fake-server.ts'
import { aCart, aState } from '#test/web/pages.ts'
import { renderPage } from '#test/web/render-page.tsx'

const item = {
  sku: 101,
  title: 'Oak Table',
  imagePath: '',
  navigateUrl: '/product/101',
  currentPrice: 1999,
  quantity: 1,
  availabilityMessage: '',
  edd: { message: '' },
  isCustomNla: false,
}
const oversized = {
  sku: 101,
  title: 'Oak Table',
  boxes: [{ boxNumber: 1, quantity: 1, width: 62, depth: 32, height: 12 }],
}

const answer = (patch: object = {}) => ({
  isSuccess: true,
  redirectUrl: '/checkout/shipping',
  isLoggedIn: false,
  popupUrl: '',
  errorType: 0,
  errorMessage: '',
  IsReset: false,
  oversizedItems: [],
  items: [],
  basketVersion: 1,
  changes: [],
  ...patch,
})
const error = (errorType: number) => answer({ isSuccess: false, errorType, items: [item] })
const done = () => ({ isSuccess: true, errorMessage: '', basketVersion: 2, changes: [] })

const checkoutPath = '/ReactCart/Checkout'

/** A cart page whose checkout call gives these answers, one after the other. */
async function openCart(answers: unknown[], cart: CartReply = aCart()) {
  const server = fakeServer({
    '/ReactCart/GetCartJsx': () => cart,
    [checkoutPath]: () => answers.shift(),
    '/SharedLayer/PopupV2': () => new Response('<h2>Certificates</h2><p>One moment</p>'),
  })
  const page = await renderPage(aState({ name: 'cart', cart }, '/checkout/cart'))
  return { server, ...page }
}

const checkOut = () => fireEvent.click(screen.getByRole('button', { name: 'Checkout' }))
const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const isLoading = () => document.querySelector('[data-loader]') !== null
const dialog = (name: string | RegExp) => screen.findByRole('dialog', { name })

test('CART-31: a double click makes one checkout call, and the loader is on meanwhile', async () => {
  const { server, browser } = await openCart([answer({ isLoggedIn: true })])
  checkOut()
  checkOut()
  await waitFor(() => expect(isLoading()).toBe(true))
  await waitFor(() => expect(browser.left).toEqual(['/checkout/shipping']))
  expect(server.count(checkoutPath)).toBe(1)
})

test('STEP-11: the checkout button makes the checkout call and no move call', async () => {
  const { server, browser } = await openCart([answer({ isLoggedIn: true })])
  checkOut()
  await waitFor(() => expect(browser.left).toEqual(['/checkout/shipping']))
  expect(server.paths()).toEqual([checkoutPath])
})

describe('CART-32, CART-33, LOGIN-07: login flyout or redirect', () => {
  test('a guest with a cart for the country gets the flyout and is not sent away', async () => {
    const { browser } = await openCart([answer()])
    checkOut()
    await dialog('Checkout Now')
    expect(browser.left).toEqual([])
  })

  test.each([
    ['signed in', { isGuest: false, isInternational: false }, { isLoggedIn: true }],
    ['signed in, international', { isGuest: false, isInternational: true }, { isLoggedIn: true }],
    ['guest and international', { isGuest: true, isInternational: true }, {}],
    ['a guest that the answer knows as logged in', { isGuest: true, isInternational: false }, { isLoggedIn: true }],
  ])('%s goes straight to redirectUrl', async (_name, cart, patch) => {
    const { browser } = await openCart([answer(patch)], aCart(undefined, cart))
    checkOut()
    await waitFor(() => expect(browser.left).toEqual(['/checkout/shipping']))
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

test('CART-34: popupUrl is fetched and shown', async () => {
  const popupUrl = '/SharedLayer/PopupV2?popupName=CertificatesInterrupter'
  const { server } = await openCart([answer({ popupUrl })])
  checkOut()
  await dialog('Certificates')
  expect(server.seen.at(-1)).toMatchObject({
    path: '/SharedLayer/PopupV2',
    query: '?popupName=CertificatesInterrupter',
  })
})

describe('CART-35: an error type shows its popup and loads the cart once', () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 9])('type %s', async (type) => {
    const { server } = await openCart([error(type)])
    checkOut()
    await screen.findByRole('dialog')
    await waitFor(() => expect(isLoading()).toBe(false))
    expect(server.count('/ReactCart/GetCartJsx')).toBe(1)
  })
})

test('CART-36, ERR-02: an empty cart shows no popup; the cart is loaded and empty', async () => {
  const { server } = await openCart([error(8)])
  server.on('/ReactCart/GetCartJsx', () => aCart([], { basketVersion: 2 }))
  checkOut()
  await screen.findByText('Your cart is empty.')
  expect(screen.queryByRole('dialog')).toBeNull()
})

describe('CART-37, OVERSIZE-05, OVERSIZE-06: oversized items', () => {
  test("'Continue to Checkout' goes on with the held answer, without a second call", async () => {
    const { server } = await openCart([answer({ oversizedItems: [oversized] })])
    checkOut()
    await dialog(/will fit in your vehicle/)
    click('Continue to Checkout')
    await dialog('Checkout Now')
    expect(server.count(checkoutPath)).toBe(1)
  })

  test("'Back to Cart' closes the popup and goes to /checkout/cart", async () => {
    const { browser } = await openCart([answer({ oversizedItems: [oversized] })])
    checkOut()
    await dialog(/will fit in your vehicle/)
    click('Back to Cart')
    await waitFor(() => expect(browser.left).toEqual(['/checkout/cart']))
  })
})

describe('CART-38: one answer with several', () => {
  test('with all of them the error popup alone shows', async () => {
    const everything = { popupUrl: '/SharedLayer/PopupV2?popupName=X', oversizedItems: [oversized] }
    await openCart([{ ...error(3), ...everything }])
    checkOut()
    await dialog('Item(s) no longer available')
    await waitFor(() => expect(isLoading()).toBe(false))
    expect(screen.getAllByRole('dialog')).toHaveLength(1)
  })

  test('oversized items come before popupUrl, popupUrl before the flyout', async () => {
    await openCart([answer({ popupUrl: '/SharedLayer/PopupV2?popupName=X', oversizedItems: [oversized] })])
    checkOut()
    await dialog(/will fit in your vehicle/)
    click('Continue to Checkout')
    await dialog('Certificates')
    expect(screen.queryByRole('dialog', { name: 'Checkout Now' })).toBeNull()
  })
})

describe('CART-39, PLAT-17: the loader', () => {
  test('is off when the flyout opens', async () => {
    await openCart([answer()])
    checkOut()
    await dialog('Checkout Now')
    expect(isLoading()).toBe(false)
  })

  test('is off when the call fails', async () => {
    await openCart([new Response('', { status: 500 })])
    checkOut()
    await dialog("We're Sorry.")
    expect(isLoading()).toBe(false)
  })

  test('stays on while the browser leaves', async () => {
    const { browser } = await openCart([answer({ isLoggedIn: true })])
    checkOut()
    await waitFor(() => expect(browser.left).toHaveLength(1))
    expect(isLoading()).toBe(true)
  })
})

describe('UNAVAIL-11, UNAVAIL-12, UNAVAIL-13, UNAVAIL-14, UNAVAIL-15, UNAVAIL-16: fixing the cart', () => {
  test.each([
    [3, 'Remove All', '/ReactCheckout/RemoveNlaItems'],
    [6, 'Remove All', '/ReactCheckout/RemoveInHousePersonalizedNlaItems'],
    [7, 'Remove All', '/ReactCheckout/RemoveAllNlaItems'],
    [9, 'Remove All', '/ReactCheckout/RemovePfasItems'],
    [4, 'Continue', '/ReactCheckout/RemoveInstallationService'],
  ])("type %s: '%s' calls %s, loads the cart and tries the checkout again", async (type, button, path) => {
    const { server } = await openCart([error(type), answer()])
    server.on(path, done)
    checkOut()
    await screen.findByRole('dialog')
    await waitFor(() => expect(server.count('/ReactCart/GetCartJsx')).toBe(1))
    click(button)
    await dialog('Checkout Now')
    expect(server.paths().slice(-3)).toEqual([path, '/ReactCart/GetCartJsx', checkoutPath])
  })

  test("UNAVAIL-13, UX-10, CALM-11: 'Remove All' that empties the cart leaves the focus at its heading", async () => {
    const cart = aCart()
    const { server } = await openCart([error(7), error(8)], cart)
    server.on('/ReactCheckout/RemoveAllNlaItems', () => {
      server.on('/ReactCart/GetCartJsx', () => aCart([], { basketVersion: cart.basketVersion + 1 }))
      return done()
    })
    screen.getByRole('button', { name: 'Checkout' }).focus()
    checkOut()
    await screen.findByRole('dialog')
    click('Remove All')
    await screen.findByRole('heading', { name: 'Your cart is empty.' })
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('CALM-10: what is left is kept, the cart is loaded and the checkout tried again', async () => {
    const { server } = await openCart([{ ...error(3), items: [{ ...item, quantityLeft: 2 }] }, answer()])
    server.on('/ReactCheckout/KeepAvailableItems', done)
    checkOut()
    await screen.findByRole('dialog')
    await waitFor(() => expect(server.count('/ReactCart/GetCartJsx')).toBe(1))
    click('Keep 2')
    await dialog('Checkout Now')
    const kept = ['/ReactCheckout/KeepAvailableItems', '/ReactCart/GetCartJsx', checkoutPath]
    expect(server.paths().slice(-3)).toEqual(kept)
  })

  test("'Reload Cart' fixes nothing", async () => {
    const { server } = await openCart([error(3)])
    checkOut()
    await screen.findByRole('dialog')
    click('Reload Cart')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(server.count(checkoutPath)).toBe(1)
  })
})

describe('UNAVAIL-17: a failed remove', () => {
  test.each([
    ['HTTP 500', () => new Response('', { status: 500 })],
    ['isSuccess false', () => ({ isSuccess: false, errorMessage: 'no', basketVersion: 1, changes: [] })],
  ])('%s: no further checkout call; it is logged and the generic popup shows', async (_name, failure) => {
    const { server } = await openCart([error(3)])
    server.on('/ReactCheckout/RemoveNlaItems', failure)
    checkOut()
    await dialog('Item(s) no longer available')
    click('Remove All')
    await dialog("We're Sorry.")
    expect(server.count(checkoutPath)).toBe(1)
    await waitFor(() => expect(server.count('/Checkout/Log')).toBe(1))
  })
})

describe('LOGIN-01, LOGIN-02, LOGIN-05, LOGIN-06: the login flyout', () => {
  test('it has both sections with the messages of the cart, guests first', async () => {
    const cart = aCart(undefined, {
      cartNewCustomersMessage: 'Hello new',
      cartReturningCustomersMessage: 'Hello again',
    })
    await openCart([answer()], cart)
    checkOut()
    const flyout = await dialog('Checkout Now')
    expect(flyout.className).toContain('right')
    const headings = within(flyout).getAllByRole('heading', { level: 3 })
    expect(headings.map((heading) => heading.textContent)).toEqual(['New Customers', 'Returning Customers'])
    expect(headings[0]?.parentElement?.textContent).toContain('Hello new')
    expect(headings[1]?.parentElement?.textContent).toContain('Hello again')
  })

  test("'Guest Checkout' posts a form with the token to the checkout address", async () => {
    await openCart([answer()])
    checkOut()
    await dialog('Checkout Now')
    const form = screen.getByRole<HTMLButtonElement>('button', { name: 'Guest Checkout' }).form
    expect([form?.method, form?.getAttribute('action')]).toEqual(['post', '/checkout'])
    expect(new FormData(form ?? undefined).get('__RequestVerificationToken')).toBe('page-token')
  })

  test.each([
    [true, ['Sign in', 'Continue with Google', 'Continue with Apple']],
    [false, ['Sign in', 'Continue with Google']],
  ])('LOGIN-03, LOGIN-04: Apple enabled %s shows these ways', async (isAppleEnabled, ways) => {
    const oktaConfigurations = { baseUrl: '', clientId: '', isGoogleEnabled: true, isAppleEnabled }
    await openCart([answer()], aCart(undefined, { oktaConfigurations }))
    checkOut()
    const flyout = within(await dialog('Checkout Now'))
    expect(flyout.getAllByRole('link').map((link) => link.textContent?.trim())).toEqual(ways)
  })
})
