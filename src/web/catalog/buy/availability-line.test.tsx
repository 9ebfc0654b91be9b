import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { availabilityReply } from '#test/web/added.ts'
import { fakeServer } from '#test/web/fake-server.ts'
import { aFrame, aProduct, aSku, aState } from '#test/web/pages.ts'
import { renderPage } from '#test/web/render-page.tsx'

const path = '/ReactCart/GetAvailability'

async function open(reply: object, variantKey: 'cb' | 'cb-ca' = 'cb') {
  const server = fakeServer({ [path]: () => availabilityReply(reply) })
  const product = aProduct({ skus: [aSku({ availabilityMessage: 'What the page brought' })] })
  await renderPage(aState({ name: 'product', product }, '/product/101', aFrame({}, variantKey)))
  return server
}

describe('PDP-06: the text follows the availability status', () => {
  test.each([
    [0, 'We could not find this item'],
    [1, 'Arrives by Wed, Nov 25'],
    [2, 'Arrives by Wed, Nov 25'],
    [3, 'No longer available'],
    [4, 'Not available for this ZIP code'],
    [5, 'Not available for this ZIP code'],
    [6, 'Delivery dates cannot be shown right now. Please check again later.'],
    [7, 'Enter your ZIP code to see when it arrives'],
  ])('status %s: %s', async (shipStatus, text) => {
    await open({ shipStatus })
    await screen.findByText(text)
  })

  test('in Canada it is a postal code', async () => {
    await open({ shipStatus: 4 }, 'cb-ca')
    await screen.findByText('Not available for this postal code')
  })

  test('when the call fails, what the page itself brought stays', async () => {
    const server = fakeServer({ [path]: () => new Response('', { status: 500 }) })
    const product = aProduct({ skus: [aSku({ availabilityMessage: 'In stock' })] })
    await renderPage(aState({ name: 'product', product }, '/product/101'))
    await waitFor(() => expect(screen.getAllByText('In stock').length).toBeGreaterThan(0))
    expect(server.count(path)).toBe(1)
  })
})

test('CART-33, OPEN-42: who ships to another country is asked for no ZIP and told no date, but what is gone is gone', async () => {
  const product = aProduct({ skus: [aSku()] })
  fakeServer({ [path]: () => availabilityReply({}) })
  await renderPage(aState({ name: 'product', product }, '/product/101', aFrame({ shipTo: 'France' })))
  screen.getByText('Ships to France by request: we write to you with date, delivery and duties.')
  expect([screen.queryByLabelText('Your ZIP code'), screen.queryByText(/Arrives by/)]).toEqual([null, null])
  cleanup()
  const gone = aProduct({ skus: [aSku({ isNla: true })] })
  fakeServer({ [path]: () => availabilityReply({ shipStatus: 3 }) })
  await renderPage(aState({ name: 'product', product: gone }, '/product/101', aFrame({ shipTo: 'France' })))
  expect(screen.queryByText(/^Ships to France/)).toBeNull()
})

test('BEYOND-07: the promise for a ZIP, and what it is made of', async () => {
  const server = await open({ parts: [{ kind: 'make', text: 'Made to order in about 8 weeks' }] })
  fireEvent.change(screen.getByLabelText('Your ZIP code'), { target: { value: '60606' } })
  fireEvent.click(screen.getByRole('button', { name: 'Check' }))
  await screen.findByText('Made to order in about 8 weeks')
  expect(server.seen.at(-1)?.query).toBe('?sku=101&zipCode=60606&locationId=')
})

test.each([
  [1, true],
  [4, false],
  [5, false],
])('PDP-06, BEYOND-07: with status %s, how a date comes about is said: %s', async (shipStatus, isSaid) => {
  await open({ shipStatus })
  await waitFor(() => expect(screen.queryByText('How this date comes about') !== null).toBe(isSaid))
})

test('PDP-05, PDP-06: picked up, it says whether the chosen store has it', async () => {
  const pickupMessage = 'Not in stock at Michigan Avenue. Choose another store.'
  const server = await open({ pickupStatus: 4, pickupMessage })
  fireEvent.click(screen.getByLabelText('Pick it up at a store'))
  await screen.findByText(pickupMessage)
  expect(server.seen.at(-1)?.query).toBe('?sku=101&zipCode=&locationId=12')
})

describe('PDP-05: the store of a pickup', () => {
  const storeField = () => screen.getByLabelText<HTMLSelectElement>('Store')
  const stores = () => [...storeField().options].map(({ text }) => text)
  const pick = () => fireEvent.click(screen.getByLabelText('Pick it up at a store'))

  test('PDP-05: is at first one that has it; the list says who has', async () => {
    const server = await open({ pickupStores: ['14'] })
    pick()
    await waitFor(() => expect(storeField().value).toBe('14'))
    expect(stores()).toEqual(['Michigan Avenue, Chicago, IL: not in stock', 'Southport, Chicago, IL: in stock'])
    await waitFor(() => expect(server.seen.at(-1)?.query).toBe('?sku=101&zipCode=&locationId=14'))
  })

  test('PDP-05: stays the one that the shopper names, whether it has it or not', async () => {
    const server = await open({ pickupStores: ['14'] })
    pick()
    await waitFor(() => expect(storeField().value).toBe('14'))
    fireEvent.change(storeField(), { target: { value: '12' } })
    await waitFor(() => expect(server.seen.at(-1)?.query).toBe('?sku=101&zipCode=&locationId=12'))
    await waitFor(() => expect(stores()).toHaveLength(2))
    expect(storeField().value).toBe('12')
  })

  test('PDP-05: no store has it: none is put in the place of the first', async () => {
    await open({ pickupStores: [] })
    pick()
    await waitFor(() => expect(stores()[0]).toBe('Michigan Avenue, Chicago, IL: not in stock'))
    expect(storeField().value).toBe('12')
  })
})

describe('SHIP-20: shipping is offered while it can be had', () => {
  test.each([0, 1, 2, 3, 4, 5, 6, 7].map((status) => [status, [1, 2, 5].includes(status)] as const))(
    'status %s: %s',
    async (shipStatus, isVisible) => {
      const server = await open({ shipStatus })
      await waitFor(() => expect(server.count(path)).toBe(1))
      await waitFor(() => expect(screen.queryByRole('radio', { name: 'Ship it to me' }) !== null).toBe(isVisible))
      screen.getByRole('radio', { name: 'Pick it up at a store' })
    },
  )

  test('picked up since it is not sent to a ZIP, another ZIP can still be asked for', async () => {
    await open({ shipStatus: 4 })
    fireEvent.change(screen.getByLabelText('Your ZIP code'), { target: { value: '05401' } })
    fireEvent.click(screen.getByRole('button', { name: 'Check' }))
    await waitFor(() => expect(screen.queryByRole('radio', { name: 'Ship it to me' })).toBeNull())
    fireEvent.click(screen.getByRole('radio', { name: 'Pick it up at a store' }))
    screen.getByLabelText('Your ZIP code')
  })
})
