import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fakeServer, networkFailure } from '#test/web/fake-server.ts'
import { aFrame } from '#test/web/pages.ts'
import { renderParts } from '#test/web/render-page.tsx'
import { scriptOrAsk } from '#web/layers/ask-for-script.ts'
import { openLayer } from '#web/layers/open-layer.ts'
import { layers } from '#web/layers/registry.ts'

const gone = new TypeError('Failed to fetch dynamically imported module: /assets/old.js')
const answered = { '/favicon.svg': () => new Response('') }
const notReached = /^We cannot reach the store/

beforeEach(() => sessionStorage.clear())
afterEach(() => vi.restoreAllMocks())

describe('CALM-20: a script that is missed though the store answers', () => {
  test('is logged, and the page is loaded anew: nothing is said of the connection', async () => {
    const server = fakeServer(answered)
    await renderParts(aFrame(), null)
    const loadAnew = vi.fn()
    expect(await scriptOrAsk('part', () => Promise.reject(gone), loadAnew)).toBeNull()
    await waitFor(() => expect(loadAnew).toHaveBeenCalledOnce())
    expect(JSON.stringify(server.bodies('/Checkout/Log'))).toContain('import part: Failed to fetch dynamically')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('missed again on the page that was loaded anew, it is told as every fault; once it came, it may be missed again', async () => {
    fakeServer(answered)
    await renderParts(aFrame(), null)
    const loadAnew = vi.fn()
    const miss = () => scriptOrAsk('part', () => Promise.reject(gone), loadAnew)
    await miss()
    await waitFor(() => expect(loadAnew).toHaveBeenCalledTimes(1))
    await miss()
    await screen.findByText('Something went wrong. Please try again.')
    expect(screen.queryByText(notReached)).toBeNull()
    expect(loadAnew).toHaveBeenCalledTimes(1)
    expect(await scriptOrAsk('part', async () => 'script', loadAnew)).toBe('script')
    await miss()
    await waitFor(() => expect(loadAnew).toHaveBeenCalledTimes(2))
  })

  test('of a popup asks for the page to be loaded anew, because what was typed would be lost', async () => {
    fakeServer(answered)
    vi.spyOn(layers, 'cartError').mockRejectedValue(gone)
    const { browser } = await renderParts(aFrame(), null)
    const closed = openLayer('cartError', { message: 'Full' })
    fireEvent.click(await screen.findByRole('button', { name: 'Refresh Page' }))
    expect(await closed).toBeUndefined()
    expect(browser.reloads).toBe(1)
  })
})

test("CALM-20: without a connection 'Try again' asks for the script again; a browser that keeps it as missed is found out once the store answers", async () => {
  const server = fakeServer({ '/favicon.svg': () => networkFailure })
  await renderParts(aFrame(), null)
  const loadAnew = vi.fn()
  const load = vi.fn(() => Promise.reject(gone))
  const asked = scriptOrAsk('part', load, loadAnew)
  await screen.findByText(notReached)
  expect(loadAnew).not.toHaveBeenCalled()
  server.on('/favicon.svg', () => new Response(''))
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await asked).toBeNull()
  expect(load).toHaveBeenCalledTimes(2)
  await waitFor(() => expect(loadAnew).toHaveBeenCalledOnce())
})
