import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Page } from '#contracts/pages.ts'
import { aCheckout } from '#test/web/checkout.ts'
import { fakeServer } from '#test/web/fake-server.ts'
import { aCart, aFrame, aLine, aProduct, aState } from '#test/web/pages.ts'
import { renderPage } from '#test/web/render-page.tsx'
import { choose } from '#web/analytics/consent.ts'
import { track } from '#web/analytics/data-layer.ts'

const events = () => (window.dataLayer ?? []).flatMap(({ event }) => event ?? [])
const ofName = (name: string) => (window.dataLayer ?? []).filter(({ event }) => event === name)
// what a guest has typed is not of analytics (CALM-28)
const storedKeys = () =>
  [...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter((key) => !key.startsWith('checkoutDraft:'))

const product = { name: 'product', product: aProduct() } as const
const card = {
  ...{ productId: 'oak-table', sku: 101, name: 'Oak Table', navigateUrl: '/product/101', pictures: [] },
  ...{ lowestPrice: 12_999, highestPrice: 15_999, regularPrice: 14_999, availability: 1 },
  isAddable: false,
  registrySku: null,
  isDonation: false,
  swatches: [
    { name: 'Oat', color: '#e8e1d6', sku: 101 },
    { name: 'Ink', color: '#222222', sku: 102 },
  ],
}
const home: Page = {
  name: 'home',
  departments: [{ slug: 'living', name: 'Living', navigateUrl: '/category/living', picture: null }],
  bestsellers: [card],
  scenes: [],
}

async function open(page: Page, path: string, frame = aFrame()) {
  fakeServer()
  return renderPage(aState(page, path, frame))
}

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(() => {
  delete document.documentElement.dataset.asksConsent
  vi.unstubAllGlobals()
})

describe('OPEN-112: a page is one view', () => {
  test('of the product, with its options', async () => {
    await open(product, '/product/101')
    expect(events()).toEqual(['view_item'])
    expect(ofName('view_item')).toMatchObject([
      { ecommerce: { currency: 'USD', value: 129.99, items: [{ item_id: '101', item_variant: 'Oat', discount: 20 }] } },
    ])
  })

  test('of the cart, beside the cart load', async () => {
    await open({ name: 'cart', cart: aCart([aLine({ quantity: 2 })]) }, '/checkout/cart')
    expect(events()).toEqual(['cart_loaded', 'view_cart'])
    expect(ofName('view_cart')).toMatchObject([{ ecommerce: { value: 259.98, items: [{ item_variant: 'Oat' }] } }])
  })

  test('of the checkout: it begins once, however often its pages are loaded', async () => {
    const page: Page = { name: 'checkout', step: 1, checkout: aCheckout() }
    await open(page, '/checkout/shipping')
    expect(events()).toEqual(['begin_checkout'])
    await open(page, '/checkout/shipping')
    expect(events()).toEqual([])
  })

  test('of the home page: its rooms and its list', async () => {
    await open(home, '/')
    expect(events()).toEqual(['view_promotion', 'view_item_list'])
  })
})

const search: Extract<Page, { name: 'search' }> = {
  ...{ name: 'search', correction: '', isLoose: false, products: [card], departments: [], featured: [] },
  browse: {
    ...{ path: '/search', query: 'oak table', facets: [], postalCode: '', chips: [], clearUrl: '/search?q=oak+table' },
    sort: 'featured',
    sorts: [{ sort: 'featured', label: 'Featured', navigateUrl: '/search?q=oak+table' }],
    ...{ pageNumber: 1, pageCount: 2, previousUrl: '', nextUrl: '/search?q=oak+table&page=2', productCount: 30 },
  },
}

describe('OPEN-112: a search is one', () => {
  test('with its list of results', async () => {
    await open(search, '/search?q=oak+table')
    expect(events()).toEqual(['search', 'view_item_list'])
    expect(ofName('search')).toEqual([{ event: 'search', search_term: 'oak table' }])
  })

  test('and its further pages are further lists of it', async () => {
    await open({ ...search, browse: { ...search.browse, pageNumber: 2 } }, '/search?q=oak+table&page=2')
    expect(events()).toEqual(['view_item_list'])
  })
})

describe('OPEN-112: a favorite', () => {
  test('is told with what the page knows of it', async () => {
    await open(search, '/search?q=oak+table')
    track({ kind: 'favored', sku: 101 })
    track({ kind: 'favored', sku: 999 })
    expect(ofName('add_to_wishlist')).toMatchObject([{ ecommerce: { value: 129.99, items: [{ item_id: '101' }] } }])
  })
})

test('OPEN-112: a list that comes later is one view, and its products can be chosen', async () => {
  await open(product, '/product/101')
  window.dataLayer = []
  const tracked = { ...aLine(), sku: 105, name: 'Wool Throw' }
  const list = {
    ...{ id: 'recommendation_x', name: 'People Also Viewed', currency: 'USD' as const },
    ...{ articles: [tracked], addresses: ['/product/105'] },
  } as const
  track({ kind: 'listShown', list })
  track({ kind: 'listShown', list: { ...list } })
  expect(events()).toEqual(['view_item_list'])
  const link = document.createElement('a')
  link.href = '/product/105'
  link.addEventListener('click', (event) => event.preventDefault())
  document.body.append(link)
  fireEvent.click(link, { detail: 1 })
  link.remove()
  expect(ofName('select_item')).toMatchObject([
    { ecommerce: { item_list_name: 'People Also Viewed', items: [{ index: 0 }] } },
  ])
})

describe('OPEN-112: a press is one choice', () => {
  test('of a product in a list, also when it is pressed twice', async () => {
    await open(home, '/')
    window.dataLayer = []
    const link = screen.getByRole('link', { name: 'Oak Table' })
    fireEvent.click(link, { detail: 1, ctrlKey: true })
    fireEvent.click(link, { detail: 2, ctrlKey: true })
    expect(ofName('select_item')).toMatchObject([
      { ecommerce: { item_list_id: 'home_bestsellers', items: [{ item_id: '101', index: 0 }] } },
    ])
  })

  test('of a colour of it', async () => {
    await open(home, '/')
    fireEvent.click(screen.getByRole('link', { name: 'Oak Table in Ink' }), { detail: 1, ctrlKey: true })
    expect(ofName('select_item')).toMatchObject([{ ecommerce: { items: [{ item_id: '102', item_variant: 'Ink' }] } }])
  })

  test('of a room', async () => {
    await open(home, '/')
    fireEvent.click(screen.getByRole('link', { name: 'Shop Living' }), { detail: 1, ctrlKey: true })
    expect(ofName('select_promotion')).toMatchObject([{ ecommerce: { promotion_id: 'home_living' } }])
  })
})

test('OPEN-112: steps of the checkout tell what was chosen, in general words', async () => {
  const checkout = aCheckout()
  await open({ name: 'checkout', step: 2, checkout }, '/checkout/shippingandgiftoptions')
  window.dataLayer = []
  for (const step of [1, 2, 3] as const) track({ kind: 'stepLeft', step, checkout })
  expect(events()).toEqual(['add_shipping_info', 'add_payment_info'])
  expect(JSON.stringify(window.dataLayer)).not.toMatch(/Ada|Lovelace|@|Wacker|1111/)
})

describe('OPEN-112: somebody signed in', () => {
  const login: Page = {
    name: 'login',
    returnUrl: '/account',
    isRedirect: false,
    heading: 'Sign In',
    message: '',
    providers: [],
  }
  const submit = async () => {
    await open(login, '/account/login')
    const form = screen.getByRole('button', { name: 'Sign In' }).closest('form')
    form?.addEventListener('submit', (event) => event.preventDefault())
    if (form) fireEvent.submit(form)
  }

  test('is told once, by the page that knows them', async () => {
    await submit()
    expect(events()).toEqual([])
    await open(product, '/product/101', aFrame({ isSignedIn: true }))
    expect(ofName('login')).toEqual([{ event: 'login', method: 'password' }])
    await open(product, '/product/101', aFrame({ isSignedIn: true }))
    expect(ofName('login')).toEqual([])
  })

  test('OPEN-112: of a new account by the link of its mail, not by the form that asked for it', async () => {
    const send = async (page: Page, path: string, button: string) => {
      await open(page, path)
      const form = screen.getByRole('button', { name: button }).closest('form')
      form?.addEventListener('submit', (event) => event.preventDefault())
      if (form) fireEvent.submit(form)
      await open(product, '/product/101', aFrame({ isSignedIn: true }))
    }
    const link = { token: 'of the mail', email: 'ada@example.com', needs: 'password', provider: '' } as const
    await send(
      { name: 'createAccount', returnUrl: '/account', message: '' },
      '/account/create-account',
      'Create an Account',
    )
    expect(ofName('sign_up')).toEqual([])
    await send({ name: 'confirmAddress', ...link }, '/account/confirm-address', 'Confirm and sign in')
    expect(ofName('sign_up')).toEqual([{ event: 'sign_up', method: 'password' }])
  })

  test('is not told when it failed', async () => {
    await submit()
    await open(login, '/account/login')
    await open(product, '/product/101', aFrame({ isSignedIn: true }))
    expect(ofName('login')).toEqual([])
  })
})

describe('OPEN-112, PLAT-26: where the store asks first', () => {
  const asking = async () => {
    document.documentElement.dataset.asksConsent = ''
    const opened = await open(product, '/product/101', aFrame({ asksConsent: true }))
    return { ...opened, bar: await screen.findByRole('region', { name: 'Your privacy choices' }) }
  }
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

  test('nothing is pushed or kept before the answer', async () => {
    await asking()
    track({ event: 'payment_error_popup' })
    expect(window.dataLayer).toEqual([])
    expect(storedKeys()).toEqual([])
  })

  test('Accept is remembered, and from then on the page counts; what was before is forgotten', async () => {
    const { bar } = await asking()
    track({ event: 'payment_error_popup' })
    press('Accept')
    expect(bar.isConnected).toBe(false)
    expect(events()).toEqual(['view_item'])
    expect(document.activeElement?.id).toBe('content')
    document.documentElement.dataset.asksConsent = ''
    await open(product, '/product/101', aFrame({ asksConsent: true }))
    expect(events()).toEqual(['view_item'])
    expect(screen.queryByRole('region', { name: 'Your privacy choices' })).toBeNull()
  })

  test('Decline is remembered, and can be changed from the footer', async () => {
    await asking()
    press('Decline')
    track({ event: 'payment_error_popup' })
    expect(window.dataLayer).toEqual([])
    expect(storedKeys()).toEqual(['analyticsConsent'])
    press('Your privacy choices')
    const again = await screen.findByRole('region', { name: 'Your privacy choices' })
    expect(again.textContent).toContain('You declined.')
    press('Accept')
    expect(events()).toEqual(['view_item'])
  })
})

describe('OPEN-112: where the store does not ask', () => {
  test('no bar shows, and whoever declines has all forgotten', async () => {
    await open({ name: 'checkout', step: 1, checkout: aCheckout() }, '/checkout/shipping')
    expect(storedKeys()).not.toEqual([])
    act(() => choose('declined'))
    expect(window.dataLayer).toEqual([])
    expect(storedKeys()).toEqual(['analyticsConsent'])
  })

  test('a browser that objects (Global Privacy Control) is heard, also against an earlier yes', async () => {
    localStorage.setItem('analyticsConsent', 'accepted')
    vi.stubGlobal('navigator', Object.create(navigator, { globalPrivacyControl: { value: true } }))
    await open(product, '/product/101')
    fireEvent.click(screen.getByRole('button', { name: 'Your privacy choices' }))
    const bar = await screen.findByRole('region', { name: 'Your privacy choices' })
    expect(bar.textContent).toContain('nothing is measured')
    expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull()
    expect(window.dataLayer).toEqual([])
  })
})

test('OPEN-112: changed quantities are told once, for all presses together', async () => {
  const after = aCart([aLine({ quantity: 3 })], { basketVersion: 2 })
  const server = fakeServer({
    '/ReactCart/UpdateItem': () => ({ isSuccess: true, errorMessage: '', basketVersion: 2, changes: [] }),
    '/ReactCart/GetCartJsx': () => after,
  })
  await renderPage(aState({ name: 'cart', cart: aCart() }, '/checkout/cart'))
  window.dataLayer = []
  const field = screen.getByRole('textbox', { name: /^quantity of/i })
  fireEvent.change(field, { target: { value: '2' } })
  fireEvent.change(field, { target: { value: '3' } })
  fireEvent.blur(field)
  await waitFor(() => expect(ofName('cart_loaded')).toHaveLength(1))
  expect(server.count('/ReactCart/UpdateItem')).toBeGreaterThan(0)
  expect(ofName('add_to_cart')).toMatchObject([{ ecommerce: { value: 259.98, items: [{ quantity: 2 }] } }])
})
