import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { RegistryItemView, RegistryView } from '#contracts/registry/pages.ts'
import { type Answer, fakeServer } from '#test/web/fake-server.ts'
import { aFrame, aState } from '#test/web/pages.ts'
import { renderPage, renderParts } from '#test/web/render-page.tsx'
import { openLayer } from '#web/layers/open-layer.ts'

const updatePath = '/ReactRegistry/UpdateItem'
const anItem = (patch: Partial<RegistryItemView> = {}): RegistryItemView => ({
  ...{ designId: '', words: '' },
  sku: 101,
  name: 'Oak Table',
  imagePath: '/pictures/table.svg',
  navigateUrl: '/product/101',
  optionChoices: 'Color: Oat',
  wanted: 2,
  bought: 0,
  held: 0,
  currentPrice: 12_999,
  regularPrice: 12_999,
  isNla: false,
  ...patch,
})
const aRegistry = (patch: Partial<RegistryView> = {}): RegistryView => ({
  grId: 123,
  title: 'Wedding on Jun 12, 2027',
  ownerNames: 'Ann Bell & Ben Cole',
  listType: 1,
  hasChecklist: true,
  sharedUrl: '/gift-registry/registry/s-1',
  isPublic: true,
  place: 'Portland, OR',
  isPast: false,
  isClosed: false,
  isSurprise: false,
  picture: null,
  greeting: '',
  items: [anItem()],
  ...patch,
})

async function openList(answer: Answer, registries: readonly RegistryView[] = [aRegistry()]) {
  const server = fakeServer({ [updatePath]: answer })
  const page = { name: 'registrantList', grId: null, isRegistrantMode: true, registries, gifts: [] } as const
  await renderPage(aState(page, '/gift-registry/registrant-list', aFrame({ isSignedIn: true })))
  return server
}
const quantity = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Quantity of Oak Table' })
const increase = () => fireEvent.click(screen.getByRole('button', { name: 'Increase Quantity of Oak Table' }))
const good = () => ({ isSuccess: true, errorMessage: '' })

describe('REG-31, OPEN-101: the list page', () => {
  test('REG-31: shows the items with quantities, and saves a changed quantity', async () => {
    const server = await openList(good)
    expect(quantity().value).toBe('2')
    increase()
    await waitFor(() => expect(server.bodies(updatePath)).toEqual([{ GrId: 123, Sku: 101, Quantity: 3 }]))
    expect(quantity().value).toBe('3')
  })

  test.each([
    [false, '2 wished for, 1 bought'],
    [true, '2 wished for'],
  ])('REG-31: what was bought is said, and not where it is a surprise: %s', async (isSurprise, said) => {
    await openList(good, [aRegistry({ isSurprise, items: [anItem({ bought: 1 })] })])
    expect(screen.getByText(/wished for/).textContent).toBe(said)
  })

  test('OPEN-46: a piece with a saved design shows its words, and its quantity is changed by the design', async () => {
    const server = fakeServer({ [updatePath]: good })
    const items = [anItem({ designId: 'd-1', words: 'Ann' })]
    const page = {
      name: 'registrantList',
      grId: 123,
      isRegistrantMode: true,
      registries: [aRegistry({ items })],
      gifts: [],
    } as const
    await renderPage(aState(page, '/gift-registry/registrant-list', aFrame({ isSignedIn: true })))
    expect(screen.getByText('Personalized: Ann')).toBeTruthy()
    increase()
    const sent = { GrId: 123, Sku: 101, Quantity: 3, PersonalizationId: 'd-1' }
    await waitFor(() => expect(server.bodies(updatePath)).toEqual([sent]))
  })

  test('OPEN-101: an item that is removed is gone', async () => {
    const server = await openList(good)
    fireEvent.click(screen.getByRole('button', { name: 'Remove Oak Table' }))
    await waitFor(() => expect(server.bodies(updatePath)).toEqual([{ GrId: 123, Sku: 101, Quantity: 0 }]))
    expect(screen.queryByText('Oak Table')).toBeNull()
  })

  test.each([
    ['a refusal', () => ({ isSuccess: false, errorMessage: 'Not so many.' }), 'Not so many.'],
    ['HTTP 500', () => new Response('', { status: 500 }), 'Something went wrong. Please try again.'],
  ] as const)('%s is told, and the quantity is as it was', async (_name, answer, text) => {
    await openList(answer)
    increase()
    await screen.findByText(text)
    await waitFor(() => expect(quantity().value).toBe('2'))
  })

  test('ROUTE-16, ROUTE-17: each registry leads to its own page and to its checklist, a gift list to none', async () => {
    const gifts = aRegistry({ grId: 456, title: 'Gift List on Dec 24, 2026', hasChecklist: false, items: [] })
    await openList(good, [aRegistry(), gifts])
    const linksOf = (name: string) =>
      within(screen.getByRole('region', { name }))
        .getAllByRole('link')
        .map((link) => link.getAttribute('href'))
    expect(linksOf('Wedding on Jun 12, 2027')).toEqual(
      expect.arrayContaining(['/gift-registry/registrant-list/123', '/gift-registry/checklist/123']),
    )
    expect(linksOf(gifts.title)).toEqual(['/gift-registry/registrant-list/456', '/gift-registry/edit/456', '/'])
  })
})

test('REG-31: the checklist says which departments are done and which are open', async () => {
  fakeServer()
  const rows = [
    {
      name: 'Tables',
      navigateUrl: '/category/tables',
      items: [{ name: 'Oak Table', navigateUrl: '/product/101', wanted: 2 }],
    },
    { name: 'Lamps', navigateUrl: '/category/lamps', items: [] },
  ]
  await renderPage(aState({ name: 'checklist', registry: aRegistry(), rows }, '/gift-registry/checklist/123'))
  expect(screen.getByText('1 of 2 departments')).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Tables: done' }).closest('li')?.textContent).toContain('2 × Oak Table')
  expect(screen.getByRole('link', { name: 'Look at Lamps' }).getAttribute('href')).toBe('/category/lamps')
})

test('OPEN-101: a new registry is a plain form with the five kinds', async () => {
  fakeServer()
  const page = { name: 'createRegistry', firstName: 'Ann', lastName: 'Bell', today: '2026-11-21' } as const
  await renderPage(aState(page, '/gift-registry/create'))
  const occasion = screen.getByLabelText<HTMLSelectElement>('Occasion')
  expect([...occasion.options].map(({ value }) => value)).toEqual(['', 'br', 'bb', 'hw', 'ot', 'gl'])
  expect([occasion.form?.method, occasion.form?.getAttribute('action')]).toEqual(['post', '/gift-registry/create'])
  expect(screen.getByLabelText<HTMLInputElement>('First name').value).toBe('Ann')
})

test.each([
  [1, 'Add This Item to a Registry/List'],
  [3, 'Add All to Registry'],
])('REG-07: for %s item(s) the selection popup is headed %s', async (itemCount, heading) => {
  await renderParts(aFrame(), null)
  openLayer('selectRegistry', { registries: [], itemCount })
  await screen.findByRole('heading', { name: heading })
})
