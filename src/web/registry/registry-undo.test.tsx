import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, describe, expect, test } from 'vitest'
import type { RegistryItemView } from '#contracts/registry/pages.ts'
import { type Answer, fakeServer } from '#test/web/fake-server.ts'
import { aFrame } from '#test/web/pages.ts'
import { renderParts } from '#test/web/render-page.tsx'
import { RegistryItem } from './registry-item.tsx'

// fetched on first use: not in the time of a test
beforeAll(() => import('#web/ui/panels/removed-row.tsx'))

const update = '/ReactRegistry/UpdateItem'
const addTo = '/ReactRegistry/AddItems'
const good = () => ({ isSuccess: true, errorMessage: '', items: [] })
const table: RegistryItemView = {
  ...{
    designId: '',
    words: '',
    sku: 101,
    name: 'Oak Table',
    imagePath: '/pictures/table.svg',
    navigateUrl: '/product/101',
  },
  ...{ optionChoices: '', wanted: 2, bought: 0, held: 0, currentPrice: 12_999, regularPrice: 12_999, isNla: false },
}
const lamp = { ...table, sku: 102, name: 'Brass Lamp', designId: 'd-1', words: 'Ann', navigateUrl: '/product/102' }

async function openList(answer: Answer = good) {
  const server = fakeServer({ [update]: good, [addTo]: answer })
  await renderParts(
    aFrame({ isSignedIn: true }),
    <main>
      <h1>Wedding</h1>
      <ul>
        <RegistryItem grId={123} item={table} heading="h2" />
        <RegistryItem grId={123} item={lamp} heading="h2" />
      </ul>
    </main>,
  )
  return server
}
const press = (name: string) => {
  const button = screen.getByRole('button', { name })
  button.focus()
  fireEvent.click(button)
}
const isFocused = (text: string) => waitFor(() => expect(document.activeElement?.textContent).toBe(text))

describe('UX-10: an item taken off a registry can be brought back', () => {
  test('UX-10: the focus goes to the next item, and undo brings the item back with its pieces', async () => {
    const server = await openList()
    press('Remove Oak Table')
    await isFocused('Brass Lamp')
    await screen.findByText('Oak Table removed.')
    await waitFor(() => expect(server.bodies(update)).toEqual([{ GrId: 123, Sku: 101, Quantity: 0 }]))
    await waitFor(() => screen.getByRole('button', { name: 'Undo removal of Oak Table' }))
    press('Undo removal of Oak Table')
    await waitFor(() => expect(server.bodies(addTo)).toEqual([{ items: [{ Sku: 101, Quantity: 2, GrId: 123 }] }]))
    await isFocused('Oak Table')
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Quantity of Oak Table' }).value).toBe('2')
  })

  test('UX-10: after the last item the focus goes to the heading; a piece with words comes back with its design', async () => {
    const server = await openList()
    press('Remove Brass Lamp')
    await isFocused('Wedding')
    await waitFor(() => screen.getByRole('button', { name: 'Undo removal of Brass Lamp' }))
    press('Undo removal of Brass Lamp')
    const item = { Sku: 102, Quantity: 2, GrId: 123, PersonalizationId: 'd-1' }
    await waitFor(() => expect(server.bodies(addTo)).toEqual([{ items: [item] }]))
  })

  test('UX-10: an undo that is refused is told, and the item stays off', async () => {
    await openList(() => ({ isSuccess: false, errorMessage: 'It can no longer be had.', items: [] }))
    press('Remove Oak Table')
    await waitFor(() => screen.getByRole('button', { name: 'Undo removal of Oak Table' }))
    press('Undo removal of Oak Table')
    await screen.findByText('It can no longer be had.')
    await screen.findByText('Oak Table removed.')
  })
})
