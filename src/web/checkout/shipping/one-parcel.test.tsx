import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { CheckoutReply } from '#contracts/pages.ts'
import { aCheckout, anAddress, aRecipient, aShipment, aSummary, openCheckout, refusal } from '#test/web/checkout.ts'
import { type Answer, heldAnswer, networkFailure, type SeenRequest } from '#test/web/fake-server.ts'
import { fieldErrors } from '#test/web/field-errors.ts'

beforeEach(() => {
  sessionStorage.clear()
  vi.useFakeTimers({ shouldAdvanceTime: true })
  return () => vi.useRealTimers()
})

const save = '/ReactCheckout/ValidateAndSaveAddress'
const saveOptions = '/ReactCheckout/SaveShippingAndGiftOptions'
const aheadCalls = ['ValidateCart', 'ValidateAndSaveAddress', 'MoveToShippingAndGiftOptions', 'RefreshCheckout'].map(
  (name) => `/ReactCheckout/${name}`,
)
const button = (name: string) => screen.getByRole('button', { name })
const options = () => screen.getByRole('heading', { level: 2, name: 'Shipping & Gift Options' })
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`))
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } })
const pause = () => act(() => vi.advanceTimersByTimeAsync(1_000))

const unsaved = { isOneParcel: true, recipientList: [aRecipient({ address: null })] }
const home = { isOneParcel: true, recipientList: [aRecipient()] }

/** Step 1 of one parcel, before a server that has the address and opens step 2 once they were sent. */
function openParcel(patch: Partial<CheckoutReply> = unsaved, answers: { readonly [path: string]: Answer } = {}) {
  const after = aCheckout({ ...patch, highestStep: 2, recipientList: [aRecipient()] })
  return openCheckout(1, patch, { '/ReactCheckout/RefreshCheckout': () => after, ...answers })
}

function typeAddress(): void {
  const { email, firstName, lastName, address1, city, state, postalCode, phone } = anAddress()
  const texts = { Email: email, 'First name': firstName, 'Last name': lastName, 'Street address': address1 }
  for (const [label, text] of Object.entries({ ...texts, City: city, State: state })) type(label, text)
  type('ZIP code', postalCode)
  type('Phone', phone)
}

describe('CALM-33, STEP-08, STEP-09, STEP-10: a whole address is saved without a press, by the calls of Next in their order', () => {
  test('when the typing has ended: the standard way is chosen, with its date and price, and the focus stays', async () => {
    const { server, path } = await openParcel()
    field('Phone').focus()
    typeAddress()
    expect(server.paths()).toEqual([])
    await pause()
    expect(server.paths()).toEqual(aheadCalls)
    const levels = within(screen.getByRole('group', { name: 'Delivery' })).getAllByRole<HTMLInputElement>('radio')
    expect(levels.map(({ checked }) => checked)).toEqual([true, false, false])
    expect(button('Next: Payment')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Next' })).toBeNull()
    expect(document.activeElement).toBe(field('Phone'))
    const told = 'Chosen: Standard, Arrives Wed, Nov 25 - Fri, Nov 27, $14.95.'
    expect(screen.getByText(`Shipping options are below your address. ${told}`)).toBeDefined()
    expect(path()).toBe('/checkout/shipping')
  })

  test('when a field is left, at once; the same is never sent twice', async () => {
    const { server } = await openParcel()
    typeAddress()
    fireEvent.blur(field('Phone'))
    await waitFor(() => expect(button('Next: Payment')).toBeDefined())
    fireEvent.blur(field('Phone'))
    await pause()
    expect(server.paths()).toEqual(aheadCalls)
  })

  test('with a promotion code that is verified first, and told when it was taken off', async () => {
    const promo = { discountCode: 'SAVE10', errorMessage: '' }
    const taken = { ...refusal(''), isPromoCodeRemoved: true, promoErrorMessage: 'SAVE10 has ended.' }
    const { server } = await openParcel(
      { ...unsaved, promo },
      { '/ReactCheckout/VerifyPromoCode': () => ({ ...taken, orderSummary: aCheckout().orderSummary }) },
    )
    typeAddress()
    await pause()
    expect(server.paths()).toEqual(['/ReactCheckout/VerifyPromoCode'])
    expect(screen.getByText('SAVE10 has ended.')).toBeDefined()
    fireEvent.click(button('Next'))
    await waitFor(() => expect(document.activeElement).toBe(options()))
    expect(server.paths().slice(1)).toEqual(aheadCalls)
  })

  test('an address that is not whole, and another cart than of one parcel, wait for the press', async () => {
    const { server } = await openParcel()
    typeAddress()
    type('Phone', '312555')
    await pause()
    const several = await openCheckout(1, { recipientList: [aRecipient({ address: null })] })
    expect(screen.getAllByRole('button', { name: 'Next' })).toHaveLength(2)
    await pause()
    expect([server.paths(), several.server.paths()]).toEqual([[], []])
  })
})

/** A server that has one address and one way, as they were sent last; another tab may put others there. */
function aStoringServer(patch: Partial<CheckoutReply>) {
  const has = { street: anAddress().address1, level: 1 }
  const list = () => [
    aRecipient({
      address: anAddress({ address1: has.street }),
      shipments: [aShipment({ id: `r1.${has.level}`, selectedServiceLevel: has.level })],
    }),
  ]
  const reply = () => ({ ...refusal(''), isSuccess: true, errors: [], recipientList: list(), orderSummary: aSummary() })
  const answers = {
    [save]: ({ body }: SeenRequest) => {
      has.street = (body as { address1: string }).address1
      return reply()
    },
    [saveOptions]: ({ body }: SeenRequest) => {
      const [one] = (body as { recipients: { shipments: { selectedServiceLevel: number }[] }[] }).recipients
      has.level = one?.shipments[0]?.selectedServiceLevel ?? 0
      return reply()
    },
    '/ReactCheckout/RefreshCheckout': () => aCheckout({ ...patch, highestStep: 2, recipientList: list() }),
  }
  return { has, answers }
}

describe('CALM-33, STEP-10: the order goes to the address on the screen, by the ways on the screen', () => {
  const here = anAddress().address1
  const known = { ...home, highestStep: 2 as const }
  const isAtPayment = (path: () => string) => waitFor(() => expect(path()).toBe('/checkout/paymentandbilling'))

  test('when another address is being saved while the changes are cancelled', async () => {
    const { has, answers } = aStoringServer(known)
    const held = heldAnswer()
    const { server, path } = await openParcel(known, answers)
    server.on(save, held.answer)
    type('Street address', '1 Main St')
    await pause()
    expect(server.count(save)).toBe(1)
    fireEvent.click(button('Cancel Changes'))
    expect(field('Street address').value).toBe(here)
    expect(screen.queryByRole('button', { name: 'Next: Payment' })).toBeNull()
    fireEvent.click(button('Next'))
    server.on(save, answers[save])
    const other = { body: { address1: '1 Main St' } } as unknown as SeenRequest
    await act(async () => held.release(answers[save](other)))
    await waitFor(() => expect(document.activeElement).toBe(options()))
    expect(has.street).toBe(here)
    fireEvent.click(await screen.findByRole('button', { name: 'Next: Payment' }))
    await isAtPayment(path)
    expect(has.street).toBe(here)
  })

  test('when the answer to a save of another address was lost', async () => {
    const { has, answers } = aStoringServer(known)
    const { server, path } = await openParcel(known, answers)
    type('Street address', '2 Oak St')
    await pause()
    expect([has.street, button('Next: Payment')]).toEqual(['2 Oak St', expect.anything()])
    server.on(save, (request) => {
      answers[save](request)
      return networkFailure
    })
    type('Street address', '1 Main St')
    await act(() => vi.advanceTimersByTimeAsync(20_000))
    expect(has.street).toBe('1 Main St')
    server.on(save, answers[save])
    type('Street address', '2 Oak St')
    expect(screen.queryByRole('button', { name: 'Next: Payment' })).toBeNull()
    await pause()
    expect(has.street).toBe('2 Oak St')
    fireEvent.click(button('Next: Payment'))
    await isAtPayment(path)
    expect(has.street).toBe('2 Oak St')
  })

  test('when another tab saved another address and another way', async () => {
    const { has, answers } = aStoringServer(known)
    const { server, path } = await openParcel(known, answers)
    fireEvent.click(screen.getByLabelText(/^Express/))
    await waitFor(() => expect(has.level).toBe(3))
    has.street = '1 Main St'
    has.level = 2
    fireEvent.click(button('Next: Payment'))
    await isAtPayment(path)
    expect(has).toEqual({ street: here, level: 3 })
    expect(server.paths().slice(1, 6)).toEqual([
      ...aheadCalls.slice(0, 2),
      saveOptions,
      '/ReactCheckout/MoveToPaymentPage',
      '/ReactCheckout/RefreshCheckout',
    ])
  })

  test('an address that is refused by then is told, and nothing moves', async () => {
    const refused = { ...refusal('Please check.'), errors: [{ field: 'city', message: 'No such city.' }] }
    const { server, path } = await openParcel(known, { [save]: () => refused })
    fireEvent.click(button('Next: Payment'))
    await waitFor(() => expect(fieldErrors()).toHaveLength(1))
    expect([server.count(saveOptions), path()]).toEqual([0, '/checkout/shipping'])
  })
})

describe('CALM-33, STEP-02: the button', () => {
  test("'Next' saves by itself what was not saved yet, and the focus goes to the options", async () => {
    const { server, path } = await openParcel()
    typeAddress()
    fireEvent.click(button('Next'))
    await waitFor(() => expect(document.activeElement).toBe(options()))
    await pause()
    expect(server.paths()).toEqual(aheadCalls)
    expect(button('Next: Payment')).toBeDefined()
    expect(path()).toBe('/checkout/shipping')
  })

  test('pressed while the address is being saved, it waits for that and sends nothing again', async () => {
    const held = heldAnswer()
    const { server } = await openParcel(unsaved, { '/ReactCheckout/ValidateCart': held.answer })
    typeAddress()
    await pause()
    fireEvent.click(button('Next'))
    expect(screen.getByRole('button', { name: 'Saving your address…' })).toBeDefined()
    const ok = { ...refusal(''), isSuccess: true, errorType: 0, items: [], basketId: 'basket-1' }
    await act(async () => held.release(ok))
    await waitFor(() => expect(document.activeElement).toBe(options()))
    expect(server.paths()).toEqual(aheadCalls)
  })

  test.each([
    [
      'refused',
      () => ({ ...refusal('Please check.'), errors: [{ field: 'city', message: 'No such city.' }] }),
      'Cancel Changes',
    ],
    ['not answered', () => new TypeError('Failed to fetch'), 'Stay on this step'],
    ['failing', () => new Response('', { status: 500 }), 'Close'],
  ])('an address that is %s is not told of before the press, and is then', async (_, answer, ending) => {
    const { server, browser } = await openParcel(unsaved, { [save]: answer })
    typeAddress()
    // also when all retries are over
    await act(() => vi.advanceTimersByTimeAsync(20_000))
    const before = server.count(save)
    expect([fieldErrors(), screen.queryByRole('dialog'), screen.queryByRole('alert')]).toEqual([[], null, null])
    expect(screen.queryByRole('group', { name: 'Delivery' })).toBeNull()
    fireEvent.click(button('Next'))
    await waitFor(() => expect(fieldErrors().length + screen.queryAllByRole('dialog').length).toBe(1))
    expect(server.count(save)).toBeGreaterThan(before)
    expect(browser.left).toEqual([])
    fireEvent.click(button(ending))
    await waitFor(() => expect([...fieldErrors(), ...screen.queryAllByRole('dialog')]).toEqual([]))
  })

  test('an address that was saved before step 2 was opened opens it', async () => {
    const { server } = await openParcel(home)
    expect(button('Next')).toBeDefined()
    await pause()
    expect(server.paths()).toEqual(aheadCalls)
    expect(button('Next: Payment')).toBeDefined()
  })

  test("who comes back finds the options as she left them, without a call; 'Next: Payment' saves the address and makes those of step 2", async () => {
    const chosen = aRecipient({ shipments: [aShipment({ selectedServiceLevel: 2 })] })
    const { server, path } = await openParcel({ ...home, recipientList: [chosen], highestStep: 3 })
    await pause()
    expect(server.paths()).toEqual([])
    expect(document.activeElement).toBe(document.body)
    expect(screen.queryByText(/Chosen: 2-Day/)).toBeNull()
    expect(screen.getByLabelText<HTMLInputElement>(/^2-Day/).checked).toBe(true)
    fireEvent.click(button('Next: Payment'))
    await waitFor(() => expect(path()).toBe('/checkout/paymentandbilling'))
    expect(server.paths().slice(0, 5)).toEqual(
      [
        'ValidateCart',
        'ValidateAndSaveAddress',
        'SaveShippingAndGiftOptions',
        'MoveToPaymentPage',
        'RefreshCheckout',
      ].map((name) => `/ReactCheckout/${name}`),
    )
  })

  test('an address that is changed holds the options until it is saved or as it was', async () => {
    const { server } = await openParcel({ ...home, highestStep: 2 })
    const held = () => screen.getByRole('group', { name: 'Delivery', hidden: true }).closest('[inert]')
    const why = () => screen.queryByText('Finish your address to choose')
    expect(why()).toBeNull()
    type('City', '')
    expect(held()).not.toBeNull()
    expect(why()?.closest('[inert], [hidden], [aria-hidden]')).toBeNull()
    expect(why()).not.toBeNull()
    expect(button('Next')).toBeDefined()
    const cancel = button('Cancel Changes')
    cancel.focus()
    fireEvent.click(cancel)
    expect(field('City').value).toBe('Chicago')
    expect([held(), why()]).toEqual([null, null])
    expect(document.activeElement).toBe(options())
    await pause()
    expect(server.paths()).toEqual([])
    // tidied, it is the same address
    type('Street address', '233 S  Wacker Dr ')
    expect(held()).toBeNull()
    await pause()
    expect(server.paths()).toEqual([])
    type('Street address', '1 Main St')
    expect(held()).not.toBeNull()
    await pause()
    expect(held()).toBeNull()
    expect(server.paths()).toEqual(aheadCalls)
  })

  test('Enter in a field leads on as the button does: to the options, not past them', async () => {
    const { path } = await openParcel({ ...home, highestStep: 2 })
    field('Phone').focus()
    fireEvent.keyDown(field('Phone'), { key: 'Enter' })
    expect(document.activeElement).toBe(options())
    expect(path()).toBe('/checkout/shipping')
  })

  test('what is still being typed is not kept in the account: the address is, when she goes on', async () => {
    const member = { ...home, isGuest: false, highestStep: 2 }
    const { server, path } = await openParcel(member, { '/ReactCheckout/RefreshCheckout': () => aCheckout(member) })
    fireEvent.click(await screen.findByRole('checkbox', { name: /keep this address/i }))
    type('Street address', '1 Main St')
    await pause()
    fireEvent.click(button('Next: Payment'))
    await waitFor(() => expect(path()).toBe('/checkout/paymentandbilling'))
    expect(server.bodies(save)).toMatchObject([{ saveToAccount: false }, { saveToAccount: true }])
    const calls = server.paths().slice(aheadCalls.length)
    expect(calls.slice(0, 3)).toEqual(
      ['ValidateCart', 'ValidateAndSaveAddress', 'SaveShippingAndGiftOptions'].map((name) => `/ReactCheckout/${name}`),
    )
  })

  test('CALM-02: what the address changed stands at the options, below what may still be typed', async () => {
    const message = 'Shipping to 60606 is $14.95, $5.00 less than estimated.'
    const changes = [{ kind: 'shipping' as const, lineItemId: '', message }]
    const saved = { ...refusal(''), isSuccess: true, errors: [], recipientList: [aRecipient()], changes }
    await openParcel(unsaved, { [save]: () => ({ ...saved, orderSummary: aCheckout().orderSummary }) })
    typeAddress()
    await pause()
    const below = options().closest('section') ?? document.body
    expect(within(below).getByText(message)).toBeDefined()
    expect(within(screen.getByRole('main')).getAllByText(message)).toHaveLength(1)
  })
})
