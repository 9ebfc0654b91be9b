import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aBasketItem, anAddress, aRecipient, aSummary, openCheckout } from '#test/web/checkout.ts'

// a page fetches it when it is idle
beforeAll(async () => {
  await import('./recipient-parts.ts')
})
beforeEach(() => sessionStorage.clear())

const masked = { address1: '', address2: '', postalCode: '', phone: '', email: '', city: 'Portland', state: 'OR' }
const home = anAddress({ ...masked, addressId: 'registry-123', firstName: 'Ann', lastName: 'Bell' })
const recipientList = [aRecipient({ address: home })]

describe('SHIP-27, BEYOND-05: a gift that goes straight to its registrant', () => {
  test('SHIP-27: the shipping step says for whom and which place, and asks for nothing', async () => {
    await openCheckout(1, { recipientList })
    await screen.findByRole('heading', { name: 'Straight to Ann Bell' })
    screen.getByText(/Portland, OR/)
    expect(screen.queryByLabelText(/^Street address/)).toBeNull()
  })

  test('SHIP-01: a registrant at a post office box gets no furniture: the giver is told, and stays', async () => {
    const { server } = await openCheckout(1, { recipientList: [aRecipient({ address: home, isBoxForFreight: true })] })
    expect((await screen.findByRole('alert')).textContent).toMatch(/cannot be delivered to a PO box/)
    fireEvent.click(screen.getByRole('button', { name: 'Next' }))
    expect(server.bodies('/ReactCheckout/ValidateCart')).toEqual([])
  })

  test('SHIP-27: sent somewhere else, the form is empty: nothing of the registrant stands in it', async () => {
    await openCheckout(1, { recipientList })
    fireEvent.click(await screen.findByRole('button', { name: 'Send it somewhere else' }))
    for (const label of ['First name', 'Street address', 'City', 'ZIP code']) {
      expect((await screen.findByLabelText<HTMLInputElement>(new RegExp(`^${label}`))).value).toBe('')
    }
  })

  test('BEYOND-05: nobody is billed at a registrant’s address: it is not offered, and a guest’s mail address is asked for', async () => {
    await openCheckout(3, { recipientList, isGuest: true })
    expect(screen.queryByLabelText('Same as shipping address')).toBeNull()
    expect(screen.getByLabelText<HTMLInputElement>(/^Email/).required).toBe(true)
  })
})

describe('SHIP-04, SHIP-27: a gift beside a thing for oneself', () => {
  const gift = aBasketItem({ id: 'gift', title: 'Mug', grId: 123 })
  const own = aBasketItem({ id: 'own', title: 'Throw', grId: 0 })
  const accountInfo = { shippingAddresses: [], registryAddresses: [{ addressId: 'registry-123', grId: 123 }] }
  const taken = { isSuccess: true, errorMessage: '', basketVersion: 9, changes: [], orderSummary: aSummary() }
  const registryText = 'Straight to the registry’s address'
  const offered = async (name: RegExp) => {
    const choice = await screen.findByRole<HTMLSelectElement>('combobox', { name })
    return [...choice.options].map(({ text }) => text)
  }

  test('the shipping step says that it can go to the registry’s address, which is offered for the gift alone', async () => {
    await openCheckout(1, { basketItems: [gift, own], accountInfo })
    fireEvent.click(await screen.findByRole('button', { name: 'Choose where each item goes' }))
    expect(await offered(/^Send Mug/)).toContain(registryText)
    expect(await offered(/^Send Throw/)).not.toContain(registryText)
  })

  test('chosen, the gift goes there by SaveMultiShipping and SaveRecipientSelection', async () => {
    const made = aRecipient({ id: 'r2', address: home, shipments: [] })
    const { server } = await openCheckout(
      1,
      { basketItems: [gift, own], accountInfo },
      {
        '/ReactCheckout/SaveMultiShipping': () => ({ ...taken, recipientList: [aRecipient(), made] }),
        '/ReactCheckout/SaveRecipientSelection': () => ({
          ...taken,
          basketItems: [{ ...gift, recipientId: 'r2' }, own],
        }),
      },
    )
    fireEvent.click(await screen.findByRole('button', { name: 'Choose where each item goes' }))
    const choice = await screen.findByRole('combobox', { name: /^Send Mug/ })
    fireEvent.change(choice, { target: { value: 'saved registry-123' } })
    await waitFor(() => expect(server.bodies('/ReactCheckout/SaveRecipientSelection')).toHaveLength(1))
    expect(server.bodies('/ReactCheckout/SaveMultiShipping')).toEqual([{ addressId: 'registry-123' }])
    expect(server.bodies('/ReactCheckout/SaveRecipientSelection')).toEqual([
      { recipientId: 'r2', basketItemId: 'gift' },
    ])
    // nothing of one's own is sent to her, and her street stands nowhere
    await waitFor(async () => expect(await offered(/^Send Mug/)).toContain('Ann Bell, Portland'))
    expect(await offered(/^Send Throw/)).not.toContain('Ann Bell, Portland')
    expect(screen.queryByRole('button', { name: /^Remove .*Ann Bell/ })).not.toBeNull()
    expect(screen.queryByRole('button', { name: /^Remove .*Lovelace/ })).toBeNull()
  })

  test.each([
    ['while her own thing has no address, the gift’s is not enough for all', null, 0],
    ['an address of her own is', anAddress(), 1],
  ])('%s', async (_, address, count) => {
    const first = aRecipient({ id: 'r1', address, shipments: [] })
    const second = aRecipient({ id: 'r2', address: address === null ? home : null, shipments: [] })
    const basketItems = [{ ...gift, recipientId: 'r2' }, own]
    await openCheckout(1, { basketItems, accountInfo, recipientList: [first, second] })
    await screen.findByRole('list', { name: 'Items and where they go' })
    expect(screen.queryAllByRole('button', { name: 'Ship everything to one address' })).toHaveLength(count)
  })

  test('without a gift nothing is said of it', async () => {
    await openCheckout(1, { basketItems: [own] })
    await screen.findByLabelText('Send me catalogs and offers by mail at this address')
    expect(screen.queryByRole('button', { name: 'Choose where each item goes' })).toBeNull()
  })
})
