import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Page } from '#contracts/pages.ts'
import { allVariants } from '#domain/variant.ts'
import { fakeServer, heldAnswer } from '#test/web/fake-server.ts'
import { aCart, aFrame, aState } from '#test/web/pages.ts'
import { renderPage, renderParts } from '#test/web/render-page.tsx'
import { HelpLine } from '#web/shell/help-line.tsx'

const text: Page = { name: 'text', title: 'Terms', paragraphs: ['Words.'], links: [{ text: 'Home', href: '/' }] }

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('PLAT-01, PLAT-02: the shell in each of the four storefronts', () => {
  for (const variant of allVariants) {
    test(`${variant.key} carries its brand, its departments and its landmarks`, async () => {
      fakeServer()
      await renderPage(aState(text, '/customer-service/terms-of-use', aFrame({}, variant.key)))
      const root = screen.getByRole('main').parentElement
      expect(root?.dataset.brand).toBe(variant.brand)
      screen.getByRole('banner')
      screen.getByRole('contentinfo')
      screen.getByRole('navigation', { name: 'Departments' })
      screen.getByRole('heading', { level: 1, name: 'Terms' })
    })
  }
})

test.each([false, true])(
  'BEYOND-04, OPEN-101: whoever gives finds a registry from every page, signed in (%s) or not',
  async (isSignedIn) => {
    fakeServer()
    await renderPage(aState(text, '/customer-service/terms-of-use', aFrame({ isSignedIn })))
    const service = within(screen.getByRole('navigation', { name: 'Customer service' }))
    const leads = (name: string) => service.getByRole('link', { name }).getAttribute('href')
    expect([leads('Find a registry'), leads('Find your order')]).toEqual(['/gift-registry/find', '/account/find-order'])
  },
)

test('OPEN-17: the design services are found from every page', async () => {
  fakeServer()
  await renderPage(aState(text, '/customer-service/terms-of-use'))
  const service = within(screen.getByRole('navigation', { name: 'Customer service' }))
  expect(service.getByRole('link', { name: 'Design services' }).getAttribute('href')).toBe('/design-services/form')
})

test.each([
  ['cb', '1-800-555-0110'],
  ['cb2', '1-800-555-0120'],
  ['cb-ca', '1-800-555-0130'],
  ['cb2-ca', '1-800-555-0140'],
] as const)('OPEN-15: the help line of %s has the number %s', async (key, phone) => {
  await renderParts(aFrame({}, key), <HelpLine />)
  expect(screen.getByRole('link', { name: phone }).getAttribute('href')).toBe(`tel:${phone.replaceAll('-', '')}`)
})

test('PLAT-33: the United States and Canada show different numbers and the same hours', async () => {
  const numbers = []
  for (const key of ['cb', 'cb-ca'] as const) {
    await renderParts(aFrame({}, key), <HelpLine />)
    numbers.push(screen.getByRole('link').textContent)
    screen.getByText('Mon-Sun 8 am to 9 pm CT')
    cleanup()
  }
  expect(new Set(numbers).size).toBe(2)
})

describe('PLAT-23: the loader of the cart page', () => {
  test.each([
    [true, 'header'],
    [false, 'page'],
  ])('isApp %s shows the %s loader', async (isApp, kind) => {
    fakeServer({ '/ReactCart/SaveForLater': heldAnswer().answer })
    const state = aState({ name: 'cart', cart: aCart(undefined, { isApp }) }, '/checkout/cart', aFrame({ isApp }))
    await renderPage(state)
    expect(document.querySelector('[data-loader]')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: /Save for later/ }))
    await waitFor(() => expect(document.querySelector<HTMLElement>('[data-loader]')?.dataset.loader).toBe(kind))
  })
})

describe('PLAT-29: the counts of the header', () => {
  test('are those of the page at first', async () => {
    fakeServer()
    await renderPage(
      aState(text, '/terms', aFrame({ counts: { basketCount: 4, favoritesCount: 2, isBeingOrdered: false } })),
    )
    expect(screen.getByTestId('basket-count').textContent).toBe('4')
    expect(screen.getByTestId('favorites-count').textContent).toContain('2')
  })

  test.each([
    [false, 'Cart, 4 items', '4'],
    [true, 'Cart, 4 being ordered', '4 being ordered'],
  ])('CALM-27: a cart that is being ordered (%s) says so', async (isBeingOrdered, name, shown) => {
    fakeServer()
    const counts = { basketCount: 4, favoritesCount: 2, isBeingOrdered }
    await renderPage(aState(text, '/terms', aFrame({ counts })))
    expect(screen.getByRole('link', { name }).textContent).toBe(shown)
  })

  test('are nought on a cached page, which asks for none', async () => {
    const server = fakeServer()
    await renderPage(aState(text, '/terms', aFrame({ counts: null })))
    expect(screen.getByTestId('basket-count').textContent).toBe('0')
    expect(server.seen).toEqual([])
  })
})

test('BEYOND-11, SCENE-03: another tab tells its counts, and the cart here is loaded again without telling it back', async () => {
  const posted: unknown[] = []
  const channels: { onmessage?: (event: { data: unknown }) => void }[] = []
  class Channel {
    onmessage?: (event: { data: unknown }) => void
    constructor() {
      channels.push(this)
    }
    postMessage(message: unknown): void {
      posted.push(message)
    }
    close(): void {}
  }
  vi.stubGlobal('BroadcastChannel', Channel)
  const server = fakeServer({ '/ReactCart/GetCartJsx': () => aCart(undefined, { basketVersion: 2 }) })
  server.on('/ReactCart/GetHeaderCounts', () => ({ basketCount: 6, favoritesCount: 0, isBeingOrdered: false }))
  await renderPage(aState({ name: 'cart', cart: aCart() }, '/checkout/cart'))
  await act(async () => {
    for (const channel of channels)
      channel.onmessage?.({ data: { basketCount: 6, favoritesCount: 0, isBeingOrdered: false } })
  })
  await waitFor(() => expect(screen.getByTestId('basket-count').textContent).toBe('6'))
  expect(server.count('/ReactCart/GetCartJsx')).toBe(1)
  expect(posted).toEqual([])
})

test('UX-05: a soft navigation asks the same address for JSON, shows the page, its title, and starts at its content', async () => {
  const next: Page = { ...text, title: 'Privacy' }
  const server = fakeServer({ '/privacy': () => ({ ...aState(next, '/privacy'), title: 'Privacy | CB' }) })
  const page: Page = { ...text, links: [{ text: 'On', href: '/privacy' }] }
  await renderPage(aState(page, '/terms'))
  fireEvent.click(screen.getByRole('link', { name: 'On' }))
  await screen.findByRole('heading', { level: 1, name: 'Privacy' })
  expect(server.seen[0]?.headers.get('accept')).toBe('application/json')
  expect(document.title).toBe('Privacy | CB')
  expect(document.activeElement).toBe(screen.getByRole('main'))
})
