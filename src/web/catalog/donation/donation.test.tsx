import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { loadAdding } from '#test/web/added.ts'
import { type Answer, fakeServer, heldAnswer } from '#test/web/fake-server.ts'
import { fieldErrors, findFieldError } from '#test/web/field-errors.ts'
import { aCart, aFrame, aLine, aProduct, aSku, aState } from '#test/web/pages.ts'
import { renderPage, renderParts } from '#test/web/render-page.tsx'
import { ProductCardTile } from '#web/catalog/shelf/product-card.tsx'

const givePath = '/ReactCart/DonationAddToCart'
const cartPath = '/ReactCart/GetCartJsx'
const name = 'Plant a Tree'
const donation = aSku({
  ...{ sku: 411, name, shipKind: 'donation', currentPrice: 0, regularPrice: 0, optionChoice: '' },
  ...{ dimensions: null, boxes: [], isOversized: false, availabilityMessage: '' },
})
const product = aProduct({ name, options: [], skus: [donation], selectedSku: 411, stores: [] })
const done = () => ({ isSuccess: true, errorMessage: '', basketVersion: 2, changes: [] })

function cartWith(cents: number) {
  const line = aLine({ ...{ id: 'given', sku: 411, title: name, isDonation: true }, currentPrice: cents })
  const cart = aCart([aLine(), line])
  return { ...cart, orderSummary: { ...cart.orderSummary, subtotal: 12_999, donation: cents } }
}

async function open(answers: { readonly [path: string]: Answer } = {}, frame = aFrame()) {
  const server = fakeServer({ [givePath]: done, [cartPath]: () => cartWith(1_000), ...answers })
  await renderPage(aState({ name: 'product', product }, '/product/411', frame))
  return server
}

const amount = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name })
const other = () => screen.getByLabelText<HTMLInputElement>('Your amount')
const add = () => fireEvent.click(screen.getByRole('button', { name: 'Add to Cart' }))
const type = (text: string) => {
  fireEvent.click(amount('Another amount'))
  fireEvent.change(other(), { target: { value: text } })
}

beforeAll(async () => {
  await Promise.all([loadAdding('addedSlideDown', 'genericError'), import('#web/cart/adding/donate.ts')])
})

test('OPEN-36: its page asks for an amount and for nothing that a donation has not', async () => {
  await open()
  screen.getByText('Any amount from $1')
  expect(screen.getAllByRole<HTMLInputElement>('radio').map((radio) => radio.value)).toEqual([
    ...['500', '1000', '2500', 'other'],
  ])
  expect(within(screen.getByRole('group', { name: 'Amount' })).getAllByRole('radio')).toHaveLength(4)
  expect(amount('$5').checked).toBe(true)
  expect(screen.queryByLabelText('Quantity')).toBeNull()
  expect(screen.queryByLabelText(/ZIP code/)).toBeNull()
  expect(within(screen.getByRole('main')).queryByText(/registry/i)).toBeNull()
  expect(screen.getByRole('main').textContent).not.toContain('$0.00')
})

test('CART-13 CART-03: the chosen amount is given, the cart loaded once, and the layer tells of both', async () => {
  const server = await open()
  fireEvent.click(amount('$10'))
  add()
  const layer = within(await screen.findByRole('dialog', { name: '1 item(s) added to your cart' }))
  expect(server.bodies(givePath)).toEqual([{ sku: 411, amount: 1_000 }])
  expect(server.count(cartPath)).toBe(1)
  layer.getByText(name)
  layer.getByText('Your Cart: 2 item(s)')
  expect(layer.getByText('Subtotal').nextSibling?.textContent).toBe('$129.99')
  expect(layer.getByText('Donation').nextSibling?.textContent).toBe('$10.00')
  expect(window.dataLayer?.filter(({ event }) => event === 'add_to_cart')).toMatchObject([
    { lines: [{ sku: 411, quantity: 1, price: 1_000 }] },
  ])
})

test('OPEN-36: an amount of one’s own is given as typed', async () => {
  const server = await open()
  type('$1,000')
  add()
  await screen.findByRole('dialog')
  expect(server.bodies(givePath)).toEqual([{ sku: 411, amount: 100_000 }])
})

test.each([
  ['', 'Please enter an amount.'],
  ['12.50', 'Please choose whole dollars, without cents.'],
  ['1001', 'Please choose an amount from $1.00 to $1,000.00.'],
])('OPEN-36 UX-14: %j is told at its field, which has the focus, and nothing is sent', async (text, told) => {
  const server = await open()
  type(text)
  add()
  expect((await findFieldError()).textContent).toBe(told)
  expect(other().getAttribute('aria-invalid')).toBe('true')
  expect(document.getElementById(other().getAttribute('aria-describedby')?.split(' ')[1] ?? '')?.textContent).toBe(told)
  expect(document.activeElement).toBe(other())
  fireEvent.change(other(), { target: { value: '7' } })
  expect(fieldErrors()).toEqual([])
  expect(server.count(givePath)).toBe(0)
})

test('UX-14: a wrong amount is told when its field is left, and no more once another is chosen', async () => {
  await open()
  type('0')
  expect(fieldErrors()).toEqual([])
  fireEvent.blur(other())
  await findFieldError()
  fireEvent.click(amount('$25'))
  expect(fieldErrors()).toEqual([])
})

test('SAFE-33: after a refusal without scripts the amount stands there again with its message', async () => {
  const typed = { Amount: 'other', OtherAmount: '12.50' }
  await open({}, aFrame({ typed, notice: 'Please choose whole dollars.', noticeField: 'OtherAmount' }))
  expect([amount('Another amount').checked, other().value]).toEqual([true, '12.50'])
  expect(fieldErrors()).toEqual(['Please choose whole dollars.'])
  expect(other().closest('form')?.getAttribute('action')).toBe('/cart/donate')
})

test('ATC-32: a refusal of the server is shown, a second press while one runs sends nothing more', async () => {
  const held = heldAnswer()
  const server = await open({ [givePath]: held.answer })
  add()
  await waitFor(() => expect(server.count(givePath)).toBe(1))
  fireEvent.click(screen.getByRole('button', { name: 'Adding …' }))
  held.release({ ...done(), isSuccess: false, errorMessage: 'Your order is being placed.' })
  await screen.findByText('Your order is being placed.')
  expect([server.count(givePath), server.count(cartPath)]).toEqual([1, 0])
})

test('OPEN-36: on a shelf it says what can be given, in the money of the country', async () => {
  const card = {
    ...{ productId: 'p', sku: 411, name, navigateUrl: '/product/411', pictures: [], swatches: [] },
    ...{ lowestPrice: 0, highestPrice: 0, regularPrice: 0, availability: 1, registrySku: null },
    ...{ isAddable: false, isDonation: true },
  }
  await renderParts(aFrame({}, 'cb-ca'), <ProductCardTile card={card} />)
  const tile = screen.getByRole('article')
  expect(tile.textContent).toContain('Any amount from CAD\u00a01')
  expect(tile.textContent).not.toContain('0.00')
})
