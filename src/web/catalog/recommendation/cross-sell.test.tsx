import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { fakeServer, heldAnswer } from '#test/web/fake-server.ts'
import { aFrame } from '#test/web/pages.ts'
import { anItem } from '#test/web/recommended.ts'
import { renderParts } from '#test/web/render-page.tsx'
import { CrossSellCarousel } from './cross-sell-carousel.tsx'
import type { CrossSellCarouselProps } from './cross-sell-items.tsx'

const urls = {
  piDataUrl: '/recommendation/feed?item=7&kind=page',
  addToCartPiDataUrl: '/recommendation/feed?item=7&kind=addToCart',
}
const items = (count: number) => Array.from({ length: count }, (_, nth) => anItem(101 + nth))
const answers = (count = 8) => ({
  '/browse/widget/CrossSell': () => urls,
  '/browse/widget/MainPi': () => ({ title: 'Complete the Look', items: items(count) }),
})

let nextSku = 1000
/** A sku of its own for each test: the store remembers what it was asked. */
async function show(props: Partial<CrossSellCarouselProps> = {}): Promise<number> {
  nextSku += 1
  await renderParts(aFrame(), <CrossSellCarousel sku={nextSku} page="product" place="crossSell" {...props} />)
  return nextSku
}

const feedScript = () => document.head.querySelector<HTMLScriptElement>('script[src*="/recommendation/feed"]')

/** Does what the browser does when the script has come. */
async function answerFeed(skus: readonly number[] = [101, 102]): Promise<void> {
  await waitFor(() => expect(feedScript()).not.toBeNull())
  const name = new URL(feedScript()?.src ?? '').searchParams.get('callback') ?? ''
  await act(async () => {
    const callback = (window as unknown as { [name: string]: ((value: unknown) => void) | undefined })[name]
    callback?.({ skus })
  })
}

const slides = () => screen.getAllByRole('listitem', { hidden: true })
const inSight = () => slides().filter((slide) => !slide.hasAttribute('inert'))

beforeEach(() => {
  window.innerWidth = 1440
})

describe('the chain', () => {
  test('XSELL-05, XSELL-09, XSELL-10, XSELL-11: addresses, feed, items; a placeholder until they are there', async () => {
    const server = fakeServer(answers())
    const sku = await show()
    expect(screen.getAllByTestId('carousel-placeholder')).toHaveLength(5)
    await waitFor(() => expect(feedScript()).not.toBeNull())
    expect(server.bodies('/browse/widget/CrossSell')).toEqual([{ sku, page: 'product' }])
    expect(screen.getAllByTestId('carousel-placeholder')).toHaveLength(5)
    expect(feedScript()?.getAttribute('src')).toMatch(
      /^\/recommendation\/feed\?item=7&kind=page&callback=feed_\d{1,10}$/,
    )
    await answerFeed([101, 102])
    await screen.findByRole('heading', { name: 'Complete the Look' })
    expect(server.bodies('/browse/widget/MainPi')).toEqual([{ skus: [101, 102] }])
    expect(slides()).toHaveLength(8)
    // the other address is not asked
    expect(feedScript()).toBeNull()
    expect(server.count('/browse/widget/MainPi')).toBe(1)
    expect(screen.queryAllByTestId('carousel-placeholder')).toEqual([])
  })

  test('XSELL-11: in the layer after an add the second address fills addToCartPiData', async () => {
    const server = fakeServer(answers())
    await show({ place: 'crossSellAddToCart' })
    await waitFor(() => expect(feedScript()?.src).toContain('kind=addToCart'))
    await answerFeed()
    await screen.findByText('Piece 101')
    expect(slides()).toHaveLength(8)
    expect(feedScript()).toBeNull()
    expect(server.count('/browse/widget/MainPi')).toBe(1)
  })

  test('CALL-92: a visitor of a kept page is given no session for it', async () => {
    const server = fakeServer(answers())
    const frame = aFrame({ token: '' })
    await renderParts(frame, <CrossSellCarousel sku={77} page="product" place="crossSell" />)
    await answerFeed()
    await screen.findByText('Piece 101')
    expect(server.count('/session')).toBe(0)
  })

  test('XSELL-06: of 30 items 24 are kept', async () => {
    fakeServer(answers(30))
    await show()
    await answerFeed()
    await screen.findByText('Piece 101')
    expect(slides()).toHaveLength(24)
  })

  test('XSELL-05: a chain that breaks is logged and the placeholder stays; the script is gone', async () => {
    const server = fakeServer(answers())
    await show()
    await waitFor(() => expect(feedScript()).not.toBeNull())
    await act(async () => {
      feedScript()?.dispatchEvent(new Event('error'))
    })
    await waitFor(() => expect(server.count('/Checkout/Log')).toBe(1))
    expect(screen.getAllByTestId('carousel-placeholder')).toHaveLength(5)
    expect(feedScript()).toBeNull()
  })
})

describe('cards in sight', () => {
  test.each([
    ['crossSellList', 1400, 2],
    ['crossSellList', 1000, 2],
    ['crossSellList', 400, 2],
    ['crossSell', 1281, 6],
    ['crossSell', 1280, 4],
    ['crossSell', 769, 4],
    ['crossSell', 768, 2],
    ['crossSellAddToCart', 1050, 6],
    ['crossSellAddToCart', 1049, 4],
    ['crossSellAddToCart', 769, 4],
    ['crossSellAddToCart', 768, 2],
  ] as const)('XSELL-01, XSELL-02, XSELL-03: %s at width %i shows %i', async (place, width, count) => {
    fakeServer(answers(12))
    window.innerWidth = width
    await show({ place })
    await answerFeed()
    await screen.findByText('Piece 101')
    expect(inSight()).toHaveLength(count)
  })

  test.each([
    [1281, 4],
    [768, 2],
  ])('XSELL-07: at width %i the first %i pictures load eagerly, the rest lazily', async (width, eager) => {
    fakeServer(answers(8))
    window.innerWidth = width
    await show()
    await answerFeed()
    await screen.findByText('Piece 101')
    const loading = slides().map((slide) => slide.querySelector('img')?.getAttribute('loading'))
    expect(loading).toEqual(Array.from({ length: 8 }, (_, nth) => (nth < eager ? 'eager' : 'lazy')))
  })
})

test('XSELL-14, ATC-30, ERR-30: an add that fails is logged, its button works again, and the next press adds', async () => {
  const server = fakeServer({ ...answers(), '/ReactCart/AddItems': () => new Response('', { status: 500 }) })
  await show()
  await answerFeed()
  await screen.findByText('Piece 101')
  const button = () => within(slides()[0]!).getByRole('button', { name: /Add to Cart/, hidden: true })
  fireEvent.click(button())
  await waitFor(() => expect(server.count('/Checkout/Log')).toBe(1))
  await waitFor(() => expect(button().getAttribute('aria-disabled')).not.toBe('true'))
  const held = heldAnswer()
  server.on('/ReactCart/AddItems', held.answer)
  fireEvent.click(button())
  await waitFor(() => expect(server.count('/ReactCart/AddItems')).toBe(2))
})
