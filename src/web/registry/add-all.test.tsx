import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '#test/web/fake-server.ts'
import { aFrame, aLine } from '#test/web/pages.ts'
import { renderParts } from '#test/web/render-page.tsx'
import { AddAllToRegistry } from '#web/registry/add-all-to-registry.tsx'

const listPath = '/ReactRegistry/GetRegistryList'
const addPath = '/ReactRegistry/AddItems'
const button = () => screen.queryByRole('button', { name: 'Add All to Registry' })
const registry = (id: number) => ({
  ...{ id, eventType: 'Wedding', shortEventDate: 'Jun 12, 2027', registryOwnernsName: 'Ann Bell' },
  ...{ listType: 1, registryType: 'br' },
})
const listOf = (...giftRegistries: object[]) => ({
  ...{ registryCount: giftRegistries.length, isLoggedIn: true, isRegistrantMode: false },
  ...{ isInteractiveChecklistEnabled: true, quantityInRegistry: 0, giftRegistries },
})
const table = aLine({ id: '1', sku: 101, quantity: 2 })
const lamp = aLine({ id: '2', sku: 102, quantity: 1 })
const gift = aLine({ id: '3', sku: 103, grId: 9 })
const donation = aLine({ id: '4', sku: 104, isDonation: true })

test('REG-07 REG-14: all of the cart goes into the chosen registry in one call, but gifts for others and donations', async () => {
  const server = fakeServer({
    [listPath]: () => listOf(registry(123), registry(456)),
    [addPath]: () => ({ isSuccess: true, errorMessage: '', items: [] }),
  })
  await renderParts(aFrame({ isSignedIn: true }), <AddAllToRegistry lines={[table, gift, lamp, donation]} />)
  fireEvent.click(button()!)
  await screen.findByRole('heading', { name: 'Add All to Registry' })
  fireEvent.click(screen.getAllByRole('button', { name: /^Add/ }).at(-1)!)
  await waitFor(() => expect(server.bodies(addPath)).toHaveLength(1))
  const [{ items }] = server.bodies(addPath) as [{ items: { GrId: number }[] }]
  const grId = items[0]?.GrId
  expect([123, 456]).toContain(grId)
  expect(items).toEqual([
    { Sku: 101, Quantity: 2, GrId: grId },
    { Sku: 102, Quantity: 1, GrId: grId },
  ])
})

test('REG-07: with one piece for a registry there is no button for all', async () => {
  fakeServer()
  await renderParts(aFrame(), <AddAllToRegistry lines={[table, gift, donation]} />)
  expect(button()).toBeNull()
})

test('CALM-14: what was left out stands under what was added, each with its reason', async () => {
  const words = aLine({ id: '5', sku: 105, title: 'Bath Towel', isPersonalized: true })
  const server = fakeServer({
    [listPath]: () => listOf(registry(123)),
    [addPath]: () => ({
      ...{ isSuccess: true, errorMessage: '' },
      items: [
        {
          ...{ sku: 101, name: 'Oak Table', quantity: 2, formattedPrice: '$12.95', imagePath: '', grId: 123 },
          ...{ registryType: 'br', personalization: null, inHousePersonalization: null },
        },
      ],
      notAdded: [{ sku: 102, name: 'Lamp to Order', message: 'It is made to order.' }],
    }),
  })
  const lines = [table, { ...gift, title: 'Vase' }, lamp, { ...donation, title: 'A Tree' }, words]
  await renderParts(aFrame({ isSignedIn: true }), <AddAllToRegistry lines={lines} />)
  fireEvent.click(button()!)
  await screen.findByRole('heading', { name: 'Added to your registry' })
  const left = screen.getByRole('region', { name: '4 items stay in your cart only' })
  expect([...left.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
    'Lamp to Order It is made to order.',
    'Vase It is a gift from a registry already.',
    'A Tree A donation cannot be put into a registry.',
    'Bath Towel It has your own words on it. You can add it from its page.',
  ])
  expect(server.bodies(addPath)).toMatchObject([{ LeavesOut: true, items: [{ Sku: 101 }, { Sku: 102 }] }])
})

test('CALM-14: where nothing could be added the popup says so, and no error follows', async () => {
  fakeServer({
    [listPath]: () => listOf(registry(123)),
    [addPath]: () => ({
      ...{ isSuccess: false, errorMessage: 'Not this one.', items: [] },
      notAdded: [
        { sku: 101, name: 'Oak Table', message: 'It is made to order.' },
        { sku: 102, name: 'Lamp', message: 'It is gone.' },
      ],
    }),
  })
  await renderParts(aFrame({ isSignedIn: true }), <AddAllToRegistry lines={[table, lamp]} />)
  fireEvent.click(button()!)
  await screen.findByRole('heading', { name: 'Nothing was added' })
  screen.getByText('It is made to order.')
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
})
