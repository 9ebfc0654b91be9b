import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { openLayer } from '#web/layers/open-layer.ts'
import '#test/web/dialog.ts'
import { fakeServer } from '#test/web/fake-server.ts'
import { aCart, aFrame, aState } from '#test/web/pages.ts'
import { renderPage, renderParts } from '#test/web/render-page.tsx'

const made = {
  isSuccess: true,
  errorMessage: '',
  url: 'http://cb.localhost/cart/hand-over?token=t',
  expiresAt: new Date(Date.now() + 600_000).toISOString(),
  code: { size: 33, path: 'M4 4h7v7h-7z' },
}
const item = { lineId: 'line-1', sku: 101, title: 'Oak Table', imagePath: '/pictures/table.svg', quantity: 2 }

describe('BEYOND-15: scan to phone', () => {
  test('the cart offers it in scan mode, and then only', async () => {
    fakeServer()
    const cart = { name: 'cart', cart: aCart() } as const
    await renderPage(aState(cart, '/checkout/cart', aFrame()))
    expect(screen.queryByRole('button', { name: 'Take it on your phone' })).toBeNull()
    document.body.replaceChildren()
    await renderPage(aState(cart, '/checkout/cart', aFrame({ isScanMode: true })))
    screen.getByRole('button', { name: 'Take it on your phone' })
  })

  test('the popup shows the code with a name', async () => {
    const server = fakeServer({ '/ReactCart/CreateHandOver': () => made })
    await renderParts(aFrame(), null)
    act(() => void openLayer('handOver', {}))
    const dialog = within(await screen.findByRole('dialog', { name: 'Take it on your phone' }))
    const code = await dialog.findByRole('img', { name: 'Code to scan with your phone' })
    expect(code.querySelector('path')?.getAttribute('d')).toBe(made.code.path)
    expect(server.count('/ReactCart/CreateHandOver')).toBe(1)
  })

  test('a code that is over gives way to a new one', async () => {
    const codes = [{ ...made, expiresAt: new Date(Date.now() - 1).toISOString() }, made]
    fakeServer({ '/ReactCart/CreateHandOver': () => codes.shift() })
    await renderParts(aFrame(), null)
    act(() => void openLayer('handOver', {}))
    const dialog = within(await screen.findByRole('dialog'))
    fireEvent.click(await dialog.findByRole('button', { name: 'Make a new code' }))
    await waitFor(() => dialog.getByRole('img', { name: 'Code to scan with your phone' }))
  })

  test('a refusal is told', async () => {
    const refused = { ...made, isSuccess: false, errorMessage: 'Your cart is empty.' }
    fakeServer({ '/ReactCart/CreateHandOver': () => refused })
    await renderParts(aFrame(), null)
    act(() => void openLayer('handOver', {}))
    await screen.findByText('Your cart is empty.')
  })

  test('the phone sees what comes, and one button that takes it', async () => {
    fakeServer()
    await renderPage(aState({ name: 'handOver', token: 'the-token', items: [item] }, '/cart/hand-over'))
    expect(within(screen.getByRole('list', { name: 'Items of the basket' })).getByText('Oak Table')).toBeTruthy()
    const form = screen.getByRole('button', { name: 'Add to my cart' }).closest('form')
    expect(form?.getAttribute('method')).toBe('post')
    expect(form?.querySelector<HTMLInputElement>('[name=token]')?.value).toBe('the-token')
    screen.getByText(/2 items from the store/)
  })

  test('a code that no longer works says so', async () => {
    fakeServer()
    await renderPage(aState({ name: 'handOver', token: '', items: [] }, '/cart/hand-over'))
    screen.getByRole('heading', { name: 'This code no longer works' })
  })
})
