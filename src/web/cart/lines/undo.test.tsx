import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { CartReply } from '#contracts/pages.ts'
import { fakeServer, heldAnswer, networkFailure } from '#test/web/fake-server.ts'
import { aCart, aFrame, aLine, aState } from '#test/web/pages.ts'
import { renderPage } from '#test/web/render-page.tsx'

// fetched on first use: not in the time of a test
beforeAll(() => import('#web/ui/panels/removed-row.tsx'))
afterEach(() => {
  vi.useRealTimers()
})

const done = () => ({ isSuccess: true, errorMessage: '', basketVersion: 2, changes: [] })
const table = aLine({ quantity: 3 })
const chair = aLine({ id: 'line-2', sku: 102, title: 'Ash Chair' })
const lamp = aLine({ id: 'saved-1', sku: 103, title: 'Brass Lamp' })
const shade = aLine({ id: 'saved-2', sku: 104, title: 'Linen Shade' })

/** A cart page on a server that keeps its own lists. */
async function openCart(lines: CartReply['lineItems'], savedForLater: CartReply['savedForLater'] = []) {
  let version = 1
  const lists = { lines, saved: savedForLater }
  const state = () => aCart(lists.lines, { savedForLater: lists.saved, basketVersion: version })
  const change = (next: Partial<typeof lists>) => () => {
    Object.assign(lists, next)
    version += 1
    return done()
  }
  const server = fakeServer({ '/ReactCart/GetCartJsx': state })
  await renderPage(aState({ name: 'cart', cart: state() }, '/checkout/cart', aFrame()))
  return { server, change }
}

const press = (name: string) => {
  const button = screen.getByRole('button', { name })
  button.focus()
  fireEvent.click(button)
}
/** The place of a removed line, with its own script, is there a moment later. */
const pressed = async (name: string) => {
  await screen.findByRole('button', { name })
  press(name)
}
const titles = () => screen.getAllByRole('heading', { name: /Oak Table|Ash Chair/ }).map((one) => one.textContent)

describe('UX-10: a removed line can be brought back', () => {
  test('the focus goes to the next line, undo brings the line back to its place and the focus to it', async () => {
    const { server, change } = await openCart([table, chair])
    server.on('/ReactCart/RemoveItem', change({ lines: [chair] }))
    server.on('/ReactCart/RestoreItem', change({ lines: [table, chair] }))
    press('Remove Oak Table')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Ash Chair'))
    await pressed('Undo removal of Oak Table')
    await waitFor(() => expect(titles()).toEqual(['Oak Table', 'Ash Chair']))
    expect(document.activeElement?.textContent).toBe('Oak Table')
    expect(server.bodies('/ReactCart/RestoreItem')).toEqual([{ lineItemId: 'line-1' }])
    expect(screen.queryByRole('button', { name: /Undo/ })).toBeNull()
    await screen.findByText('Oak Table is back in its place')
  })

  test('after the last line the focus goes to the heading, and the empty cart offers the undo', async () => {
    const { server, change } = await openCart([table])
    server.on('/ReactCart/RemoveItem', change({ lines: [] }))
    press('Remove Oak Table')
    await screen.findByText('Your cart is empty.')
    await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'))
    await screen.findByText('Oak Table removed. It can be undone.')
    await screen.findByRole('button', { name: 'Undo removal of Oak Table' })
  })

  test('pressed before the removal was answered, it is told after it and the line stays', async () => {
    const { server, change } = await openCart([table, chair])
    const held = heldAnswer()
    server.on('/ReactCart/RemoveItem', held.answer)
    server.on('/ReactCart/RestoreItem', change({}))
    press('Remove Oak Table')
    await pressed('Undo removal of Oak Table')
    expect(titles()).toEqual(['Oak Table', 'Ash Chair'])
    await act(async () => held.release(done()))
    await waitFor(() => expect(server.count('/ReactCart/RestoreItem')).toBe(1))
    await waitFor(() => expect(server.count('/ReactCart/GetCartJsx')).toBe(1))
    expect(titles()).toEqual(['Oak Table', 'Ash Chair'])
  })

  test('an item of the saved list comes back too, and the focus stays among the saved', async () => {
    const { server, change } = await openCart([table], [lamp, shade])
    server.on('/ReactCart/RemoveItemFromSaveForLater', change({ saved: [shade] }))
    server.on('/ReactCart/RestoreItem', change({ saved: [lamp, shade] }))
    press('Remove Brass Lamp')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Linen Shade'))
    await pressed('Undo removal of Brass Lamp')
    await screen.findByRole('heading', { name: 'Brass Lamp' })
    expect(document.activeElement?.textContent).toBe('Brass Lamp')
  })

  test('it is offered for twenty seconds, longer while it has the focus', async () => {
    const { server, change } = await openCart([table, chair])
    server.on('/ReactCart/RemoveItem', change({ lines: [chair] }))
    press('Remove Oak Table')
    await waitFor(() => expect(server.count('/ReactCart/GetCartJsx')).toBe(1))
    const undo = await screen.findByRole('button', { name: 'Undo removal of Oak Table' })
    vi.useFakeTimers()
    act(() => undo.focus())
    act(() => vi.advanceTimersByTime(60_000))
    expect(undo.isConnected).toBe(true)
    act(() => undo.blur())
    act(() => vi.advanceTimersByTime(19_000))
    expect(undo.isConnected).toBe(true)
    act(() => vi.advanceTimersByTime(1_000))
    expect(undo.isConnected).toBe(false)
  })
})

describe('UX-10: nothing is called removed that is not', () => {
  const notRemoved = () => screen.queryByRole('button', { name: /^Undo removal/ })

  test('CART-08: a removal that failed is taken back in words, and the line may still be saved for later', async () => {
    const { server, change } = await openCart([table, chair])
    server.on('/ReactCart/RemoveItem', () => new Response('', { status: 500 }))
    server.on('/ReactCart/SaveForLater', change({ lines: [chair], saved: [table] }))
    press('Remove Oak Table')
    await screen.findByText('Oak Table could not be removed. It is still in your cart.')
    expect(titles()).toEqual(['Oak Table', 'Ash Chair'])
    const seen = screen.getByText('It could not be removed. Please try again.')
    expect(seen.closest('[data-line]')?.getAttribute('data-line')).toBe('line-1')
    press('Save for later Oak Table')
    await screen.findByRole('button', { name: 'Move to cart Oak Table' })
    expect(notRemoved()).toBeNull()
  })

  /** The removal arrives, its answer never does. */
  async function openWithLostAnswer() {
    const opened = await openCart([table, chair])
    const remove = opened.change({ lines: [chair] })
    opened.server.on('/ReactCart/RemoveItem', () => {
      if (opened.server.count('/ReactCart/RemoveItem') === 1) remove()
      return networkFailure
    })
    press('Remove Oak Table')
    await screen.findByText('It could not be removed. Please try again.', {}, { timeout: 5_000 })
    return opened
  }

  test('CALM-20: a removal whose answer alone was lost is shown as soon as the connection is back', async () => {
    const { server } = await openWithLostAnswer()
    expect(server.count('/ReactCart/GetCartJsx')).toBe(0)
    window.dispatchEvent(new Event('online'))
    await waitFor(() => expect(server.count('/favicon.svg')).toBe(1))
    expect(server.count('/ReactCart/GetCartJsx')).toBe(0)
    server.on('/favicon.svg', () => new Response(''))
    window.dispatchEvent(new Event('online'))
    await waitFor(() => expect(titles()).toEqual(['Ash Chair']))
    expect(screen.queryByText('It could not be removed. Please try again.')).toBeNull()
    window.dispatchEvent(new Event('online'))
    expect(server.count('/favicon.svg')).toBe(2)
  })

  test('CALM-20: pressed again it is refused, because the line has gone: then it is not called one that is still there', async () => {
    const { server } = await openWithLostAnswer()
    server.on('/ReactCart/RemoveItem', () => ({ ...done(), isSuccess: false, errorMessage: 'unknown line' }))
    press('Remove Oak Table')
    await waitFor(() => expect(titles()).toEqual(['Ash Chair']))
    expect(screen.queryByText('It could not be removed. Please try again.')).toBeNull()
    const said = () => [...document.querySelectorAll('[role=status] p')].map((one) => one.textContent)
    await waitFor(() =>
      expect(said().slice(-2)).toEqual(['Oak Table removed. It can be undone.', 'New total: $129.99']),
    )
  })

  test('CALM-20: a change that was let be after its answer was lost, then refused, has the cart loaded', async () => {
    const { server, change } = await openCart([table, chair])
    const save = change({ lines: [chair], saved: [table] })
    server.on('/ReactCart/SaveForLater', () => {
      if (server.count('/ReactCart/SaveForLater') === 1) save()
      return networkFailure
    })
    press('Save for later Oak Table')
    fireEvent.click(await screen.findByRole('button', { name: 'Not now' }, { timeout: 5_000 }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    server.on('/favicon.svg', () => new Response(''))
    server.on('/ReactCart/SaveForLater', () => ({ ...done(), isSuccess: false, errorMessage: 'unknown line' }))
    press('Save for later Oak Table')
    await screen.findByRole('button', { name: 'Move to cart Oak Table', hidden: true })
  })

  test('a line that was brought back and is then saved for later', async () => {
    const { server, change } = await openCart([table, chair])
    server.on('/ReactCart/RemoveItem', change({ lines: [chair] }))
    server.on('/ReactCart/RestoreItem', change({ lines: [table, chair] }))
    server.on('/ReactCart/SaveForLater', change({ lines: [chair], saved: [table] }))
    press('Remove Oak Table')
    await pressed('Undo removal of Oak Table')
    await screen.findByText('Oak Table is back in its place')
    await waitFor(() => expect(server.count('/ReactCart/GetCartJsx')).toBe(2))
    press('Save for later Oak Table')
    await screen.findByRole('button', { name: 'Move to cart Oak Table' })
    expect(notRemoved()).toBeNull()
  })
})

test('UX-10: a line that is saved for later or moved to the cart hands the focus on', async () => {
  const { server, change } = await openCart([table, chair], [lamp])
  server.on('/ReactCart/SaveForLater', change({ lines: [chair], saved: [lamp, table] }))
  server.on('/ReactCart/MoveToCart', change({ lines: [chair, lamp], saved: [] }))
  press('Save for later Oak Table')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Ash Chair'))
  press('Move to cart Brass Lamp')
  await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'))
})
