import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { type CarouselPlace, carouselTables } from '#domain/catalog/recommendation-limits.ts'
import { type Podid, podids } from '#domain/catalog/recommendation-pods.ts'
import { type Answer, fakeServer, heldAnswer } from '#test/web/fake-server.ts'
import { aCart, aFrame, aState } from '#test/web/pages.ts'
import { anItem } from '#test/web/recommended.ts'
import { renderPage, renderParts } from '#test/web/render-page.tsx'
import { fetchRecommendations } from './fetch-recommendations.ts'
import { RecommendationCarousel } from './recommendation-carousel.tsx'
import type { RecommendationCarouselProps } from './recommendations.tsx'

const address = '/recommendation/index'
const items = (count: number) => Array.from({ length: count }, (_, nth) => anItem(101 + nth))
const answering = (count: number, title = 'Trending Now'): Answer => {
  const answer = { items: items(count), title }
  return () => answer
}
const added = {
  isSuccess: true,
  errorMessage: '',
  items: [],
  cartQuantity: 1,
  formattedCartSubtotal: '$20.00',
  addOns: [],
  basketVersion: 1,
  changes: [],
}

async function show(props: Partial<RecommendationCarouselProps> = {}) {
  return renderParts(aFrame(), <RecommendationCarousel podid="trending-products" {...props} />)
}

async function resizeTo(width: number): Promise<void> {
  await act(async () => {
    window.innerWidth = width
    window.dispatchEvent(new Event('resize'))
  })
}

const slides = () => screen.getAllByRole('listitem', { hidden: true })
const inSight = () => slides().filter((slide) => !slide.hasAttribute('inert'))
const shownSkus = () => inSight().map((slide) => slide.querySelector('article')?.dataset.sku)
const addButton = (nth: number) => within(slides()[nth - 1]!).getByRole('button', { name: /Add to Cart/, hidden: true })

beforeEach(() => {
  window.innerWidth = 1440
})

describe('the query', () => {
  test('RECO-01: the address has the five names', async () => {
    const server = fakeServer({ [address]: answering(3) })
    await show({ itemId: 4711, shopAllTo: '/' })
    await waitFor(() => expect(server.count(address)).toBe(1))
    expect(Object.fromEntries(new URLSearchParams(server.seen[0]?.query))).toEqual({
      podid: 'trending-products',
      limit: '15',
      item_id: '4711',
      showaddtocart: 'true',
      showshopall: 'true',
    })
  })

  test.each(podids)('RECO-03: %s is accepted', async (podid) => {
    fakeServer({ [address]: answering(1) })
    const reply = await fetchRecommendations({ podid, hasAddToCart: false, hasShopAll: false })
    expect(reply.items).toHaveLength(1)
  })

  test.each(['foo', '', 'toString'])('RECO-04: the podid %j throws before any call', async (podid) => {
    const server = fakeServer()
    const loaded = fetchRecommendations({ podid: podid as Podid, hasAddToCart: false, hasShopAll: false })
    await expect(loaded).rejects.toThrow('podid')
    expect(server.seen).toEqual([])
  })
})

describe('while loading and after', () => {
  test('RECO-10: five placeholders before the answer, none after it', async () => {
    const held = heldAnswer()
    fakeServer({ [address]: held.answer })
    await show()
    expect(screen.getAllByTestId('carousel-placeholder')).toHaveLength(5)
    held.release({ items: items(3), title: '' })
    await screen.findByText('Piece 101')
    expect(screen.queryAllByTestId('carousel-placeholder')).toEqual([])
  })

  test('RECO-11, ERR-11: HTTP 500 is logged and five placeholders stay', async () => {
    const server = fakeServer({ [address]: () => new Response('', { status: 500 }) })
    await show()
    await waitFor(() => expect(server.count('/Checkout/Log')).toBe(1))
    expect(server.bodies('/Checkout/Log')).toEqual([
      { level: 'error', message: expect.stringContaining('GetRecommendations /recommendation/index') },
    ])
    expect(screen.getAllByTestId('carousel-placeholder')).toHaveLength(5)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('RECO-02: an answer of 20 items shows 15', async () => {
    fakeServer({ [address]: answering(20) })
    await show()
    await screen.findByText('Piece 101')
    expect(slides()).toHaveLength(15)
    screen.getByText('items 1 to 4 of 15')
  })

  test('an answer without items shows nothing', async () => {
    fakeServer({ [address]: answering(0) })
    await show()
    await waitFor(() => expect(screen.queryAllByTestId('carousel-placeholder')).toEqual([]))
    expect(screen.queryByRole('heading')).toBeNull()
  })
})

test.each([
  ['People Also Bought', 'Trending Now', 'People Also Bought'],
  ['', 'Trending Now', 'Trending Now'],
  ['', '', 'You May Also Want'],
])('RECO-06, ATC-31: of the place’s title %j and the answer’s %j shows %j', async (title, answered, shown) => {
  fakeServer({ [address]: answering(2, answered) })
  await show({ title })
  await screen.findByText('Piece 101')
  expect(screen.getByRole('heading').textContent).toBe(shown)
})

describe('slides', () => {
  test.each([
    [1281, 4],
    [1280, 3],
    [769, 3],
    [768, 2],
    [0, 2],
  ])('RECO-09: width %i gives %i slides', async (width, count) => {
    fakeServer({ [address]: answering(15) })
    await resizeTo(width)
    await show()
    await screen.findByText('Piece 101')
    expect(inSight()).toHaveLength(count)
  })

  test('RECO-08: the registry carousel is titled "You May Also Want" and shows 1 slide at any width', async () => {
    fakeServer({ [address]: answering(15) })
    await show({ place: 'registry', title: 'You May Also Want' })
    await screen.findByText('item 1 of 15')
    screen.getByRole('heading', { name: 'You May Also Want' })
    for (const width of [400, 1000, 1440]) {
      await resizeTo(width)
      expect(inSight()).toHaveLength(1)
    }
  })

  test('UX-21: buttons turn by a page and say where; what is out of sight takes no focus', async () => {
    fakeServer({ [address]: answering(15) })
    await show()
    const next = await screen.findByRole('button', { name: 'Next items' })
    const previous = screen.getByRole('button', { name: 'Previous items' })
    expect(previous.getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(previous)
    expect(shownSkus()).toEqual(['101', '102', '103', '104'])
    fireEvent.click(next)
    screen.getByText('items 5 to 8 of 15')
    expect(shownSkus()).toEqual(['105', '106', '107', '108'])
    fireEvent.click(next)
    fireEvent.click(next)
    screen.getByText('items 12 to 15 of 15')
    expect(next.getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(previous)
    screen.getByText('items 8 to 11 of 15')
    expect(screen.getByText('items 8 to 11 of 15').getAttribute('aria-live')).toBe('polite')
  })

  test('UX-21: a list that fits has no buttons, and its place is full after the window was made wider', async () => {
    fakeServer({ [address]: answering(5) })
    await resizeTo(700)
    await show()
    fireEvent.click(await screen.findByRole('button', { name: 'Next items' }))
    fireEvent.click(screen.getByRole('button', { name: 'Next items' }))
    screen.getByText('items 4 to 5 of 5')
    await resizeTo(1440)
    screen.getByText('items 2 to 5 of 5')
  })
})

const css = readFileSync(join(import.meta.dirname, 'placeholder.module.css'), 'utf8')

/** Slides of a place by its styles: the last rule that fits, as a browser takes it. */
function slidesByStyle(place: CarouselPlace, width: number): number {
  const rules = css.split(/(?=@media|@container)/).filter((part) => {
    if (part.startsWith('@container')) return false
    const least = /^@media \(min-width: (\d+)px\)/.exec(part)
    return least === null ? !part.startsWith('@media') : width >= Number(least[1])
  })
  const own = [...rules.join('').matchAll(/([^{}]*)\{\s*--slides: (\d);/g)].filter(
    ([, selector = '']) => selector.includes(`"${place}"`) || selector.trim().endsWith('.carousel'),
  )
  return Number(own.at(-1)?.[2])
}

test.each(Object.keys(carouselTables) as CarouselPlace[])(
  'CONST-02, CONST-19: the styles of %s have the same numbers',
  (place) => {
    const table: readonly { readonly fromWidth: number; readonly slides: number }[] = carouselTables[place]
    const widths = [...new Set(table.flatMap(({ fromWidth }) => [fromWidth, fromWidth - 1]))].filter(
      (width) => width >= 0,
    )
    for (const width of [...widths, 400, 1440]) {
      const wanted = table.find((row) => width >= row.fromWidth)?.slides
      expect([width, slidesByStyle(place, width)]).toEqual([width, wanted])
    }
  },
)

describe('a card', () => {
  test('RECO-05, RECO-07: an item with only an id leads to its product by its picture, one with only a sku too', async () => {
    const { sku: _, ...withoutSku } = anItem(102, { id: '102' })
    fakeServer({ [address]: () => ({ items: [anItem(101), withoutSku], title: '' }) })
    const { path } = await show()
    await screen.findByText('Piece 102')
    expect(shownSkus()).toEqual(['101', '102'])
    fireEvent.click(slides()[1]!.querySelector('img')!)
    await waitFor(() => expect(path()).toBe('/product/102'))
  })

  test('RECO-07: a click on the add button goes nowhere', async () => {
    const server = fakeServer({ [address]: answering(2), '/ReactCart/AddItems': heldAnswer().answer })
    const { path } = await show()
    await screen.findByText('Piece 101')
    fireEvent.click(addButton(1))
    await waitFor(() => expect(server.count('/ReactCart/AddItems')).toBe(1))
    expect(path()).toBe('/checkout/cart')
  })

  test('RECO-12: the finer picture stands beside the plain one', async () => {
    fakeServer({ [address]: answering(1) })
    await show()
    await screen.findByText('Piece 101')
    const picture = slides()[0]!.querySelector('img')!
    expect(picture.getAttribute('srcset')).toBe('/pictures/101.webp 1x, /pictures/101-fine.webp 2x')
    expect(picture.getAttribute('src')).toBe('/pictures/101.webp')
  })

  test('RECO-14: the link to all is there when its place has one, and is not else', async () => {
    fakeServer({ [address]: answering(2) })
    const { path } = await show({ shopAllTo: '/category/sofas' })
    fireEvent.click(await screen.findByRole('link', { name: 'Shop All' }))
    await waitFor(() => expect(path()).toBe('/category/sofas'))
  })

  test('RECO-14, OPEN-110: from the cart it leads to all departments, which the home page lists', async () => {
    fakeServer({ [address]: answering(2) })
    await renderPage(aState({ name: 'cart', cart: aCart([]), isRegistryOwner: false }, '/checkout/cart'))
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Shop All' })
    expect(link.getAttribute('href')).toBe('/#departments')
  })

  test('RECO-14: without showshopall there is no link to all', async () => {
    fakeServer({ [address]: answering(2) })
    await show()
    await screen.findByText('Piece 101')
    expect(screen.queryByRole('link', { name: 'Shop All' })).toBeNull()
  })
})

describe('adding from a card', () => {
  test('RECO-13, ATC-35: the button sends sku, optionChoiceParameter and the place of the card', async () => {
    const server = fakeServer({ [address]: answering(15), '/ReactCart/AddItems': () => added })
    await show()
    await screen.findByText('Piece 103')
    fireEvent.click(addButton(3))
    await waitFor(() => expect(server.count('/ReactCart/AddItems')).toBe(1))
    expect(server.bodies('/ReactCart/AddItems')).toEqual([
      {
        items: [
          expect.objectContaining({
            Sku: 103,
            Quantity: 1,
            OptionChoiceParameter: 'color:oat',
            Position: 3,
            TotalPositions: 15,
          }),
        ],
      },
    ])
  })

  test('RECO-13: without showaddtocart no card has a button', async () => {
    const server = fakeServer({ [address]: answering(3) })
    await show({ hasAddToCart: false })
    await screen.findByText('Piece 101')
    expect(screen.queryAllByRole('button', { name: /Add to Cart/ })).toEqual([])
    expect(server.seen[0]?.query).toContain('showaddtocart=false')
  })

  test('ATC-16: only the card whose item was added reads "Added"', async () => {
    fakeServer({ [address]: answering(3), '/ReactCart/AddItems': () => added })
    await show({ confirmation: 'card' })
    await screen.findByText('Piece 102')
    fireEvent.click(addButton(2))
    await within(slides()[1]!).findByText('Added')
    expect(screen.getAllByText('Added')).toHaveLength(1)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('ATC-30, ERR-30: an error is logged, loading is cleared, and the card can be tried again', async () => {
    const server = fakeServer({
      [address]: answering(3),
      '/ReactCart/AddItems': () => new Response('', { status: 500 }),
    })
    await show({ confirmation: 'card' })
    await screen.findByText('Piece 101')
    fireEvent.click(addButton(1))
    await waitFor(() => expect(server.count('/Checkout/Log')).toBe(1))
    await waitFor(() => expect(addButton(1).getAttribute('aria-disabled')).not.toBe('true'))
    expect(screen.queryByText('Added')).toBeNull()
    server.on('/ReactCart/AddItems', () => added)
    fireEvent.click(addButton(1))
    await screen.findByText('Added')
  })
})
