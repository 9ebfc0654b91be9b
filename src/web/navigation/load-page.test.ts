import { afterEach, expect, test, vi } from 'vitest'
import { fakeServer, networkFailure } from '#test/web/fake-server.ts'
import { CutOff } from '#web/calls/errors.ts'
import * as lazyPages from '#web/navigation/lazy-pages.ts'
import { loadPage } from '#web/navigation/load-page.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  window.location.hash = ''
})

test.each([503, 429])(
  'SAFE-43, SAFE-65: a soft navigation that is answered %s asks for the page itself',
  async (status) => {
    const refusal = { isSuccess: false, errorMessage: 'We are having trouble connecting.' }
    vi.stubGlobal('fetch', async () => Response.json(refusal, { status }))
    // a fragment is how far this test's browser can be led
    const there = `${window.location.origin}${window.location.pathname}#answered-${status}`
    void loadPage(there, new AbortController().signal).catch(() => undefined)
    await vi.waitFor(() => expect(window.location.href).toBe(there))
  },
)

test('CALM-20: a soft navigation without any answer is cut off, and leaves the page where it is', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
  const here = window.location.href
  await expect(loadPage('/product/101', new AbortController().signal)).rejects.toThrow(CutOff)
  expect(window.location.href).toBe(here)
})

test('CALM-20: a connection that is lost in the middle of the answer is cut off too', async () => {
  const cut = new ReadableStream({
    start(body) {
      body.enqueue(new TextEncoder().encode('{"page":{"name":"ho'))
      body.error(new TypeError('network error'))
    },
  })
  fakeServer({ '/product/101': () => new Response(cut, { headers: { 'content-type': 'application/json' } }) })
  const here = window.location.href
  await expect(loadPage('/product/101', new AbortController().signal)).rejects.toThrow(CutOff)
  expect(window.location.href).toBe(here)
})

test.each([
  ['other', false],
  ['payment', true],
])(
  'CALM-32, PAY-53: a soft navigation says that its document is %s, as the document itself does',
  async (kind, isPayment) => {
    document.documentElement.toggleAttribute('data-payment', isPayment)
    const seen: Headers[] = []
    vi.stubGlobal('fetch', async (_address: string, { headers }: RequestInit) => {
      seen.push(new Headers(headers))
      return Promise.reject(new DOMException('left', 'AbortError'))
    })
    const left = AbortSignal.abort()
    await expect(loadPage('/checkout/cart', left)).rejects.toThrow('left')
    document.documentElement.removeAttribute('data-payment')
    expect(seen.map((headers) => headers.get('x-document'))).toEqual([kind])
  },
)

test.each([
  ['store answers, is loaded by the browser itself', true],
  ['store cannot be reached, is cut off', false],
])('CALM-20: a page whose script is missed while the %s', async (_name, isAnswered) => {
  vi.spyOn(lazyPages, 'pageView').mockRejectedValue(new TypeError('Failed to fetch dynamically imported module'))
  const here = `${window.location.origin}${window.location.pathname}`
  const there = `${here}#script-${isAnswered}`
  const state = { page: { name: 'home' } }
  fakeServer({
    [window.location.pathname]: () => state,
    '/favicon.svg': () => (isAnswered ? new Response('') : networkFailure),
  })
  const end = vi.fn()
  void loadPage(there, new AbortController().signal).catch(end)
  if (isAnswered) await vi.waitFor(() => expect(window.location.href).toBe(there))
  else await vi.waitFor(() => expect(end).toHaveBeenCalledWith(expect.any(CutOff)))
  expect(end).toHaveBeenCalledTimes(isAnswered ? 0 : 1)
})
