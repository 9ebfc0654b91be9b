import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { fakeServer } from '#test/web/fake-server.ts'
import { aFrame, aState } from '#test/web/pages.ts'
import { renderPage } from '#test/web/render-page.tsx'

// a page fetches it when it is idle
beforeAll(async () => {
  await import('#web/address/address-matches.tsx')
})

const path = '/ReactCheckout/SearchAddress'
const match = {
  text: '220 King St W, Toronto, ON M5V 1J7',
  address: { address1: '220 King St W', city: 'Toronto', state: 'ON', postalCode: 'M5V 1J7' },
  within: '',
}
const nothing = {
  ...{ firstName: 'Ada', lastName: '', companyName: '', address1: '', address2: 'Unit 4' },
  ...{ city: '', state: '', postalCode: '', phone: '' },
}

test.each([
  [
    'an address of the account',
    '/account/addresses/new',
    { name: 'accountAddress', addressId: '', country: 'CA', address: nothing, isDefault: true },
  ],
  [
    'the address of a registry',
    '/gift-registry/create',
    { name: 'createRegistry', firstName: 'Ada', lastName: 'Bell', today: '2026-11-21' },
  ],
] as const)(
  'CALM-35: a plain form for %s is filled in too, and sends what stands in it',
  async (_name, address, page) => {
    const server = fakeServer({ [path]: () => ({ isOffered: true, matches: [match] }) })
    const state = aState(page, address, aFrame({ isSignedIn: true }, 'cb-ca'))
    await renderPage(state)
    const street = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Street address' })
    act(() => street.focus())
    fireEvent.input(street, { target: { value: '220 king st w m5v1j7' }, inputType: 'insertText' })
    fireEvent.click(await screen.findByRole('option', { name: match.text }))
    expect(server.bodies(path)).toEqual([{ country: 'CA', line: '220 king st w m5v1j7', within: '' }])
    const form = street.form
    const sent = form === null ? new FormData() : new FormData(form)
    expect(['address1', 'city', 'state', 'postalCode'].map((name) => sent.get(name))).toEqual(
      Object.values(match.address),
    )
    expect(sent.get('address2')).toBe(page.name === 'accountAddress' ? 'Unit 4' : '')
    await waitFor(() => expect(street.getAttribute('aria-expanded')).toBe('false'))
    expect(document.activeElement).toBe(street)
  },
)
