import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { ProductCard } from '#contracts/pages.ts'
import { addedReply, loadAdding } from '#test/web/added.ts'
import { fakeServer } from '#test/web/fake-server.ts'
import { aFrame } from '#test/web/pages.ts'
import { renderParts } from '#test/web/render-page.tsx'
import { ProductCardTile } from './product-card.tsx'

const addPath = '/ReactCart/AddItems'
const add = { name: 'Add to Cart: Oak Table' }
const card: ProductCard = {
  ...{ productId: 'p', sku: 101, name: 'Oak Table', navigateUrl: '/product/101', pictures: [], swatches: [] },
  ...{ lowestPrice: 12_999, highestPrice: 12_999, regularPrice: 12_999, availability: 1, isAddable: true },
  ...{ registrySku: null, isDonation: false },
}

async function open(of: Partial<ProductCard> = {}, answer: () => unknown = () => addedReply()) {
  const server = fakeServer({ [addPath]: answer })
  await loadAdding('addedSlideDown', 'addedConfirmation')
  const tile = <ProductCardTile card={{ ...card, ...of }} isOnShelf />
  return { server, ...(await renderParts(aFrame(), tile, '/category/tables')) }
}
const button = () => screen.queryByRole<HTMLButtonElement>('button', add)
const press = () => fireEvent.click(button()!)

describe("OPEN-24: 'Add to Cart' of a card on a product list page", () => {
  test('OPEN-24, ATC-01: adds one piece of its sku, after which the layer slides down', async () => {
    const { server, path } = await open()
    press()
    const layer = await screen.findByRole('dialog', { name: '1 item(s) added to your cart' })
    expect(layer.className).toContain('top')
    expect(server.bodies(addPath)).toMatchObject([{ items: [{ Sku: 101, Quantity: 1, ShipMethod: 1 }] }])
    expect(path()).toBe('/category/tables')
  })

  test('ATC-32: what cannot be added is told in the popup, and the button works again', async () => {
    await open({}, () => ({ ...addedReply(), isSuccess: false, errorMessage: 'This item is no longer available.' }))
    press()
    const popup = await screen.findByRole('dialog')
    within(popup).getByText('This item is no longer available.')
    await waitFor(() => expect(button()?.hasAttribute('data-busy') ?? false).toBe(false))
  })

  test.each([
    ['something to choose', { isAddable: false }, 1],
    ['nothing to be had', { isAddable: false, availability: 3 }, 0],
  ])('a card with %s has no such button; what is to be chosen is chosen on its page', async (_what, of, links) => {
    await open(of)
    expect(button()).toBeNull()
    const choose = screen.queryAllByRole('link', { name: 'Choose options for Oak Table' })
    expect(choose.map((link) => link.getAttribute('href'))).toEqual(Array(links).fill('/product/101'))
  })

  test('OPEN-36: a donation leads to the amounts it can be given in', async () => {
    await open({ isAddable: false, isDonation: true })
    screen.getByRole('link', { name: 'Choose an amount for Oak Table' })
  })

  test('UX-24: until the scripts have come it is a button of the one form of the list', async () => {
    await open()
    const { form, name, value, type } = button()!
    expect([form, name, value, type]).toEqual([null, 'Sku', '101', 'submit'])
    expect(button()?.getAttribute('form')).toBe('add-from-list')
  })
})
