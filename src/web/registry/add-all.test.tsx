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
