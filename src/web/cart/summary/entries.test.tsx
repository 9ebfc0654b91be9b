import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Answer, fakeServer } from '#test/web/fake-server.ts'
import { aCart, aFrame, aState } from '#test/web/pages.ts'
import { renderPage } from '#test/web/render-page.tsx'
import { loadMasking } from '#web/calls/log.ts'

// an error that waits for its masking would be logged in the middle of the next test
beforeAll(loadMasking)

async function openCart(answers: { readonly [path: string]: Answer } = {}, frame = aFrame()) {
  const server = fakeServer(answers)
  await renderPage(aState({ name: 'cart', cart: aCart() }, '/checkout/cart', frame))
  return server
}

function enter(label: string, value: string, button: string | RegExp) {
  const field = screen.getByLabelText(label)
  fireEvent.change(field, { target: { value } })
  fireEvent.click(screen.getByRole('button', { name: button }))
  return field
}

describe('CART-14, ERR-08: the ZIP is checked before any call', () => {
  test("'1234' shows the message with the value and makes no call", async () => {
    const server = await openCart()
    const field = enter('ZIP code', '1234', 'Apply ZIP code')
    const error = screen.getByText('1234 is not a valid ZIP code.')
    expect(server.paths()).toEqual([])
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(field.getAttribute('aria-describedby')).toBe(error.closest('p')?.id)
  })

  test('VALID-35: the entered value is never read as markup', async () => {
    await openCart()
    enter('ZIP code', '<b>x</b>', 'Apply ZIP code')
    screen.getByText('<b>x</b> is not a valid ZIP code.')
  })

  test.each([
    ['cb', 'ZIP code', 'Please enter a ZIP code.'],
    ['cb-ca', 'Postal code', 'Please enter a postal code.'],
  ] as const)('VALID-34: %s says on leaving an empty field: %s', async (variant, label, text) => {
    await openCart({}, aFrame({}, variant))
    fireEvent.blur(screen.getByLabelText(label))
    screen.getByText(text)
  })

  test('UX-14: the error comes on leaving the field, not while typing, and goes as soon as the value is right', async () => {
    await openCart()
    const field = screen.getByLabelText('ZIP code')
    fireEvent.change(field, { target: { value: '606' } })
    expect(screen.queryByRole('alert')).toBeNull()
    fireEvent.blur(field)
    screen.getByText('606 is not a valid ZIP code.')
    fireEvent.change(field, { target: { value: '60601' } })
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('OPEN-41: the codes of the cart page', () => {
  const applied = () => ({
    isSuccess: true,
    cartData: { ...aCart(), basketVersion: 2, cartSummary: { discountCode: '', taxZipCode: 'known' } },
    message: '',
  })
  const places = {
    cb: { label: 'ZIP code', country: 'US', missing: 'Please enter a ZIP code.', word: 'ZIP code' },
    'cb-ca': { label: 'Postal code', country: 'CA', missing: 'Please enter a postal code.', word: 'postal code' },
  }
  const openIn = (variant: keyof typeof places) => openCart({ '/ReactCart/ApplyZipCode': applied }, aFrame({}, variant))

  test.each([
    ['cb', '60601', '60601'],
    ['cb', '02134', '02134'],
    // the field itself cuts a whole ZIP+4 (SCENE-16)
    ['cb', '60601-1234', '60601'],
    ['cb-ca', 'K1A 0B1', 'K1A 0B1'],
    ['cb-ca', 'K1A0B1', 'K1A 0B1'],
    ['cb-ca', 'k1a0b1', 'K1A 0B1'],
  ] as const)('OPEN-41: %s takes %j', async (variant, entered, zip) => {
    const server = await openIn(variant)
    const { label, country, word } = places[variant]
    enter(label, entered, `Apply ${word}`)
    await screen.findByRole('button', { name: 'Delivering to known' })
    expect(server.bodies('/ReactCart/ApplyZipCode')).toEqual([{ zip, country }])
  })

  test.each([
    ['cb', '6060'],
    ['cb', '606011'],
    ['cb', '60601-12'],
    ['cb', 'K1A 0B1'],
    ['cb-ca', 'K1A 0B'],
    ['cb-ca', '60601'],
    ...[...'DFIOQU'].flatMap((letter) =>
      [`${letter}1A 0B1`, `K1${letter} 0B1`, `K1A 0${letter}1`].map((code) => ['cb-ca', code] as const),
    ),
  ] as const)('OPEN-41: %s refuses %j and says so with the value, without a call', async (variant, entered) => {
    const server = await openIn(variant)
    const { label, word } = places[variant]
    enter(label, entered, `Apply ${word}`)
    screen.getByText(`${entered} is not a valid ${word}.`)
    expect(server.paths()).toEqual([])
  })

  test.each(['cb', 'cb-ca'] as const)('OPEN-41: %s asks for a code that is missing', async (variant) => {
    const server = await openIn(variant)
    const { label, word, missing } = places[variant]
    enter(label, '', `Apply ${word}`)
    screen.getByText(missing)
    expect(server.paths()).toEqual([])
  })
})

describe('CART-03, CART-15, CART-16, CART-17: the ZIP call', () => {
  test('it sends zip and country, and its cart replaces the one shown, without a load', async () => {
    const cartData = { ...aCart(), basketVersion: 2, cartSummary: { discountCode: '', taxZipCode: '60601' } }
    const server = await openCart({ '/ReactCart/ApplyZipCode': () => ({ isSuccess: true, cartData, message: '' }) })
    enter('ZIP code', '60601', 'Apply ZIP code')
    await screen.findByRole('button', { name: 'Delivering to 60601' })
    expect(server.bodies('/ReactCart/ApplyZipCode')).toEqual([{ zip: '60601', country: 'US' }])
    expect(server.count('/ReactCart/GetCartJsx')).toBe(0)
  })

  test('isSuccess false shows its message at the field', async () => {
    await openCart({ '/ReactCart/ApplyZipCode': () => ({ isSuccess: false, cartData: null, message: 'Not there' }) })
    const field = enter('ZIP code', '60601', 'Apply ZIP code')
    const error = await screen.findByText('Not there')
    expect(field.getAttribute('aria-describedby')).toBe(error.closest('p')?.id)
  })

  test("a failed call shows exactly 'Zip code could not be updated'", async () => {
    await openCart({ '/ReactCart/ApplyZipCode': () => new Response('', { status: 500 }) })
    enter('ZIP code', '60601', 'Apply ZIP code')
    await screen.findByText('Zip code could not be updated')
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('CART-20, ERR-07: the errors of a promotion code', () => {
  const answer = (promoErrorMessage: string, cartErrorMessage: string) => () => ({
    isSuccess: false,
    promoErrorMessage,
    cartErrorMessage,
    basketVersion: 1,
    changes: [],
  })

  test('promoErrorMessage shows at the field', async () => {
    await openCart({ '/ReactCart/ApplyPromoCode': answer('Not valid', '') })
    const field = enter('Promotion code', 'NOPE', 'Apply promotion code')
    const error = await screen.findByText('Not valid')
    expect(field.getAttribute('aria-describedby')).toBe(error.closest('p')?.id)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('cartErrorMessage shows in the cart error popup', async () => {
    const server = await openCart({ '/ReactCart/ApplyPromoCode': answer('', 'Cart trouble') })
    enter('Promotion code', 'NOPE', 'Apply promotion code')
    await screen.findByText('Cart trouble')
    screen.getByRole('button', { name: 'Back to Cart' })
    await waitFor(() => expect(server.count('/Checkout/Log')).toBe(1))
  })
})

test('CART-18, PLAT-27: an applied promotion shows its code, its discount, and one data layer entry', async () => {
  const cart = aCart()
  const orderSummary = { ...cart.orderSummary, discount: 1_300, total: 11_699, amountDue: 11_699 }
  const after = { ...cart, basketVersion: 2, orderSummary, cartSummary: { discountCode: 'SAVE10', taxZipCode: '' } }
  await openCart({
    '/ReactCart/ApplyPromoCode': () => ({
      isSuccess: true,
      promoErrorMessage: '',
      cartErrorMessage: '',
      basketVersion: 2,
      changes: [],
    }),
    '/ReactCart/GetCartJsx': () => after,
  })
  window.dataLayer = []
  enter('Promotion code', 'SAVE10', 'Apply promotion code')
  const row = await screen.findByText('Discount (SAVE10)')
  expect(row.nextSibling?.textContent).toBe('-$13.00')
  await waitFor(() =>
    expect(window.dataLayer?.filter(({ event }) => event === 'order_summary_updated')).toMatchObject([
      { totals: { discount: 1_300, total: 11_699 } },
    ]),
  )
})
