import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, test } from 'vitest'
import { addedReply, addOn, availabilityReply, loadAdding, trackedPiece } from '#test/web/added.ts'
import { type Answer, fakeServer } from '#test/web/fake-server.ts'
import { aFrame } from '#test/web/pages.ts'
import { renderParts } from '#test/web/render-page.tsx'
import type { AddedReply } from '#web/cart/adding/add-to-cart.ts'
import { openLayer } from '#web/layers/open-layer.ts'

const addPath = '/ReactCart/AddItems'
const recommendationPath = '/recommendation/index'
const other = { ...addOn, sku: 202, name: 'Table Pad' }
const tracked = [trackedPiece(201, 'Wool Throw'), trackedPiece(202, 'Table Pad')]
const withAddOns = addedReply(1, {}, { addOns: [addOn, other], trackedAddOns: tracked })
const addOnAdded = addedReply(1, { sku: 201, name: 'Wool Throw', formattedPrice: '$79.00' }, { cartQuantity: 6 })

const card = (sku: number) => ({
  id: String(sku),
  sku,
  name: `Piece ${sku}`,
  formattedPrice: '$10.00',
  formattedRegularPrice: '',
  imagePath: '',
  imagePathHiRes: '',
  imageColor: '',
  navigateUrl: `/product/${sku}`,
  optionChoiceParameter: '',
  customOrderConfirmation: { hasCustomOrderConfirmation: false },
  tracked: trackedPiece(sku, `Piece ${sku}`),
})

beforeAll(async () => {
  await loadAdding('addedSlideDown', 'addedConfirmation', 'genericError')
  await import('#web/catalog/recommendation/recommendations.tsx')
})

async function open(
  added: AddedReply,
  answers: { readonly [path: string]: Answer } = {},
  name: 'addedSlideDown' | 'addedConfirmation' = 'addedSlideDown',
) {
  const server = fakeServer({
    '/ReactCart/GetAvailability': () => availabilityReply(),
    '/ReactCart/GetCustomOrderConfirmation': () => ({ hasCustomOrderConfirmation: false, terms: [] }),
    [recommendationPath]: () => ({ items: [], title: '' }),
    [addPath]: () => addOnAdded,
    ...answers,
  })
  await renderParts(aFrame(), <p>The page</p>, '/product/101')
  openLayer(name, { added, isScanMode: false })
  await screen.findByRole('dialog')
  return server
}

describe('ATC-26: add-ons', () => {
  test.each(['addedSlideDown', 'addedConfirmation'] as const)('are listed under their heading in %s', async (name) => {
    await open(withAddOns, {}, name)
    screen.getByRole('heading', { name: 'Extras and Essentials We Recommend' })
    const link = screen.getByRole('link', { name: 'Wool Throw' })
    expect(link.getAttribute('href')).toBe('/product/201')
    screen.getAllByText('$79.00')
  })

  test('are not there when there are none', async () => {
    await open(addedReply())
    expect(screen.queryByText('Extras and Essentials We Recommend')).toBeNull()
  })
})

describe('ATC-27, PDP-03: after its add-on was added', () => {
  test('its button reads Added and is disabled, the other is as it was', async () => {
    const server = await open(withAddOns)
    fireEvent.click(screen.getByRole('button', { name: 'Add Wool Throw' }))
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Added: Wool Throw' })
    expect([button.textContent, button.disabled]).toEqual(['Added', true])
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add Table Pad' }).disabled).toBe(false)
    expect(server.bodies(addPath)).toMatchObject([{ items: [{ Sku: 201, Quantity: 1 }] }])
    expect(window.dataLayer).toContainEqual(expect.objectContaining({ event: 'add_to_cart' }))
  })

  test('OPEN-24: the layer is the cart confirmation of the add-on, and knows the cart of now', async () => {
    await open(withAddOns)
    const dialog = screen.getByRole('dialog')
    expect(dialog.className).toContain('top')
    fireEvent.click(screen.getByRole('button', { name: 'Add Wool Throw' }))
    await screen.findByText('Your Cart: 6 item(s)')
    expect([screen.getAllByRole('dialog').length, dialog.className]).toEqual([1, expect.stringContaining('centre')])
  })

  test('ATC-30: an add that fails is logged, and the button can be pressed again', async () => {
    const server = await open(withAddOns, { [addPath]: () => new Response('', { status: 500 }) })
    fireEvent.click(screen.getByRole('button', { name: 'Add Wool Throw' }))
    await waitFor(() => expect(server.count('/Checkout/Log')).toBe(1))
    server.on(addPath, () => addOnAdded)
    const again = screen.getByRole<HTMLButtonElement>('button', { name: 'Add Wool Throw', hidden: true })
    expect([again.disabled, again.getAttribute('aria-disabled')]).not.toContain('true')
    fireEvent.click(again)
    await screen.findByRole('button', { name: 'Added: Wool Throw', hidden: true })
  })
})

describe('ATC-29, DATA-18: the items of the answer', () => {
  test('with sku, name, quantity, price, picture, registry and the words on it', async () => {
    const lines = [
      { elementName: 'Text1', text: 'ANN', textColor: 'Navy', font: 'Serif' },
      { elementName: 'Text2', text: '', textColor: 'Navy', font: 'Serif' },
    ]
    const personalization = { type: 100, id: '', lines }
    await open(addedReply(3, { grId: 100_007, registryType: 'br', personalization }))
    const item = screen.getByRole('listitem')
    for (const text of [
      'Oak Table, Oat',
      'SKU 101',
      'Qty 3',
      '$129.99',
      'Personalized: ANN',
      'For registry 100007, Wedding',
    ]) {
      within(item).getByText(text)
    }
    expect(item.querySelector('img')?.getAttribute('src')).toBe('/pictures/table.svg')
    expect(item.dataset).toMatchObject({ grId: '100007', registryType: 'br' })
  })

  test('an in-house price stands in place of the plain one', async () => {
    await open(addedReply(1, { inHousePersonalization: { pricingDto: { formattedTotalPrice: '$141.99' } } }))
    screen.getByText('$141.99')
    expect(screen.queryByText('$129.99')).toBeNull()
  })
})

describe("ATC-25: 'People Also Bought'", () => {
  const three = { [recommendationPath]: () => ({ items: [card(301), card(302), card(303)], title: 'From the answer' }) }
  const layers = ['addedSlideDown', 'addedConfirmation'] as const

  test.each(layers)('ATC-31, RECO-15: %s asks for the added item and keeps its own title', async (name) => {
    const server = await open(addedReply(), three, name)
    await screen.findByRole('heading', { name: 'People Also Bought' })
    await waitFor(() => expect(server.count(recommendationPath)).toBe(1))
    const query = new URLSearchParams(server.seen.find(({ path }) => path === recommendationPath)?.query)
    expect([query.get('podid'), query.get('item_id')]).toEqual(['people-also-bought-atc-confirmation', '101'])
  })

  test('ATC-16: of three cards only the one that was added reads Added', async () => {
    await open(addedReply(), three, 'addedConfirmation')
    fireEvent.click(await screen.findByRole('button', { name: 'Add to Cart: Piece 302' }))
    const added = await screen.findByText('Added')
    expect(added.closest('[data-sku]')?.getAttribute('data-sku')).toBe('302')
    await screen.findByText('Your Cart: 6 item(s)')
  })

  test('ATC-30: an add that fails is logged, the card is no longer busy and can be tried again', async () => {
    const failing = { ...three, [addPath]: () => new Response('', { status: 500 }) }
    const server = await open(addedReply(), failing, 'addedConfirmation')
    const button = await screen.findByRole('button', { name: 'Add to Cart: Piece 302' })
    fireEvent.click(button)
    await waitFor(() => expect(server.count('/Checkout/Log')).toBe(1))
    expect(button.getAttribute('aria-disabled')).not.toBe('true')
    server.on(addPath, () => addOnAdded)
    fireEvent.click(button)
    await screen.findByText('Added')
  })
})
