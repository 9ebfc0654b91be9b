import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { variants } from '#domain/variant.ts'
import { aCheckout, anAddress, aRecipient, openCheckout, refusal } from '#test/web/checkout.ts'
import { fakeServer } from '#test/web/fake-server.ts'
import { fieldErrors } from '#test/web/field-errors.ts'
import { aFrame, aState } from '#test/web/pages.ts'
import { renderPage } from '#test/web/render-page.tsx'

// a page fetches it when it is idle
beforeAll(async () => {
  await import('#web/address/address-help.tsx')
})
beforeEach(() => sessionStorage.clear())

const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`))
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } })
const leave = (label: string) => fireEvent.blur(field(label))

const nowhere = { recipientList: [aRecipient({ address: null, shipments: [] })] }
const save = '/ReactCheckout/ValidateAndSaveAddress'

async function openCanada() {
  const checkout = aCheckout({ ...nowhere, currencyCode: 'CAD' })
  const server = fakeServer({})
  const frame = aFrame({}, 'cb-ca')
  const path = '/checkout/shipping'
  return { server, ...(await renderPage(aState({ name: 'checkout', step: 1, checkout }, path, frame))) }
}

test("SHIP-32: the prices of a checkout in 'CAD' are written as Canadian ones", async () => {
  await openCanada()
  const panel = screen.getByRole('complementary', { name: 'Order summary' })
  const prices = panel.textContent?.match(/(CAD\s|\$)[\d,.]+/g) ?? []
  expect(prices.length).toBeGreaterThan(0)
  for (const price of prices) expect(price).toMatch(/^CAD\u00a0\d{1,3}(,\d{3})*\.\d{2}$/)
})

describe('STEP-03: Cancel Changes puts the form back to the last saved values and makes no call', () => {
  test('edited fields return, and their errors go', async () => {
    const { server } = await openCheckout(1)
    type('City', '')
    type('ZIP code', '123')
    leave('ZIP code')
    expect(fieldErrors()).toHaveLength(1)
    click('Cancel Changes')
    expect(field('City').value).toBe('Chicago')
    expect(field('ZIP code').value).toBe('60606')
    expect(fieldErrors()).toEqual([])
    expect(server.seen).toEqual([])
  })
})

describe('SHIP-03, VALID-36, VALID-37: one bad value in any field stops Next, with the sentence at the field and no call', () => {
  test.each([
    ['Email', 'ada@example', 'Please enter a valid Email Address (i.e. name@example.com).'],
    ['First name', 'Ada1', 'Please use letters, spaces, hyphens and apostrophes only for first name.'],
    ['Last name', '', 'Please enter your last name.'],
    ['Street address', '', 'Please enter your street address.'],
    ['City', '!', 'Please check city.'],
    ['State', '', 'Please enter your state.'],
    ['ZIP code', '6060', '6060 is not a valid ZIP code.'],
    ['ZIP code', '10001', 'The ZIP code 10001 is not in IL.'],
    ['Phone', '555', 'Please enter a phone number with 10 digits.'],
  ])('%s: %j', async (label, value, sentence) => {
    const { server } = await openCheckout(1)
    type(label, value)
    click('Next')
    await waitFor(() => expect(fieldErrors()[0]).toContain(sentence))
    expect(field(label).getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(field(label))
    expect(server.seen).toEqual([])
  })
})

describe('VALID-34, VALID-35: the postal code on blur', () => {
  test('VALID-34: an empty one gets the configured text', async () => {
    await openCheckout(1, nowhere)
    leave('ZIP code')
    expect(fieldErrors()[0]).toContain('Please enter a ZIP code.')
  })

  test('VALID-34: in Canada it is a postal code', async () => {
    await openCanada()
    leave('Postal code')
    expect(fieldErrors()[0]).toContain('Please enter a postal code.')
  })

  test('VALID-35: a wrong one stands in its sentence as plain text', async () => {
    await openCheckout(1, nowhere)
    type('ZIP code', '<b>1</b>')
    leave('ZIP code')
    expect(fieldErrors()[0]).toContain('<b>1</b> is not a valid ZIP code.')
    expect(document.querySelector('b')).toBeNull()
  })
})

describe('UX-14: errors come on blur and go as soon as the value is right, with a hint of what is wrong', () => {
  test('none while typing; on blur with its hint; gone with the last letter', async () => {
    await openCheckout(1, nowhere)
    type('Email', 'ada')
    expect(fieldErrors()).toEqual([])
    leave('Email')
    expect(fieldErrors()[0]).toBe('Please enter a valid Email Address (i.e. name@example.com). The @ is missing.')
    type('Email', 'ada@example')
    expect(fieldErrors()[0]).toContain('The end is missing')
    type('Email', 'ada@example.com')
    expect(fieldErrors()).toEqual([])
  })

  test.each([
    ['ZIP code', '606', 'A ZIP code has 5 digits; this one has 3.'],
    ['ZIP code', '6060x', 'A ZIP code has digits only, such as 60606.'],
    ['Email', 'a b@c.com', 'There is a space in it.'],
    ['First name', 'R2', 'A name has no digits.'],
    ['Phone', '312555', 'This one has 6.'],
  ])('%s %j: %s', async (label, value, hint) => {
    await openCheckout(1, nowhere)
    type(label, value)
    leave(label)
    expect(fieldErrors()[0]).toContain(hint)
  })

  test('an error waits for the press that it would push away, and for what the press does', async () => {
    await openCheckout(1)
    type('Email', 'ada')
    fireEvent.pointerDown(screen.getByRole('button', { name: 'Cancel Changes' }))
    leave('Email')
    expect(fieldErrors()).toEqual([])
    fireEvent.pointerUp(document.body)
    click('Cancel Changes')
    await new Promise((resolve) => setTimeout(resolve))
    expect(fieldErrors()).toEqual([])
    type('Email', 'ada')
    fireEvent.pointerDown(document.body)
    leave('Email')
    fireEvent.pointerUp(document.body)
    await waitFor(() => expect(fieldErrors()[0]).toContain('The @ is missing.'))
  })

  test('a postal code that is tidied when it is left is judged then, too', async () => {
    await openCanada()
    leave('Postal code')
    expect(fieldErrors()[0]).toContain('Please enter a postal code.')
    type('Province', 'ON')
    type('Postal code', 'v6b1a1')
    leave('Postal code')
    expect(field('Postal code').value).toBe('V6B 1A1')
    expect(fieldErrors()[0]).toContain('The postal code V6B 1A1 is not in ON.')
  })

  test('a fixed state takes the error of the postal code along', async () => {
    await openCheckout(1)
    type('ZIP code', '10001')
    leave('ZIP code')
    expect(fieldErrors()).toHaveLength(1)
    type('State', 'NY')
    expect(fieldErrors()).toEqual([])
  })
})

describe('OPEN-74, UX-14: a postal code of another state suggests its own', () => {
  test('one press takes it over, the error goes, and the focus is where the change is', async () => {
    await openCheckout(1)
    type('ZIP code', '10004')
    expect(screen.queryByRole('button', { name: /^Change to/ })).toBeNull()
    leave('ZIP code')
    expect(fieldErrors()[0]).toContain('The ZIP code 10004 is not in IL.')
    click('Change to New York')
    expect(field('State').value).toBe('NY')
    expect(fieldErrors()).toEqual([])
    expect(document.activeElement).toBe(field('State'))
    expect(screen.queryByRole('button', { name: /^Change to/ })).toBeNull()
  })

  test('one that is of no state suggests nothing', async () => {
    await openCheckout(1)
    type('ZIP code', '00000')
    leave('ZIP code')
    expect(fieldErrors()).toHaveLength(1)
    expect(screen.queryByRole('button', { name: /^Change to/ })).toBeNull()
  })
})

describe('UX-15: on submit with errors', () => {
  test('the first wrong field has the focus, each is tied to its sentence, and a summary leads to them', async () => {
    await openCheckout(1, nowhere)
    click('Next')
    await waitFor(() => expect(document.activeElement).toBe(field('Email')))
    const summary = screen.getByRole('region', { name: 'Errors in this form' })
    const links = within(summary).getAllByRole('link')
    expect(links.map((link) => link.textContent)).toEqual([
      'Email',
      'First name',
      'Last name',
      'Street address',
      'City',
      'State',
      'ZIP code',
    ])
    const described = field('City').getAttribute('aria-describedby')?.split(' ').at(-1) ?? ''
    expect(document.getElementById(described)?.textContent).toBe('Please enter your city.')
    fireEvent.click(links[4]!)
    expect(document.activeElement).toBe(field('City'))
  })

  test('one wrong field needs no summary', async () => {
    await openCheckout(1)
    type('City', '')
    click('Next')
    await waitFor(() => expect(document.activeElement).toBe(field('City')))
    expect(screen.queryByRole('region', { name: 'Errors in this form' })).toBeNull()
  })
})

test('UX-03, UX-11, UX-12: a guest meets at most 8 text fields, each with a label; the second line is behind a button', async () => {
  await openCheckout(1, nowhere)
  const boxes = screen.getAllByRole<HTMLInputElement>('textbox')
  expect(boxes.length).toBeLessThanOrEqual(8)
  for (const box of boxes) expect(box.labels?.length).toBe(1)
  expect(field('Phone').labels?.[0]?.textContent).toContain('(optional)')
  expect(screen.queryByLabelText(/^Apartment/)).toBeNull()
  click('Add apartment, suite')
  await waitFor(() => expect(document.activeElement).toBe(field('Apartment, suite')))
  type('Apartment, suite', '4B')
  type('Apartment, suite', '')
  expect(field('Apartment, suite')).toBeDefined()
})

test('UX-13: every personal field has its token with a section, its type and its keyboard', async () => {
  await openCheckout(1, nowhere)
  const facts = ['Email', 'First name', 'Street address', 'ZIP code', 'Phone'].map((label) => {
    const { autocomplete, type: kind, inputMode } = field(label)
    return [label, autocomplete, kind, inputMode]
  })
  expect(facts).toEqual([
    ['Email', 'section-r1 shipping email', 'email', 'email'],
    ['First name', 'section-r1 shipping given-name', 'text', 'text'],
    ['Street address', 'section-r1 shipping address-line1', 'text', 'text'],
    ['ZIP code', 'section-r1 shipping postal-code', 'text', 'numeric'],
    ['Phone', 'section-r1 shipping tel', 'tel', 'tel'],
  ])
  expect(field('State').getAttribute('autocomplete')).toBe('section-r1 shipping address-level1')
})

describe('SCENE-16: whole addresses filled in, and postal codes as people have them', () => {
  test('k1a0b1 is stored as K1A 0B1', async () => {
    const { server } = await openCanada()
    type('Postal code', 'k1a0b1')
    leave('Postal code')
    expect(field('Postal code').value).toBe('K1A 0B1')
    expect(fieldErrors()).toEqual([])
    expect(server.seen).toEqual([])
  })

  test('a pasted ZIP+4 is cut to five digits before it is judged', async () => {
    await openCheckout(1, nowhere)
    type('ZIP code', '60606-1234')
    expect(field('ZIP code').value).toBe('60606')
    leave('ZIP code')
    expect(fieldErrors()).toEqual([])
  })

  test('all that a browser filled in is sent, the state too', async () => {
    const { server } = await openCheckout(1, nowhere)
    const home = {
      Email: 'grace@example.com',
      'First name': 'Grace',
      'Last name': 'Hopper',
      'Street address': '1 Main St',
      City: 'Evanston',
      State: 'IL',
      'ZIP code': '60201',
      Phone: '(847) 555-0110',
    }
    for (const [label, value] of Object.entries(home)) type(label, value)
    click('Next')
    await waitFor(() => expect(server.count(save)).toBe(1))
    expect(server.bodies(save)).toEqual([
      {
        addressId: '',
        recipientId: 'r1',
        firstName: 'Grace',
        lastName: 'Hopper',
        companyName: '',
        address1: '1 Main St',
        address2: '',
        city: 'Evanston',
        state: 'IL',
        postalCode: '60201',
        country: 'US',
        phone: '(847) 555-0110',
        email: 'grace@example.com',
        saveToAccount: false,
      },
    ])
  })
})

describe('UX-16: nothing typed is lost', () => {
  test('a reload finds what was typed again', async () => {
    await openCheckout(1, nowhere)
    type('City', 'Evanston')
    type('First name', 'Grace')
    await openCheckout(1, nowhere)
    const cities = screen.getAllByLabelText<HTMLInputElement>('City')
    expect(cities.at(-1)?.value).toBe('Evanston')
  })

  test('a refused save keeps the values and shows the sentence of the server at its field', async () => {
    const refused = {
      ...refusal('Please check.'),
      errors: [{ field: 'city', message: 'We do not know this city.' }],
      recipientList: [],
    }
    await openCheckout(1, {}, { [save]: () => refused })
    type('City', 'Evanston')
    click('Next')
    await screen.findByText('We do not know this city.')
    expect(field('City').value).toBe('Evanston')
    await waitFor(() => expect(document.activeElement).toBe(field('City')))
    type('City', 'Chicago')
    expect(screen.queryByText('We do not know this city.')).toBeNull()
  })

  test('a saved address leaves no draft behind but what a sign-in or the end of the session takes along, and another cart has none of it', async () => {
    const { path } = await openCheckout(1)
    type('City', 'Evanston')
    const drafts = () =>
      Object.keys(sessionStorage)
        .filter((key) => key.startsWith('checkoutDraft'))
        .sort()
    const always = ['checkoutDraft::guest', 'checkoutDraft::lastStep']
    expect(drafts()).toEqual([...always, 'checkoutDraft:basket-1:shipping'])
    click('Next')
    await waitFor(() => expect(path()).toBe('/checkout/shippingandgiftoptions'))
    expect(drafts()).toEqual(always)
  })
})

test('a member is not asked for an email again', async () => {
  await openCheckout(1, { isGuest: false })
  expect(screen.queryByRole('textbox', { name: 'Email' })).toBeNull()
})

test('an order to pick up asks who picks up and where the bill goes, and saves it as the billing address', async () => {
  const pickup = aRecipient({ id: 'p1', isPickup: true, storeName: 'Michigan Avenue', address: null })
  const { server } = await openCheckout(1, {
    recipientList: [pickup],
    isBillingSame: false,
    billingAddress: anAddress({ city: 'Evanston', postalCode: '60201' }),
  })
  expect(screen.getByText('Michigan Avenue', { selector: 'strong' })).toBeDefined()
  click('Next')
  await waitFor(() => expect(server.count('/ReactCheckout/SaveBillingAddress')).toBe(1))
  expect(server.count(save)).toBe(0)
})

test(`SHIP-03: the form has the words of each country, ${variants['cb-ca'].postalCodeWord} and province`, async () => {
  await openCanada()
  expect(field('Postal code')).toBeDefined()
  expect(within(field('Province')).getByRole('option', { name: 'Quebec' })).toBeDefined()
})
