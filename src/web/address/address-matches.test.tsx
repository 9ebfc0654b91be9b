import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aCheckout, aRecipient, openCheckout } from '#test/web/checkout.ts'
import { type Answer, type FakeServer, fakeServer, heldAnswer, networkFailure } from '#test/web/fake-server.ts'
import { aFrame, aState } from '#test/web/pages.ts'
import { renderPage } from '#test/web/render-page.tsx'

// a page fetches it when it is idle
beforeAll(async () => {
  await import('#web/address/address-help.tsx')
})
beforeEach(() => sessionStorage.clear())

const path = '/ReactCheckout/SearchAddress'
const nowhere = { recipientList: [aRecipient({ address: null, shipments: [] })] }
const chicago = { address1: '1200 W Monroe St', city: 'Chicago', state: 'IL', postalCode: '60607' }
const elsewhere = { ...chicago, city: 'Springfield', postalCode: '' }
const matchOf = (address: typeof chicago) => ({
  text: `${address.address1}, ${address.city}, ${address.state} ${address.postalCode}`.trim(),
  address,
  within: '',
})
const found = (...matches: object[]) => ({ isOffered: true, matches })

const street = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Street address' })
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`))
const values = () => ['Street address', 'City', 'State', 'ZIP code'].map((label) => field(label).value)
const type = (text: string, inputType = 'insertText') => {
  act(() => street().focus())
  fireEvent.input(street(), { target: { value: text }, inputType })
}
const press = (key: string) => fireEvent.keyDown(street(), { key })
const offered = () => [...document.querySelectorAll('[role=listbox]:not([hidden]) [role=option]')]
const offers = async (count: number) => {
  await waitFor(() => expect(offered()).toHaveLength(count))
  return offered()
}
const spoken = () =>
  screen
    .getAllByRole('status')
    .map(({ textContent }) => textContent)
    .join(' ')
/** Time for a question that is not to be asked. */
const longEnough = () => act(() => new Promise<void>((resolve) => setTimeout(resolve, 250)))

async function open(answer: Answer): Promise<FakeServer> {
  const { server } = await openCheckout(1, nowhere, { [path]: answer })
  await screen.findByRole('combobox', { name: 'Street address' })
  return server
}

describe('CALM-35: an address typed in one line offers matches', () => {
  test('the arrows and Enter take one into street, city, state and ZIP; nothing else changes, nothing is sent', async () => {
    const server = await open(() => found(matchOf(elsewhere), matchOf(chicago)))
    fireEvent.change(field('First name'), { target: { value: 'Ada' } })
    type('1200 w monroe st chicago')
    await offers(2)
    expect(server.bodies(path)).toEqual([{ country: 'US', line: '1200 w monroe st chicago', within: '' }])
    expect(street().getAttribute('aria-expanded')).toBe('true')
    expect(spoken()).toContain('2 addresses; arrow down to choose')
    press('ArrowDown')
    press('ArrowDown')
    const chosen = offered().find((one) => one.getAttribute('aria-selected') === 'true')
    expect(chosen?.textContent).toBe('1200 W Monroe St, Chicago, IL 60607')
    expect(street().getAttribute('aria-activedescendant')).toBe(chosen?.id)
    press('Enter')
    expect(values()).toEqual(['1200 W Monroe St', 'Chicago', 'IL', '60607'])
    expect([field('First name').value, field('Last name').value, document.activeElement]).toEqual(['Ada', '', street()])
    expect([offered(), street().getAttribute('aria-expanded')]).toEqual([[], 'false'])
    expect(spoken()).toContain('Filled in: Chicago, IL 60607')
    expect(server.paths()).toEqual([path])
  })

  test('a press takes it; a code that nobody knows is typed next', async () => {
    await open(() => found(matchOf(elsewhere), matchOf(chicago)))
    type('1200 w monroe st, spr')
    const [first] = await offers(2)
    if (first) fireEvent.click(first)
    expect(values()).toEqual(['1200 W Monroe St', 'Springfield', 'IL', ''])
    expect(document.activeElement).toBe(field('ZIP code'))
  })

  test('a code of that state that was typed before stays', async () => {
    await open(() => found(matchOf(elsewhere)))
    fireEvent.change(field('ZIP code'), { target: { value: '62701' } })
    type('1200 w monroe st, spr')
    const [only] = await offers(1)
    if (only) fireEvent.click(only)
    expect(values()).toEqual(['1200 W Monroe St', 'Springfield', 'IL', '62701'])
  })

  test('a building of many homes offers them next', async () => {
    const server = await open(({ body }) =>
      (body as { within: string }).within === ''
        ? found({ text: '1200 W Monroe St (2 homes)', address: null, within: 'b-1' })
        : found(
            matchOf({ ...chicago, address1: '1200 W Monroe St Apt 1' }),
            matchOf({ ...chicago, address1: '1200 W Monroe St Apt 2' }),
          ),
    )
    type('1200 w monroe st')
    const [building] = await offers(1)
    if (building) fireEvent.click(building)
    const [, second] = await offers(2)
    expect(server.bodies(path)[1]).toEqual({ country: 'US', line: '', within: 'b-1' })
    if (second) fireEvent.click(second)
    expect(values()[0]).toBe('1200 W Monroe St Apt 2')
  })

  test('Escape puts the list away and leaves what was typed; Enter with none chosen is that of the form', async () => {
    await open(() => found(matchOf(chicago)))
    type('1200 w monroe st 60607')
    await offers(1)
    press('Escape')
    expect([offered(), street().value]).toEqual([[], '1200 w monroe st 60607'])
    expect(press('Enter')).toBe(true)
  })

  test('what is answered after one was taken opens no list, and the arrows none of before', async () => {
    const late = heldAnswer()
    const server = await open((request) =>
      (request.body as { line: string }).line.endsWith('607') ? late.answer(request) : found(matchOf(chicago)),
    )
    type('1200 w monroe st, chicago')
    const [first] = await offers(1)
    type('1200 w monroe st, chicago 607')
    await waitFor(() => expect(server.count(path)).toBe(2))
    if (first) fireEvent.click(first)
    late.release(found(matchOf(elsewhere)))
    await longEnough()
    press('ArrowDown')
    expect([offered(), values()[1]]).toEqual([[], 'Chicago'])
  })

  test('an error of a field that is filled in goes, the others stay', async () => {
    await open(() => found(matchOf(chicago)))
    fireEvent.click(screen.getByRole('button', { name: 'Next' }))
    await waitFor(() => expect(field('City').getAttribute('aria-invalid')).toBe('true'))
    type('1200 w monroe st 60607')
    const [only] = await offers(1)
    if (only) fireEvent.click(only)
    const isWrong = (label: string) => field(label).getAttribute('aria-invalid')
    expect(['Street address', 'City', 'State', 'ZIP code', 'Last name'].map(isWrong)).toEqual([
      null,
      null,
      null,
      null,
      'true',
    ])
  })

  test('in Canada it asks for Canadian addresses', async () => {
    const checkout = aCheckout({ ...nowhere, currencyCode: 'CAD' })
    const toronto = { address1: '220 King St W', city: 'Toronto', state: 'ON', postalCode: 'M5V 1J7' }
    const server = fakeServer({ [path]: () => found(matchOf(toronto)) })
    await renderPage(aState({ name: 'checkout', step: 1, checkout }, '/checkout/shipping', aFrame({}, 'cb-ca')))
    await screen.findByRole('combobox', { name: 'Street address' })
    type('220 king st w m5v1j7')
    const [only] = await offers(1)
    if (only) fireEvent.click(only)
    expect(server.bodies(path)).toEqual([{ country: 'CA', line: '220 king st w m5v1j7', within: '' }])
    expect(['City', 'Province', 'Postal code'].map((label) => field(label).value)).toEqual(['Toronto', 'ON', 'M5V 1J7'])
  })
})

describe('CALM-35: typing all fields by hand stays as it is', () => {
  test.each<[string, Answer]>([
    ['answers with an error', () => new Response('', { status: 500 })],
    ['is cut off', () => Promise.reject(networkFailure)],
    ['does not answer', () => new Promise(() => undefined)],
    ['knows none', () => found()],
  ])('where the search %s there is no list, no message and no popup', async (_name, answer) => {
    const server = await open(answer)
    const before = spoken()
    type('1200 w monroe st')
    await waitFor(() => expect(server.count(path)).toBeGreaterThan(0))
    await longEnough()
    expect([offered(), screen.queryByRole('dialog'), screen.queryByRole('alert')]).toEqual([[], null, null])
    expect([street().value, street().getAttribute('aria-expanded'), spoken()]).toEqual([
      '1200 w monroe st',
      'false',
      before,
    ])
  })

  test('where nobody searches it is asked once', async () => {
    const server = await open(() => ({ isOffered: false, matches: [] }))
    type('1200 w monroe')
    await waitFor(() => expect(server.count(path)).toBe(1))
    await longEnough()
    type('1200 w monroe st')
    await longEnough()
    expect(server.count(path)).toBe(1)
  })

  test('what the browser fills in is not searched for, and its fields say what they are as ever', async () => {
    const server = await open(() => found(matchOf(chicago)))
    for (const kind of ['', 'insertReplacementText']) type('1200 w monroe st', kind)
    type('1200')
    await longEnough()
    expect(server.count(path)).toBe(0)
    const tokens = ['Street address', 'City', 'State', 'ZIP code'].map((label) =>
      field(label).getAttribute('autocomplete')?.split(' ').at(-1),
    )
    expect(tokens).toEqual(['address-line1', 'address-level2', 'address-level1', 'postal-code'])
  })

  test('there is no field more than before', async () => {
    await open(() => found())
    const names = [...document.querySelectorAll('form [data-field]')].map((one) => one.getAttribute('data-field'))
    expect(names.filter((name) => name === 'address1')).toHaveLength(1)
    expect(names.length).toBe(new Set(names).size)
  })
})
