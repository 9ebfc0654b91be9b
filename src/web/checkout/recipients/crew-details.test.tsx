import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { aRecipient, aSummary, openCheckout } from '#test/web/checkout.ts'
import { fieldErrors } from '#test/web/field-errors.ts'

beforeEach(() => sessionStorage.clear())

const saveAll = '/ReactCheckout/SaveShippingAndGiftOptions'
const move = '/ReactCheckout/MoveToPaymentPage'
const silent = { phone: '', accessNotes: '', isPhoneOfAddress: false, isPhoneNeeded: true }
type Crew = typeof silent

/** Step 2 of a home whose crew know this; every save is answered with what was sent. */
async function openWith(before: Crew) {
  const withCrew = (crew: Crew) => ({
    recipientList: [aRecipient({ crew })],
    orderSummary: aSummary(),
  })
  return openCheckout(2, withCrew(before), {
    [saveAll]: ({ body }) => {
      const { crew } = (body as { recipients: { crew: Pick<Crew, 'phone' | 'accessNotes'> }[] }).recipients[0]!
      const kept = { ...before, ...crew, isPhoneNeeded: before.isPhoneNeeded && crew.phone === '' }
      return { isSuccess: true, errorMessage: '', basketVersion: 9, changes: [], ...withCrew(kept) }
    },
    [move]: () => ({ isSuccess: true, errorMessage: '', redirectUrl: '', basketVersion: 9, changes: [] }),
  })
}
const next = () => fireEvent.click(screen.getByRole('button', { name: 'Next: Payment' }))
const phone = () => screen.findByLabelText<HTMLInputElement>(/^Phone/)
const notes = () => screen.findByLabelText<HTMLTextAreaElement>(/^Notes on access/)

test("CALM-17: without a phone and without booked hours 'Next' stops at the phone; with one it goes on, and tells the crew", async () => {
  const { server } = await openWith(silent)
  const field = await phone()
  expect(screen.getByText('The crew calls before it comes.')).toBeDefined()
  next()
  await waitFor(() =>
    expect(fieldErrors()).toEqual(['Please enter a phone number, or book a delivery day where one is offered.']),
  )
  expect(document.activeElement).toBe(field)
  expect(server.bodies(move)).toEqual([])

  fireEvent.change(field, { target: { value: '312-555-0100' } })
  expect(fieldErrors()).toEqual([])
  fireEvent.change(await notes(), { target: { value: 'Gate 4711' } })
  next()
  await waitFor(() => expect(server.bodies(move)).toHaveLength(1))
  expect(server.bodies(saveAll).at(-1)).toMatchObject({
    recipients: [{ crew: { phone: '312-555-0100', accessNotes: 'Gate 4711' } }],
  })
})

test.each([
  ['phone', phone, '31255', 'Please enter a phone number with 10 digits.'],
  ['notes', notes, 'x'.repeat(201), 'Please use at most 200 characters for the notes on access.'],
] as const)(
  'CALM-17: %s that will not do are told when the field is left, and are never sent',
  async (_, find, value, error) => {
    const { server } = await openWith({ ...silent, isPhoneNeeded: false })
    const field = await find()
    fireEvent.change(field, { target: { value } })
    fireEvent.blur(field)
    expect(fieldErrors()).toEqual([error])
    next()
    await waitFor(() => expect(document.activeElement).toBe(field))
    expect(server.bodies(move)).toEqual([])
    expect(JSON.stringify(server.bodies(saveAll))).not.toContain(value)
  },
)

test('CALM-17: what is typed is kept when its field is left, once', async () => {
  const { server } = await openWith(silent)
  const field = await notes()
  fireEvent.blur(field)
  fireEvent.change(field, { target: { value: 'Third floor, no elevator' } })
  fireEvent.blur(field)
  await waitFor(() => expect(server.bodies(saveAll)).toHaveLength(1))
  fireEvent.blur(field)
  await waitFor(() => expect(screen.getByText(/24 of 200 characters/)).toBeDefined())
  expect(server.bodies(saveAll)).toHaveLength(1)
})

test.each([
  ['3125550100', 'The crew calls (312) 555-0100 before it comes.'],
  ['', 'The crew calls before it comes.'],
])("CALM-17: an address's phone %s is not asked for again; a registrant's is not shown", async (known, text) => {
  await openWith({ ...silent, phone: known, isPhoneOfAddress: true, isPhoneNeeded: false })
  expect(await screen.findByText(text)).toBeDefined()
  expect(screen.queryByLabelText(/^Phone/)).toBeNull()
})

test('CALM-17: where no crew comes nothing is said of one', async () => {
  await openCheckout(2)
  await screen.findByRole('button', { name: 'Next: Payment' })
  expect(screen.queryByLabelText(/^Notes on access/)).toBeNull()
})
