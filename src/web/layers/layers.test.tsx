import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { pressEscape } from '#test/web/dialog.ts'
import { fakeServer } from '#test/web/fake-server.ts'
import { aFrame } from '#test/web/pages.ts'
import { renderParts } from '#test/web/render-page.tsx'
import { openLayer } from '#web/layers/open-layer.ts'

describe('ERR-33, UX-19: every popup is a named dialog', () => {
  test('it is named by its title, focus starts inside, Escape closes it and focus returns to the opener', async () => {
    await renderParts(aFrame(), <button type="button">Opener</button>)
    const opener = screen.getByText('Opener')
    opener.focus()
    const closed = openLayer('genericError', { errorMessage: '' })
    const dialog = await screen.findByRole('dialog', { name: "We're Sorry." })
    expect(dialog.contains(document.activeElement)).toBe(true)
    act(pressEscape)
    expect(await closed).toBeUndefined()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.activeElement).toBe(opener)
  })

  test('where the opener is gone meanwhile the focus goes to what stands in its place, not to the top of the page', async () => {
    await renderParts(
      aFrame(),
      <>
        <a href="/far">Far</a>
        <div>
          <button type="button">Opener</button>
          <a href="/near">Near</a>
        </div>
      </>,
    )
    const opener = screen.getByText('Opener')
    opener.focus()
    openLayer('genericError', { errorMessage: '' })
    await screen.findByRole('dialog')
    openLayer('refresh', { title: 'On top' })
    await screen.findByRole('dialog', { name: 'On top' })
    act(pressEscape)
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'On top' })).toBeNull())
    opener.remove()
    act(pressEscape)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.activeElement?.textContent).toBe('Near')
  })

  test('UX-05: where a link of the popup led to another page the focus starts at its content', async () => {
    await renderParts(
      aFrame(),
      <>
        <main tabIndex={-1}>Next page</main>
        <div>
          <button type="button">Opener</button>
        </div>
      </>,
    )
    const opener = screen.getByText('Opener')
    opener.focus()
    openLayer('genericError', { errorMessage: '' })
    await screen.findByRole('dialog')
    opener.remove()
    act(pressEscape)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.activeElement?.textContent).toBe('Next page')
  })

  test('Escape closes only the top one of two', async () => {
    await renderParts(aFrame(), null)
    openLayer('genericError', { errorMessage: '' })
    await screen.findByRole('dialog')
    openLayer('refresh', { title: 'On top' })
    await screen.findByRole('dialog', { name: 'On top' })
    act(pressEscape)
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'On top' })).toBeNull())
    expect(screen.getByRole('dialog', { name: "We're Sorry." })).toBeTruthy()
  })
})

describe('CART-28, ERR-03, OPEN-11: the generic error popup', () => {
  test.each(['Status: 503', 'Status: 504'])('%s shows the configured network error message', async (errorMessage) => {
    const frame = aFrame({
      messages: { ...aFrame().messages, networkErrorMessage: 'No line', genericErrorMessage: 'Generic' },
    })
    await renderParts(frame, null)
    openLayer('genericError', { errorMessage })
    await screen.findByText('No line')
    expect(screen.queryByText('Generic')).toBeNull()
  })

  test('Status: 500 shows the generic popup message', async () => {
    await renderParts(aFrame(), null)
    openLayer('genericError', { errorMessage: 'Status: 500' })
    await screen.findByText('Something went wrong. Please try again.')
  })
})

describe('ERR-15, ERR-16, ERR-17: the refresh popup', () => {
  test('it has the default title, message and button, and the button reloads the page once', async () => {
    const { browser } = await renderParts(aFrame(), null)
    openLayer('refresh', {})
    await screen.findByRole('dialog', { name: "We're Sorry." })
    screen.getByText('Something went wrong. Please refresh your page to proceed with placing your order.')
    fireEvent.click(screen.getByRole('button', { name: 'Refresh Page' }))
    expect(browser.reloads).toBe(1)
  })

  test('a configured message replaces the text; title and button stay', async () => {
    await renderParts(aFrame(), null)
    openLayer('refresh', { message: 'Configured' })
    await screen.findByText('Configured')
    screen.getByRole('dialog', { name: "We're Sorry." })
    screen.getByRole('button', { name: 'Refresh Page' })
  })

  test("ERR-18: the checkout's error handler gives it the title 'Error'", async () => {
    await renderParts(aFrame(), null)
    openLayer('refresh', { title: 'Error' })
    await screen.findByRole('dialog', { name: 'Error' })
  })
})

describe('ERR-21, ERR-22, ROUTE-04: the Network Error popup', () => {
  test.each([
    ['its close button', () => fireEvent.click(screen.getByRole('button', { name: 'Close' }))],
    ['Escape', pressEscape],
  ])('closing it with %s sends the shopper to /checkout/cart', async (_name, close) => {
    const { browser } = await renderParts(aFrame(), null, '/checkout/shipping')
    openLayer('networkError', { isRepeatable: true })
    await screen.findByRole('dialog', { name: 'Network Error' })
    act(close)
    expect(browser.left).toEqual(['/checkout/cart'])
  })

  test.each([
    [true, ['Try again', 'Stay on this step']],
    [false, ['Stay on this step']],
  ])(
    'CALM-20: with a request to repeat (%s) it offers %j, and neither leaves the step',
    async (isRepeatable, names) => {
      const { browser } = await renderParts(aFrame(), null, '/checkout/shipping')
      openLayer('networkError', { isRepeatable })
      const popup = await screen.findByRole('dialog', { name: 'Network Error' })
      const ways = within(popup)
        .getAllByRole('button')
        .filter((button) => button.textContent !== '')
      expect(ways.map((button) => button.textContent)).toEqual(names)
      for (const way of ways) fireEvent.click(way)
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      expect(browser.left).toEqual([])
    },
  )
})

describe('CART-25, CART-26: the cart error popup', () => {
  test("on the cart page its button reads 'Back to Cart' (ROUTE-03) and goes there", async () => {
    const { browser } = await renderParts(aFrame(), null)
    openLayer('cartError', { message: 'X' })
    await screen.findByText('X')
    fireEvent.click(screen.getByRole('button', { name: 'Back to Cart' }))
    expect(browser.left).toEqual(['/checkout/cart'])
  })

  test('a configured label replaces it', async () => {
    const messages = { ...aFrame().messages, cartErrorPopupButton: 'Return' }
    await renderParts(aFrame({ messages }), null)
    openLayer('cartError', { message: 'X' })
    await screen.findByRole('button', { name: 'Return' })
    expect(screen.queryByRole('button', { name: 'Back to Cart' })).toBeNull()
  })

  test('on another path the same error shows in the refresh popup, without it', async () => {
    await renderParts(aFrame(), null, '/checkout/shipping')
    openLayer('cartError', { message: 'X' })
    await screen.findByText('X')
    screen.getByRole('button', { name: 'Refresh Page' })
    expect(screen.queryByRole('button', { name: 'Back to Cart' })).toBeNull()
  })
})

test('CART-34, OPEN-103: a fragment of the server is shown without its scripts', async () => {
  const html = '<h2>Please note</h2><p onclick="x()">Certificates</p><script>window.wasRun = true</script>'
  fakeServer({ '/SharedLayer/PopupV2': () => new Response(html) })
  await renderParts(aFrame(), null)
  openLayer('fragment', { url: '/SharedLayer/PopupV2?popupName=CertificatesInterrupter' })
  const text = await screen.findByText('Certificates')
  screen.getByRole('dialog', { name: 'Please note' })
  expect(text.hasAttribute('onclick')).toBe(false)
  expect(screen.getByRole('dialog').querySelector('script')).toBeNull()
  expect('wasRun' in window).toBe(false)
})
