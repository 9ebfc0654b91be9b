import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { GiftView, RegistryItemView, RegistryView } from '#contracts/registry/pages.ts'
import { anEditPage } from '#test/web/edit-registry.ts'
import { fakeServer } from '#test/web/fake-server.ts'
import { aFrame, aState } from '#test/web/pages.ts'
import { renderPage } from '#test/web/render-page.tsx'

const anItem = (patch: Partial<RegistryItemView> = {}): RegistryItemView => ({
  ...{ designId: '', words: '', sku: 101, name: 'Oak Table', imagePath: '/pictures/table.svg' },
  ...{ navigateUrl: '/product/101', optionChoices: '', wanted: 3, bought: 0, held: 0 },
  ...{ currentPrice: 12_999, regularPrice: 12_999, isNla: false },
  ...patch,
})
const aRegistry = (patch: Partial<RegistryView> = {}): RegistryView => ({
  ...{ grId: 123, title: 'Wedding on Jun 12, 2027', ownerNames: 'Ann Bell & Ben Cole', listType: 1 },
  ...{ hasChecklist: true, sharedUrl: '/gift-registry/registry/s-1', isPublic: true, place: 'Portland, OR' },
  ...{ isPast: false, isClosed: false, isSurprise: false, picture: null, greeting: '', items: [anItem()] },
  ...patch,
})

describe('BEYOND-04: the registry as its givers see it', () => {
  async function open(items: readonly RegistryItemView[], patch: Partial<RegistryView> = {}) {
    fakeServer()
    const page = {
      name: 'giftRegistry',
      shareId: 's-1',
      isOwner: false,
      registry: aRegistry({ items, ...patch }),
    } as const
    await renderPage(aState(page, '/gift-registry/registry/s-1'))
  }
  const give = () => screen.queryByRole<HTMLButtonElement>('button', { name: 'Give this: Oak Table' })

  test('BEYOND-04: says for whom and where, and how many are wished for, bought, and being bought now', async () => {
    await open([anItem({ wanted: 4, bought: 1, held: 1 })])
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Ann Bell & Ben Cole')
    screen.getByText(/Portland, OR/)
    screen.getByText('4 wished for, 1 bought')
    screen.getByText('Someone is buying this right now')
    expect([give()?.form?.method, give()?.form?.getAttribute('action')]).toEqual(['post', '/gift-registry/buy'])
  })

  test('BEYOND-04: no more can be chosen than are free', async () => {
    await open([anItem({ wanted: 3, bought: 1 })])
    const quantity = screen.getByRole<HTMLInputElement>('textbox', { name: 'Quantity of Oak Table' })
    for (let press = 0; press < 4; press += 1) {
      fireEvent.click(screen.getByRole('button', { name: 'Increase Quantity of Oak Table' }))
    }
    expect(quantity.value).toBe('2')
  })

  test.each([
    ['all are bought', anItem({ wanted: 2, bought: 2 }), 'All bought, thank you'],
    ['the rest is being bought', anItem({ wanted: 2, held: 2 }), 'Someone is buying 2 of these right now'],
    ['it is sold no longer', anItem({ isNla: true }), 'No longer available'],
  ])('BEYOND-04: nothing can be given when %s', async (_case, item, words) => {
    await open([item])
    screen.getByText(words)
    expect(give()).toBeNull()
  })
})

test('OPEN-101: a registry is looked for by name, and each one found is a link', async () => {
  fakeServer()
  const found = [{ title: 'Wedding, Jun 12, 2027', ownerNames: 'Ann Bell', navigateUrl: '/gift-registry/registry/s-1' }]
  await renderPage(aState({ name: 'findRegistry', query: 'bell', found }, '/gift-registry/find?name=bell'))
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('bell')
  expect(screen.getByRole('link', { name: 'Ann Bell' }).getAttribute('href')).toBe('/gift-registry/registry/s-1')
})

test('OPEN-101: where nothing is found the page says what to do', async () => {
  fakeServer()
  await renderPage(aState({ name: 'findRegistry', query: 'nobody', found: [] }, '/gift-registry/find?name=nobody'))
  screen.getByText(/No registry is found under “nobody”.*ask them for its link/)
})

describe('REG-31: the registry as its owner sees it', () => {
  const gift: GiftView = {
    ...{ orderId: 'o-1', lineNo: 1, giverNames: 'Cleo Dunn', message: 'To your home', name: 'Oak Table', words: '' },
    ...{ imagePath: '/pictures/table.svg', quantity: 2, placedAt: '2027-05-01T12:00:00Z', isThanked: false },
  }
  async function open(registry: RegistryView, gifts: readonly GiftView[] = []) {
    fakeServer()
    const page = { name: 'registrantList', grId: 123, isRegistrantMode: true, registries: [registry], gifts } as const
    await renderPage(aState(page, '/gift-registry/registrant-list/123', aFrame({ isSignedIn: true })))
  }

  test('REG-31: the link to share stands there whole, and who else finds the registry', async () => {
    await open(aRegistry())
    const link = screen.getByRole('link', { name: 'http://cb.localhost/gift-registry/registry/s-1' })
    expect(link.getAttribute('href')).toBe('/gift-registry/registry/s-1')
    screen.getByText(/It is also found by your names\. Gifts go to you in Portland, OR/)
  })

  test('REG-31: the thank-you list says who gave what with the message, and notes whom one has thanked', async () => {
    await open(aRegistry(), [gift, { ...gift, orderId: 'o-2', giverNames: '', isThanked: true }])
    const list = within(screen.getByRole('region', { name: 'Thank-you list' }))
    list.getByText('1 still to thank')
    list.getByRole('heading', { name: 'Cleo Dunn' })
    expect(list.getAllByText('2 × Oak Table')).toHaveLength(2)
    list.getAllByText('“To your home”')
    const [first, second] = list.getAllByRole<HTMLButtonElement>('button')
    const sent = (button?: HTMLButtonElement) => [...new FormData(button?.form ?? undefined)].slice(1)
    const own = [
      ['grId', '123'],
      ['orderId', 'o-1'],
      ['lineNo', '1'],
      ['isThanked', 'true'],
    ]
    expect(sent(first)).toEqual(own)
    expect(sent(second)).toContainEqual(['isThanked', 'false'])
  })

  test('OPEN-101: what is left is offered after the event and not before', async () => {
    await open(aRegistry({ isPast: true, items: [anItem({ bought: 2 }), anItem({ sku: 102, bought: 3 })] }))
    screen.getByText(/One wish is still open/)
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Add what is left' })
    expect(button.form?.getAttribute('action')).toBe('/gift-registry/complete')
  })

  test('OPEN-101: before the event nothing is offered', async () => {
    await open(aRegistry())
    expect(screen.queryByText('Complete your registry')).toBeNull()
  })

  test('OPEN-101: date, address and visibility are changed by a plain form', async () => {
    fakeServer()
    const address = { address1: '1 Elm', address2: '', city: 'Portland', state: 'OR', postalCode: '97205', phone: '' }
    const dates = { eventDate: '2027-06-12', today: '2027-01-01' }
    const page = { ...anEditPage, ...dates, isPublic: false, address } as const
    await renderPage(aState(page, '/gift-registry/edit/123', aFrame({ isSignedIn: true })))
    const street = screen.getByLabelText<HTMLInputElement>('Street address')
    expect([street.value, street.form?.getAttribute('action')]).toEqual(['1 Elm', '/gift-registry/edit'])
    expect(screen.getByLabelText<HTMLSelectElement>('State').value).toBe('OR')
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false)
  })
})
