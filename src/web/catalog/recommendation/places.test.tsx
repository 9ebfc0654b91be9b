import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type { Page, ProductSku } from '#contracts/pages.ts'
import { addItemsBody } from '#domain/cart/lines/add-item-payload.ts'
import { aConfirmation } from '#test/web/checkout.ts'
import { type FakeServer, fakeServer, heldAnswer } from '#test/web/fake-server.ts'
import { aCart, aFrame, aProduct, aSku, aState } from '#test/web/pages.ts'
import { anItem } from '#test/web/recommended.ts'
import { renderPage } from '#test/web/render-page.tsx'
import { openLayer } from '#web/layers/open-layer.ts'

const index = '/recommendation/index'
const feeds = '/browse/widget/CrossSell'
const answers = { [index]: () => ({ items: [anItem(501), anItem(502)], title: 'From the Answer' }) }
const availability = { '/ReactCart/GetAvailability': heldAnswer().answer }

/** podid and item_id of every recommendation call so far. */
const loaded = (server: FakeServer) =>
  server.seen
    .filter((request) => request.path === index)
    .map((request) => {
      const query = new URLSearchParams(request.query)
      return [query.get('podid'), query.get('item_id')]
    })

async function open(page: Page, path: string, frame = aFrame(), more: Parameters<typeof fakeServer>[0] = {}) {
  const server = fakeServer({ ...answers, ...availability, ...more })
  await renderPage(aState(page, path, frame))
  return server
}

const productPage = (patch: Partial<ProductSku> = {}): Page => ({
  name: 'product',
  product: aProduct({ skus: [aSku(patch)] }),
})

describe('OPEN-25: the podids of a product page', () => {
  test('OPEN-25, XSELL-02: also viewed, best sellers below, and what goes with the item', async () => {
    const server = await open(productPage(), '/product/101')
    await waitFor(() => expect(loaded(server)).toHaveLength(2))
    expect(loaded(server)).toEqual([
      ['people-also-viewed-pdp', '101'],
      ['bestsellers-pdp-social', '101'],
    ])
    await waitFor(() => expect(server.bodies(feeds)).toEqual([{ sku: 101, page: 'product' }]))
  })

  test('OPEN-25: alternatives in stead of a sku that is no longer available', async () => {
    const server = await open(productPage({ isNla: true, availability: 3 }), '/product/101')
    await waitFor(() => expect(loaded(server)).toHaveLength(2))
    expect(loaded(server)[0]).toEqual(['pdp-alternative-items', '101'])
  })

  test('OPEN-25: in scan mode what stores sell best, and nothing else', async () => {
    const server = await open(productPage(), '/product/101', aFrame({ isScanMode: true }))
    await waitFor(() => expect(loaded(server)).toEqual([['bestsellers-stores', '101']]))
    expect(server.count(feeds)).toBe(0)
  })
})

test.each([
  ['a product page', productPage(), '/product/101', {}, 15, 2],
  ['a product page in scan mode', productPage(), '/product/101', { isScanMode: true }, 5, 1],
  ['the cart', { name: 'cart', cart: aCart() } as const, '/checkout/cart', {}, 5, 1],
] as const)(
  'RECO-10, XSELL-05: %s keeps the place of every list and of its link to all, so that nothing below moves',
  async (_where, page, path, frame, cards, links) => {
    // far from them
    class Far {
      observe() {}
      disconnect() {}
    }
    vi.stubGlobal('IntersectionObserver', Far)
    await open(page, path, aFrame(frame))
    vi.unstubAllGlobals()
    expect(screen.getAllByTestId('carousel-placeholder')).toHaveLength(cards)
    expect(screen.getAllByTestId('shop-all-place')).toHaveLength(links)
  },
)

describe('the cart', () => {
  test.each([
    ['full', aCart()],
    ['empty', aCart([])],
  ])(
    'CART-24, OPEN-25: a %s cart has trending products, but no registry carousel for who owns none',
    async (_what, cart) => {
      const server = await open({ name: 'cart', cart }, '/checkout/cart')
      await screen.findByRole('heading', { name: 'From the Answer' })
      expect(loaded(server)).toEqual([['trending-products', '']])
      expect(screen.queryByRole('heading', { name: 'You May Also Want' })).toBeNull()
    },
  )

  test('CART-24, RECO-08: a registry owner has the registry carousel, one slide at a time', async () => {
    const server = await open({ name: 'cart', cart: aCart(), isRegistryOwner: true }, '/checkout/cart')
    await screen.findByRole('heading', { name: 'You May Also Want' })
    expect(loaded(server)).toEqual([['trending-products', '']])
    screen.getByText('item 1 of 2')
  })
})

test('OPEN-25: an owner’s registries have the registry carousel', async () => {
  const shared = {
    sharedUrl: '/gift-registry/registry/s-1',
    isPublic: true,
    place: '',
    isPast: false,
    isClosed: false,
    isSurprise: false,
    picture: null,
    greeting: '',
  }
  const named = { grId: 1, title: 'Wedding', ownerNames: 'Ann', listType: 1, hasChecklist: false }
  const registry = { ...named, ...shared, items: [] }
  const page = {
    name: 'registrantList',
    grId: null,
    isRegistrantMode: true,
    registries: [registry],
    gifts: [],
  } as const
  const server = await open(page, '/gift-registry/registrant-list')
  await screen.findByRole('heading', { name: 'You May Also Want' })
  expect(loaded(server)).toEqual([['trending-products', '']])
})

test('the confirmation of an order shows what others want', async () => {
  const page = { name: 'confirmation', confirmation: aConfirmation() } as const
  const server = await open(page, '/checkout/confirmation')
  await screen.findByRole('heading', { name: 'From the Answer' })
  expect(loaded(server)).toEqual([['trending-products', '']])
  expect(server.count(feeds)).toBe(0)
})

test('RECO-15, ATC-25, XSELL-03: the layer after an add asks for what others bought beside the item, and for its feed', async () => {
  const [item] = addItemsBody([{ sku: 101 }]).items
  const server = await open(productPage(), '/product/101', aFrame(), {
    '/ReactCart/AddItems': () => ({
      isSuccess: true,
      errorMessage: '',
      items: [
        {
          sku: item?.Sku,
          name: 'Oak Table',
          quantity: 1,
          formattedPrice: '$129.99',
          imagePath: '',
          grId: 0,
          registryType: '',
          personalization: null,
          inHousePersonalization: null,
          isInstallationServiceRequired: false,
          formattedInstallationServiceFee: '',
        },
      ],
      cartQuantity: 1,
      formattedCartSubtotal: '$129.99',
      addOns: [],
      trackedAddOns: [],
      basketVersion: 1,
      changes: [],
    }),
  })
  await waitFor(() => expect(loaded(server)).toHaveLength(2))
  fireEvent.click(screen.getAllByRole('button', { name: 'Add to Cart' })[0]!)
  // the layer and its carousels are scripts of their own
  await screen.findByRole('heading', { name: 'People Also Bought' }, { timeout: 10_000 })
  await waitFor(() => expect(loaded(server).at(-1)).toEqual(['people-also-bought-atc-confirmation', '101']), {
    timeout: 10_000,
  })
  await waitFor(() => expect(server.bodies(feeds)).toContainEqual({ sku: 101, page: 'addToCart' }))
})

test('REG-30, RECO-15: the layer after an add to a registry asks with its own podid and the sku', async () => {
  const server = await open(productPage({ isNla: true, availability: 3 }), '/product/101')
  await waitFor(() => expect(loaded(server)).toHaveLength(2))
  const added = {
    ...{
      sku: 101,
      name: 'Oak Table',
      quantity: 1,
      formattedPrice: '$129.99',
      imagePath: '',
      grId: 1,
      registryType: 'br',
    },
    ...{ personalization: null, inHousePersonalization: null },
    ...{ isInstallationServiceRequired: false, formattedInstallationServiceFee: '' },
  }
  const reply = { isSuccess: true, errorMessage: '', items: [added] }
  await act(async () => {
    const input = { grId: 1, registryType: 'br', isInteractiveChecklistEnabled: false }
    void openLayer('addToRegistry', { ...input, adding: Promise.resolve(reply) })
  })
  await waitFor(() => expect(loaded(server)).toContainEqual(['people-also-bought-atr-confirmation', '101']))
})
