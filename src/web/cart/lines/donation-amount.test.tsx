import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { Frame } from '#contracts/pages.ts'
import { fakeServer } from '#test/web/fake-server.ts'
import { fieldErrors, findFieldError } from '#test/web/field-errors.ts'
import { aCart, aFrame, aLine, aState } from '#test/web/pages.ts'
import { renderPage } from '#test/web/render-page.tsx'

const done = () => ({ isSuccess: true, errorMessage: '', basketVersion: 2, changes: [] })
const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const update = 'Update the amount of Plant a Tree'
async function openDonation(frame?: Frame) {
  const line = aLine({ sku: 411, title: 'Plant a Tree', isDonation: true, currentPrice: 2_500, optionChoices: [] })
  const cart = aCart([line])
  const server = fakeServer({ '/ReactCart/GetCartJsx': () => ({ ...cart, basketVersion: 2 }) })
  await renderPage(aState({ name: 'cart', cart }, '/checkout/cart', frame))
  return { server, amount: () => screen.getByLabelText<HTMLInputElement>('Amount of Plant a Tree') }
}

describe('CART-13, OPEN-36: a donation in the cart', () => {
  test('has its amount, and nothing that has to do with pieces and their way', async () => {
    const { amount } = await openDonation()
    expect(amount().value).toBe('25')
    const line = within(screen.getByRole('list', { name: 'Items in your cart' })).getByRole('listitem')
    expect(line.textContent).toContain('Donation, without tax and shipping')
    expect(line.textContent).toContain('$25.00')
    const names = within(line)
      .getAllByRole('button')
      .map(({ textContent }) => textContent)
    expect(names).toEqual([update, 'Remove Plant a Tree'])
    expect(line.textContent).not.toMatch(/Ship|Pick up|Save for later/)
  })

  test.each([
    ['', 'Please enter an amount.'],
    ['0', 'Please choose an amount from $1.00 to $1,000.00.'],
    ['9.99', 'Please choose whole dollars, without cents.'],
  ])('the amount %j is told at its field, and nothing is sent', async (text, told) => {
    const { server, amount } = await openDonation()
    fireEvent.change(amount(), { target: { value: text } })
    click(update)
    const alert = await findFieldError()
    expect(alert.textContent).toBe(told)
    expect([amount().getAttribute('aria-describedby'), document.activeElement]).toEqual([alert.id, amount()])
    fireEvent.change(amount(), { target: { value: '30' } })
    expect(fieldErrors()).toEqual([])
    expect(server.count('/ReactCart/DonationAddToCart')).toBe(0)
  })

  test('SAFE-33: after a refusal without scripts what was typed stands there with its message', async () => {
    const field = 'amount-line-1'
    const { amount } = await openDonation(
      aFrame({ typed: { [field]: '9.99' }, notice: 'Whole dollars.', noticeField: field }),
    )
    expect([amount().value, ...fieldErrors()]).toEqual(['9.99', 'Whole dollars.'])
  })

  test('the same amount again is no change', async () => {
    const { server } = await openDonation()
    click(update)
    expect(server.count('/ReactCart/DonationAddToCart')).toBe(0)
  })

  test('CART-03: another amount is sent in cents, and the cart loaded once', async () => {
    const { server, amount } = await openDonation()
    server.on('/ReactCart/DonationAddToCart', done)
    fireEvent.change(amount(), { target: { value: '40' } })
    click(update)
    await waitFor(() => expect(server.count('/ReactCart/GetCartJsx')).toBe(1))
    expect(server.bodies('/ReactCart/DonationAddToCart')).toEqual([{ sku: 411, amount: 4_000 }])
    await waitFor(() => expect(document.querySelector('[data-loader]')).toBeNull())
    expect(server.count('/ReactCart/GetCartJsx')).toBe(1)
  })
})
