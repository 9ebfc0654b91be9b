import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import type { CartReply } from '#contracts/pages.ts'
import { fakeServer } from '#test/web/fake-server.ts'
import { aCart, aFrame, aLine, aState } from '#test/web/pages.ts'
import { renderPage } from '#test/web/render-page.tsx'
import { readGivenPostalCode, storeGivenPostalCode } from '#web/address/given-postal-code.ts'
import { givePostalCode } from '#web/cart/adding/give-postal-code.ts'

afterEach(() => localStorage.clear())

const zipOf = (taxZipCode: string) => ({ cartSummary: { discountCode: '', taxZipCode } })
const applied = (zip: string) => ({
  isSuccess: true,
  cartData: aCart([aLine()], { basketVersion: 2, ...zipOf(zip) }),
  message: '',
})

async function openCart(cart: CartReply, suggestedZip = '', refusal?: object) {
  const answer = (zip: string) => refusal ?? applied(zip)
  const server = fakeServer({ '/ReactCart/ApplyZipCode': ({ body }) => answer((body as { zip: string }).zip) })
  await renderPage(aState({ name: 'cart', cart, suggestedZip }, '/checkout/cart', aFrame()))
  return server
}

describe('CALM-01: a ZIP that is known is not asked for', () => {
  test.each([
    ['given on a product page', '60606', '', '', '60606'],
    ['given on a product page after another in the cart', '60606', '', '10001', '60606'],
    ['given on a product page, and another known of the account', '60606', '97205', '', '60606'],
    ['known of the account or the chosen store', '', '97205', '', '97205'],
  ])('%s', async (_, given, suggested, known, zip) => {
    if (given !== '') storeGivenPostalCode(given)
    const server = await openCart(aCart([aLine()], zipOf(known)), suggested)
    await screen.findByRole('button', { name: `Delivering to ${zip}` })
    expect(server.bodies('/ReactCart/ApplyZipCode')).toEqual([{ zip, country: 'US' }])
    expect(screen.getByLabelText('ZIP code')).toHaveProperty('value', zip)
    expect(readGivenPostalCode()).toBe('')
  })

  test('one that a call took to the cart too late for this page is applied here, and is not taken twice', async () => {
    storeGivenPostalCode('60606')
    const before = fakeServer({ '/ReactCart/ApplyZipCode': () => applied('60606') })
    await givePostalCode()
    await givePostalCode()
    expect(before.count('/ReactCart/ApplyZipCode')).toBe(1)
    const server = await openCart(aCart([aLine()]))
    await screen.findByRole('button', { name: 'Delivering to 60606' })
    expect(server.count('/ReactCart/ApplyZipCode')).toBe(1)
    expect(readGivenPostalCode()).toBe('')
  })

  test('estimates that were asked for before the place was known do not take the place of its own', async () => {
    const line = (message: string) => aLine({ edd: { ...aLine().edd, message } })
    let answerLate = (_: object) => {}
    storeGivenPostalCode('60606')
    fakeServer({
      '/ReactCart/ApplyZipCode': () => ({
        ...applied('60606'),
        cartData: aCart([line('Not available for this ZIP code')], { basketVersion: 2, ...zipOf('60606') }),
      }),
      '/ReactCart/GetEdd': () => new Promise((resolve) => (answerLate = resolve)),
    })
    const cart = aCart([line('In a week')], { oms_UseSharedEngine: true })
    await renderPage(aState({ name: 'cart', cart, suggestedZip: '' }, '/checkout/cart', aFrame()))
    await screen.findByText('Not available for this ZIP code')
    const edd = { ...aLine().edd, message: 'Arrives by Fri, Dec 4' }
    await act(async () => answerLate({ IsReset: false, lineItems: [{ id: aLine().id, sku: aLine().sku, edd }] }))
    expect(screen.queryByText('Arrives by Fri, Dec 4')).toBeNull()
  })

  test.each([
    ['the cart has one', aCart([aLine()], zipOf('10001')), '97205'],
    ['nothing is shipped', aCart([aLine({ isPickup: true })]), '97205'],
    ['an order is being placed', aCart([aLine()], { isPlacing: true }), '97205'],
    ['none is known', aCart([aLine()]), ''],
  ])('nothing is asked of the server where %s', async (_, cart, suggested) => {
    const server = await openCart(cart, suggested)
    await waitFor(() => screen.getByRole('button', { name: 'Checkout' }))
    expect(server.count('/ReactCart/ApplyZipCode')).toBe(0)
  })

  test('a code that no mail knows is dropped, and the field waits for another', async () => {
    storeGivenPostalCode('00000')
    const server = await openCart(aCart([aLine()]), '', { isSuccess: false, cartData: null, message: 'Not there' })
    await waitFor(() => expect(server.count('/ReactCart/ApplyZipCode')).toBe(1))
    expect(screen.getByLabelText('ZIP code')).toHaveProperty('value', '')
    expect(readGivenPostalCode()).toBe('')
  })
})
