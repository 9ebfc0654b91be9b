import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { DeliveryChoices } from '#contracts/cart/calls.ts'
import { fakeServer } from '#test/web/fake-server.ts'
import { aCart, aLine, aState } from '#test/web/pages.ts'
import { renderPage } from '#test/web/render-page.tsx'
import '#test/web/dialog.ts'

const [choicesPath, changePath] = ['/ReactCart/GetDeliveryChoices', '/ReactCart/UpdateShipMethod']
const way = { shipMethod: 1, isPickup: false, locationId: '', place: '', free: 0, isChosen: false }
const ways: DeliveryChoices['ways'] = [
  { ...way, name: 'Standard', message: 'Arrives by Wed, Nov 25', isChosen: true, shippingDifference: 0 },
  { ...way, shipMethod: 3, name: 'Express', message: 'Arrives by Thu, Nov 19', shippingDifference: 2_500 },
  {
    ...{ ...way, isPickup: true, locationId: '12', name: 'Oak Brook', place: 'Oak Brook, IL', free: 5 },
    ...{ message: 'Available Wed, Nov 18', shippingDifference: -695 },
  },
]

async function openForm(offered = ways, line = aLine()) {
  const cart = aCart([line])
  const server = fakeServer({
    [choicesPath]: () => ({ lineItemId: cart.lineItems[0]?.id, ways: offered }),
    [changePath]: () => ({ isSuccess: true, errorMessage: '', basketVersion: 2, changes: [] }),
    '/ReactCart/GetCartJsx': () => aCart([aLine({ isPickup: true, storeName: 'Oak Brook' })], { basketVersion: 2 }),
  })
  await renderPage(aState({ name: 'cart', cart }, '/checkout/cart'))
  fireEvent.click(screen.getByRole('link', { name: /^Change delivery/ }))
  const group = await screen.findByRole('group', { name: 'How should it come?' })
  return { server, group }
}

describe('CART-10: how a line comes is changed in the cart', () => {
  test('CART-10: every way stands there with its date and what it does to the charge; the one of now is chosen', async () => {
    const { group } = await openForm()
    expect(
      within(group)
        .getAllByRole('radio')
        .map((radio) => radio.closest('label')?.textContent),
    ).toEqual([
      'Ship: StandardArrives by Wed, Nov 25Now',
      'Ship: ExpressArrives by Thu, Nov 19$25.00 more',
      'Pick up at Oak BrookOak Brook, IL, 5 in stock. Available Wed, Nov 18$6.95 less',
    ])
    const chosen = within(group).getByRole<HTMLInputElement>('radio', { checked: true })
    expect(chosen.value).toBe('ship-1')
    await waitFor(() => expect(document.activeElement).toBe(chosen))
  })

  test.each([
    ['a line that is installed', true, ways, 1],
    ['a line that is not', false, ways, 0],
    ['a line that no store has', true, ways.slice(0, 2), 0],
  ])(
    'CALM-13: that a pickup takes the installation off is said before it is chosen: of %s',
    async (_, isInstalled, offered, count) => {
      await openForm(offered, aLine({ isInstallationServiceRequired: isInstalled, installationServiceFee: 12_900 }))
      const said = 'Stores do not install. If you pick it up, its installation ($129.00) is taken off.'
      expect(screen.queryAllByText(said)).toHaveLength(count)
    },
  )

  test.each([
    ['Express', { shipMethod: 3, isPickup: false, locationId: '' }],
    ['Oak Brook', { shipMethod: 1, isPickup: true, locationId: '12' }],
  ])('CART-10: %s is sent, the cart loads once, and the focus is back where it was', async (name, sent) => {
    const { server, group } = await openForm()
    fireEvent.click(within(group).getByRole('radio', { name: new RegExp(name) }))
    fireEvent.click(screen.getByRole('button', { name: /^Apply delivery of/ }))
    await waitFor(() => expect(screen.queryByRole('group', { name: 'How should it come?' })).toBeNull())
    expect(server.bodies(changePath)).toEqual([{ lineItemId: aLine().id, ...sent }])
    expect(server.count('/ReactCart/GetCartJsx')).toBe(1)
    screen.getByText('Pick up at Oak Brook')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('link', { name: /^Change delivery/ })))
  })

  test('CART-10: a refusal is told, the cart is not loaded, and the form stays', async () => {
    const { server, group } = await openForm()
    server.on(changePath, () => ({ isSuccess: false, errorMessage: 'This store does not have it.', changes: [] }))
    fireEvent.click(within(group).getByRole('radio', { name: /Oak Brook/ }))
    fireEvent.click(screen.getByRole('button', { name: /^Apply delivery of/ }))
    await screen.findByText('This store does not have it.')
    expect(server.count('/ReactCart/GetCartJsx')).toBe(0)
    screen.getByRole('group', { name: 'How should it come?', hidden: true })
  })

  test('CART-10: left as it is, nothing is sent', async () => {
    const { server } = await openForm()
    fireEvent.click(screen.getByRole('link', { name: /^Leave as it is/ }))
    expect(screen.queryByRole('group', { name: 'How should it come?' })).toBeNull()
    expect(server.count(changePath)).toBe(0)
  })

  test('CART-10: where no store has it, that is said', async () => {
    await openForm(ways.slice(0, 2))
    screen.getByText(/^No store has it to pick up right now/)
  })

  test('CART-10: a gift card comes by mail alone', async () => {
    fakeServer()
    await renderPage(aState({ name: 'cart', cart: aCart([aLine({ calculatedShipMethod: 9 })]) }, '/checkout/cart'))
    expect(screen.queryByRole('link', { name: /^Change delivery/ })).toBeNull()
  })
})
