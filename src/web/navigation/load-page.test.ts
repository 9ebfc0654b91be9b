import { afterEach, expect, test, vi } from 'vitest'
import { CutOff } from '#web/calls/errors.ts'
import { loadPage } from '#web/navigation/load-page.ts'

afterEach(() => {
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
