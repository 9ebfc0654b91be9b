import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aCheckout } from '#test/web/checkout.ts'
import { fakeServer } from '#test/web/fake-server.ts'
import { aState } from '#test/web/pages.ts'
import { renderPage } from '#test/web/render-page.tsx'
import { draftOf } from '#web/checkout/draft.ts'
import { noteEndedSession } from '#web/checkout/ended-session.ts'

const card = { type: 'Visa', lastFour: '1111', expMonth: 5, expYear: 2030, isDefault: true, isExpired: false }
const cards = [
  { ...card, cardId: 'first' },
  { ...card, cardId: 'second', type: 'MasterCard', lastFour: '4444', isDefault: false, isExpired: true },
]
const open = (patch: object = {}) => {
  fakeServer()
  const page = {
    name: 'account',
    firstName: 'Ada',
    lastName: 'Byron',
    email: 'ada@example.com',
    orders: [],
    cards: [],
    addresses: [],
    removed: { addresses: [], cards: [] },
    designs: [],
    registries: [],
  }
  return renderPage(aState({ ...page, ...patch } as Parameters<typeof aState>[0], '/account'))
}

test('OPEN-18: each saved card has a form to remove it, each but the default one to make it that', async () => {
  await open({ cards })
  const rows = within(screen.getByRole('heading', { name: 'Your cards' }).parentElement as HTMLElement).getAllByRole(
    'listitem',
  )
  expect(rows.map((row) => row.textContent)).toEqual([
    'Visa ending in 1111, expires 05/30Default cardEditRemove',
    'Mastercard ending in 4444, expired 05/30EditMake defaultRemove',
  ])
  const forms = rows.flatMap((row) => [...row.querySelectorAll('form')])
  expect(forms.map((form) => [form.getAttribute('action'), new FormData(form).get('cardId')])).toEqual([
    ['/account/cards/remove', 'first'],
    ['/account/cards/default', 'second'],
    ['/account/cards/remove', 'second'],
  ])
  for (const form of forms) expect(new FormData(form).get('__RequestVerificationToken')).toBe('page-token')
  expect(screen.getByRole('button', { name: 'Remove: Visa ending in 1111' })).toBeDefined()
})

test('OPEN-18: an account without cards says so, and one without a name is greeted without one', async () => {
  await open({ firstName: '', lastName: '' })
  expect(screen.getByText('No card is saved. You can save one when you pay with it.')).toBeDefined()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Hello')
  expect(screen.getByText('ada@example.com')).toBeDefined()
})

test('SHIP-04: each saved address stands as on an envelope, with a form to remove it; the name can be changed', async () => {
  const address = {
    ...{ addressId: 'home', firstName: 'Ada', lastName: 'Byron', companyName: '', address1: '1 Elm St', address2: '' },
    ...{ city: 'Chicago', state: 'IL', postalCode: '60606', country: 'US', phone: '3125550110', email: '' },
  }
  await open({ addresses: [address] })
  const [row] = within(
    screen.getByRole('heading', { name: 'Your addresses' }).parentElement as HTMLElement,
  ).getAllByRole('listitem')
  expect(row?.textContent).toBe('Ada Byron1 Elm StChicago, IL 60606(312) 555-0110EditRemove')
  const removal = row?.querySelector('form')
  expect(removal?.getAttribute('action')).toBe('/account/addresses/remove')
  expect(new FormData(removal ?? undefined).get('addressId')).toBe('home')
  expect(screen.getByRole('button', { name: 'Remove: 1 Elm St, Chicago' })).toBeDefined()
  const profile = screen.getByRole('button', { name: 'Save name' }).closest('form')
  expect(profile?.getAttribute('action')).toBe('/account/profile')
  expect(Object.fromEntries(new FormData(profile ?? undefined))).toMatchObject({ firstName: 'Ada', lastName: 'Byron' })
  expect(screen.getByRole('link', { name: 'See your favorites' }).getAttribute('href')).toBe('/favorites')
})

test('OPEN-18: each registry leads to its page; without one the way to make one is shown', async () => {
  const registries = [
    { grId: 7, title: 'Wedding, Jun 12, 2027' },
    { grId: 9, title: 'Gift list, Dec 1, 2027' },
  ]
  await open({ registries })
  const section = screen.getByRole('heading', { name: 'Your registries' }).parentElement as HTMLElement
  expect(
    within(section)
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')]),
  ).toEqual([
    ['Wedding, Jun 12, 2027', '/gift-registry/registrant-list/7'],
    ['Gift list, Dec 1, 2027', '/gift-registry/registrant-list/9'],
  ])
  cleanup()
  await open()
  expect(screen.getByText('You have no registry yet.')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Create Registry' }).getAttribute('href')).toBe('/gift-registry/create')
})

test('an account without saved addresses says how one comes there', async () => {
  await open()
  expect(screen.getByText('No address is saved. You can save one when you ship to it.')).toBeDefined()
})

test('OPEN-118: each order leads to its own page and says its state; past orders and all devices are one press away', async () => {
  const order = { placedAt: '2026-03-02T15:00:00Z', total: 2_000, pieces: 1, lines: 0, firstPieces: [] }
  const orders = [
    { ...order, orderNumber: 'AAAA-BBBB-CCCC', state: 'placed' },
    { ...order, orderNumber: 'DDDD-EEEE-FFFF', state: 'cancelled' },
    { ...order, orderNumber: 'GGGG-HHHH-JJJJ', state: 'pending' },
  ]
  await open({ orders })
  const rows = screen.getAllByRole('row').slice(1)
  expect(rows.map((row) => within(row).getByRole('link').getAttribute('href'))).toEqual(
    orders.map(({ orderNumber }) => `/account/orders/${orderNumber}`),
  )
  expect(rows.map((row) => within(row).getAllByRole('cell')[2]?.textContent)).toEqual([
    'Placed',
    'Cancelled',
    'Payment being confirmed',
  ])
  const formOf = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name }).form?.getAttribute('action')
  expect([formOf('Find my past orders'), formOf('Sign out on all devices')]).toEqual([
    '/account/ask-claim',
    '/account/sign-out-everywhere',
  ])
})

test('CALM-64: the first address is the default, the others can become it; what was removed stands where it was, with Undo', async () => {
  const home = {
    ...{ firstName: 'Ada', lastName: 'Byron', companyName: '', address1: '1 Elm St', address2: '', city: 'Chicago' },
    ...{ state: 'IL', postalCode: '60606', country: 'US', phone: '', email: '', addressId: 'home' },
  }
  const addresses = [home, { ...home, addressId: 'work', address1: '2 Oak St' }]
  const gone = { addressId: 'gone', address1: '9 Ash St', city: 'Elgin', before: 'work' }
  const goneCard = { cardId: 'gone', type: 'Visa', lastFour: '4242', before: '' }
  await open({ addresses, cards, removed: { addresses: [gone], cards: [goneCard] } })
  const rowsUnder = (name: string) =>
    within(screen.getByRole('heading', { name }).parentElement as HTMLElement).getAllByRole('listitem')
  const shown = (rows: readonly HTMLElement[]) => rows.map((row) => [row.id, row.textContent])
  expect(shown(rowsUnder('Your addresses'))).toEqual([
    ['address-home', 'Ada Byron1 Elm StChicago, IL 60606Default addressEditRemove'],
    ['', '9 Ash St, Elgin removed.Undo removal of 9 Ash St, Elgin'],
    ['address-work', 'Ada Byron2 Oak StChicago, IL 60606EditMake defaultRemove'],
  ])
  expect(shown(rowsUnder('Your cards')).slice(1)).toEqual([
    ['card-second', 'Mastercard ending in 4444, expired 05/30EditMake defaultRemove'],
    ['', 'Visa ending in 4242 removed.Undo removal of Visa ending in 4242'],
  ])
  const undo = screen.getByRole<HTMLButtonElement>('button', { name: 'Undo removal of 9 Ash St, Elgin' }).form
  expect([undo?.getAttribute('action'), new FormData(undo ?? undefined).get('addressId')]).toEqual([
    '/account/addresses/undo',
    'gone',
  ])
  expect(screen.getByRole('link', { name: 'Edit: 2 Oak St, Chicago' }).getAttribute('href')).toBe(
    '/account/addresses/work',
  )
  expect(screen.getByRole('link', { name: 'Add an address' }).getAttribute('href')).toBe('/account/addresses/new')
})

test('CALM-64: an order shows pictures and names of its first three pieces, and how many more there are', async () => {
  const piece = (name: string, lineNo: number) => ({ lineNo, name, imagePath: `/pictures/${name}.svg` })
  const firstPieces = [piece('Oak Table', 0), piece('Lamp', 1), piece('Mug', 2)]
  const order = { placedAt: '2026-03-02T15:00:00Z', total: 2_000, pieces: 9, state: 'placed' }
  await open({
    orders: [
      { ...order, orderNumber: 'AAAA-BBBB-CCCC', lines: 5, firstPieces },
      { ...order, orderNumber: 'DDDD-EEEE-FFFF', lines: 1, firstPieces: firstPieces.slice(1, 2) },
    ],
  })
  const rows = screen.getAllByRole('row').slice(1)
  const first = rows.map((row) => within(row).getAllByRole('cell')[0])
  expect(first.map((cell) => cell?.textContent)).toEqual([
    'AAAA-BBBB-CCCCOak Table, Lamp, Mug and 2 more',
    'DDDD-EEEE-FFFFLamp',
  ])
  expect(first.map((cell) => [...(cell?.querySelectorAll('img') ?? [])].map((img) => img.getAttribute('src')))).toEqual(
    [['/pictures/Oak Table.svg', '/pictures/Lamp.svg', '/pictures/Mug.svg'], ['/pictures/Lamp.svg']],
  )
})

test.each(['Sign out', 'Sign out on all devices'])(
  "CALM-21: '%s' forgets what this tab still has of a checkout, as another may sit here next",
  async (name) => {
    noteEndedSession(aCheckout(), 2)
    draftOf('basket-1', 'shipping').write({ city: 'Evanston' })
    await open()
    const button = screen.getByRole<HTMLButtonElement>('button', { name })
    button.form?.addEventListener('submit', (event) => event.preventDefault())
    fireEvent.click(button)
    expect(sessionStorage.length).toBe(0)
  },
)
