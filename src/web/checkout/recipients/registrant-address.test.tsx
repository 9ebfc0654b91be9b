import { fireEvent, screen } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { anAddress, aRecipient, openCheckout } from '#test/web/checkout.ts'

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
