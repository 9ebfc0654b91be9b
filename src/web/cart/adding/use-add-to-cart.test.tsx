import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { fakeServer, heldAnswer, networkFailure } from '#test/web/fake-server.ts'
import { aFrame } from '#test/web/pages.ts'
import { renderParts } from '#test/web/render-page.tsx'
import { noteSeenVersion } from '#web/calls/seen-version.ts'
import type { AddRequest } from './add-request.ts'
import type { AddToCartOptions } from './add-to-cart.ts'
import { useAddToCart } from './use-add-to-cart.ts'

const request: AddRequest = {
  choice: { sku: 101 },
  hasGrouper: true,
  tracked: {
    sku: 101,
    quantity: 1,
    currentPrice: 12_999,
    regularPrice: 12_999,
    priceTypeCode: '',
    markdownTypeCode: '',
    availability: 1,
    category: '',
    department: '',
    class: '',
    subclass: '',
    isPersonalized: false,
    storePickupNumber: '',
    name: 'Oak Table',
    brand: 'CB',
    currencyCode: 'USD',
    propertyCodes: [],
  },
}

function Adder({ options }: { readonly options: AddToCartOptions }) {
  const { add, isAdding } = useAddToCart(options)
  return (
    <button type="button" onClick={() => add(request)}>
      {isAdding ? 'Adding' : 'Add'}
    </button>
  )
}

const press = () => fireEvent.click(screen.getByRole('button', { name: /Add/ }))

describe('ATC-06: the caller’s own check runs first', () => {
  test('it is given sku and hasGrouper; false sends nothing and shows nothing', async () => {
    const server = fakeServer()
    const checked: unknown[] = []
    const validate = (...given: unknown[]) => {
      checked.push(given, server.seen.length)
      return false
    }
    await renderParts(aFrame(), <Adder options={{ validate }} />)
    press()
    expect(checked).toEqual([[101, true], 0])
    expect(server.seen).toEqual([])
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

test('ATC-32: a second press while one runs sends nothing more', async () => {
  const server = fakeServer({ '/ReactCart/AddItems': heldAnswer().answer })
  await renderParts(aFrame(), <Adder options={{}} />)
  press()
  press()
  await waitFor(() => expect(server.count('/ReactCart/AddItems')).toBe(1))
  screen.getByRole('button', { name: 'Adding' })
})

const popup = () => screen.findByRole('dialog', { name: "We're Sorry." }, { timeout: 3_000 })
const answer = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('OPEN-22, ATC-32: a network failure after the retries shows the popup, and the button works again', async () => {
  const server = fakeServer({ '/ReactCart/AddItems': () => networkFailure })
  await renderParts(aFrame(), <Adder options={{}} />)
  press()
  await popup()
  screen.getByText(/^We cannot reach the store\. Check your connection/)
  expect(server.count('/ReactCart/AddItems')).toBe(3)
  answer('Not now')
  await screen.findByRole('button', { name: 'Add' })
  expect(server.count('/ReactCart/AddItems')).toBe(3)
})

test("CALM-20: 'Try again' sends the very request, with its key, and asks once more when it fails again", async () => {
  const server = fakeServer({ '/ReactCart/AddItems': () => networkFailure })
  await renderParts(aFrame(), <Adder options={{}} />)
  press()
  await popup()
  answer('Try again')
  await waitFor(() => expect(server.count('/ReactCart/AddItems')).toBe(6), { timeout: 3_000 })
  await popup()
  const sent = server.seen.filter(({ path }) => path === '/ReactCart/AddItems')
  expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1)
  answer('Not now')
  await screen.findByRole('button', { name: 'Add' })
})

test("CALM-20: after 'Not now' the same add is the same request, until the shopper has seen a cart", async () => {
  const server = fakeServer({ '/ReactCart/AddItems': () => networkFailure })
  await renderParts(aFrame(), <Adder options={{}} />)
  const keys = () =>
    server.seen
      .filter(({ path }) => path === '/ReactCart/AddItems')
      .map(({ headers }) => headers.get('idempotency-key'))
  const letBe = async () => {
    press()
    await popup()
    answer('Not now')
    await screen.findByRole('button', { name: 'Add' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  await letBe()
  await letBe()
  expect(keys()).toHaveLength(6)
  expect(new Set(keys()).size).toBe(1)
  noteSeenVersion({ basketVersion: 7 })
  await letBe()
  expect(keys()).toHaveLength(9)
  expect(new Set(keys()).size).toBe(2)
})

test('PLAT-14: an IsReset shows the popup and is not logged', async () => {
  const server = fakeServer({ '/ReactCart/AddItems': () => ({ IsReset: true }) })
  await renderParts(aFrame(), <Adder options={{}} />)
  press()
  await screen.findByRole('dialog', { name: "We're Sorry." })
  expect(server.count('/Checkout/Log')).toBe(0)
})

test("CALM-20: of a release that is gone, 'Add' loads the page of the chosen article, which brings its own scripts", async () => {
  fakeServer({ '/favicon.svg': () => new Response('') })
  vi.doMock('./add-to-cart.ts', () => {
    throw new TypeError('Failed to fetch dynamically imported module')
  })
  const { browser } = await renderParts(aFrame(), <Adder options={{}} />)
  press()
  await waitFor(() => expect(browser.left).toEqual(['/product/101']))
  expect(screen.queryByRole('dialog')).toBeNull()
  await screen.findByRole('button', { name: 'Add' })
  vi.doUnmock('./add-to-cart.ts')
})
