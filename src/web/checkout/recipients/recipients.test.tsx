import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aBasketItem, anAddress, aRecipient, aSummary, openCheckout } from '#test/web/checkout.ts'
import { answer, away, call, grace, lamp, saveAll, twoRecipients } from '#test/web/two-homes.ts'

// what the steps fetch behind themselves is there at once
beforeAll(async () => {
  await import('./recipient-parts.ts')
  await import('./delivery-options.ts')
  await import('./billing-options.ts')
})
beforeEach(() => sessionStorage.clear())

const bopsOptions = { giftReceiptOption: 0 as const, baggingOption: 0 as const, pickupContact: null }
const store = aRecipient({
  ...{ id: 's1', isPickup: true, storeName: 'Clark Street', storeNumber: '110', address: null },
  ...{ shipments: [], bopsOptions },
})
const button = (name: string | RegExp) => screen.findByRole('button', { name })

describe('SHIP-05, SHIP-06, SHIP-08, SHIP-10: lines and their homes', () => {
  test('a line is sent to another home, a line of two is split', async () => {
    const answers = { [call('SaveRecipientSelection')]: () => answer({}), [call('SplitItem')]: () => answer({}) }
    const { server } = await openCheckout(1, twoRecipients, answers)
    const list = await screen.findByRole('list', { name: 'Items and where they go' })
    const [first, second] = within(list).getAllByRole('combobox')
    expect([first, second].map((select) => (select as HTMLSelectElement).value)).toEqual(['r1', 'r2'])
    fireEvent.change(first!, { target: { value: 'r2' } })
    await waitFor(() =>
      expect(server.bodies(call('SaveRecipientSelection'))).toEqual([{ recipientId: 'r2', basketItemId: 'item-1' }]),
    )
    fireEvent.click(await button(/^Send one of these elsewhere/))
    await waitFor(() => expect(server.bodies(call('SplitItem'))).toEqual([{ basketItemId: 'item-1' }]))
  })

  test('SHIP-01, STEP-20: furniture at a post office box is told, and the step is not left', async () => {
    const boxed = { ...away, isBoxForFreight: true }
    const { server } = await openCheckout(1, { ...twoRecipients, recipientList: [aRecipient(), boxed] })
    expect((await screen.findByRole('alert')).textContent).toMatch(/cannot be delivered to a PO box/)
    fireEvent.click(await button('Next'))
    expect(document.activeElement?.textContent).toBe('Your addresses')
    expect(server.bodies(call('SaveMultiRecipientBasket'))).toEqual([])
  })

  test('SHIP-06: a new address goes out with the id of its line', async () => {
    const name = call('SaveMultiShippingAddress')
    const { server } = await openCheckout(1, twoRecipients, { [name]: () => answer({}) })
    const list = await screen.findByRole('list', { name: 'Items and where they go' })
    fireEvent.change(within(list).getAllByRole('combobox')[0]!, { target: { value: 'new' } })
    const texts = {
      ...{ 'First name': 'Mary', 'Last name': 'Somerville', 'Street address': '10 Adams St' },
      ...{ City: 'Springfield', State: 'IL', 'ZIP code': '62701' },
    }
    for (const [label, value] of Object.entries(texts)) {
      fireEvent.change(within(list).getByLabelText(new RegExp(`^${label}`)), { target: { value } })
    }
    fireEvent.click(await button('Use this address'))
    await waitFor(() => expect(server.bodies(name)).toHaveLength(1))
    expect(server.bodies(name)[0]).toMatchObject({
      ...{ basketItemId: 'item-1', firstName: 'Mary', address1: '10 Adams St', city: 'Springfield' },
      ...{ state: 'IL', postalCode: '62701', country: 'US' },
    })
  })

  test('SHIP-11: Next sends the whole division; a line without an address is asked for first', async () => {
    const division = call('SaveMultiRecipientBasket')
    const unassigned = aRecipient({ id: 'r3', address: null })
    const items = [aBasketItem(), { ...lamp, recipientId: 'r3' }]
    const missing = { recipientList: [aRecipient(), unassigned], basketItems: items }
    const validated = { isSuccess: true, errorType: 0, errorMessage: '', items: [], basketVersion: 9, changes: [] }
    const refused = { isSuccess: false, errorMessage: 'Please divide exactly the items that are in your cart.' }
    const answers = { [call('ValidateCart')]: () => validated, [division]: () => answer(refused) }
    const { server } = await openCheckout(1, missing, answers)
    fireEvent.click(await button('Next'))
    expect(await screen.findByText('Please choose an address for this item.')).toBeDefined()
    expect(server.count(division)).toBe(0)
    server.on(call('SaveRecipientSelection'), () => answer({}))
    fireEvent.change(document.getElementById('home-item-2') as HTMLElement, { target: { value: 'r1' } })
    await waitFor(() => expect(screen.queryByText('Please choose an address for this item.')).toBeNull())
    fireEvent.click(await button('Next'))
    await waitFor(() => expect(screen.getByText(refused.errorMessage)).toBeDefined())
    const part = (sku: number, recipientId: string, quantity: number, basketItemId: string) => {
      return { sku, recipients: [{ recipientId, quantity, basketItemId }] }
    }
    expect(server.bodies(division)).toEqual([
      { multiRecipientBasket: [part(101, 'r1', 2, 'item-1'), part(102, 'r2', 1, 'item-2')] },
    ])
  })
})

describe('SHIP-29, SHIP-30: what cannot be taken back with one press is asked first', () => {
  const withPickup = {
    recipientList: [aRecipient(), store],
    basketItems: [aBasketItem(), { ...lamp, recipientId: 's1' }],
  }
  const cases: readonly [string, Parameters<typeof openCheckout>[1], RegExp, string, object][] = [
    [
      'removing a home',
      twoRecipients,
      /^Remove Grace/,
      'UpdateRecipientId',
      { oldRecipientId: 'r2', newRecipientId: 'r1' },
    ],
    [
      'shipping a pickup',
      withPickup,
      /^Ship instead of picking up at Clark Street/,
      'UpdateBopsToShipping',
      { recipientId: 's1', newAddressId: 'r1' },
    ],
  ]
  test.each(cases)('%s', async (_what, given, opener, name, body) => {
    const { server } = await openCheckout(1, given, { [call(name)]: () => answer({}) })
    fireEvent.click(await button(opener))
    const doubt = await screen.findByRole('dialog', { name: 'Are you sure?' })
    fireEvent.click(within(doubt).getByRole('button', { name: 'No' }))
    expect(server.paths()).toEqual([])
    fireEvent.click(await button(opener))
    fireEvent.click(await button(/^Yes, /))
    await waitFor(() => expect(server.bodies(call(name))).toEqual([body]))
  })
})

describe('SHIP-28, GIFT-04, GIFT-05: the three choices of a pickup', () => {
  test('show for a pickup only, and make their calls', async () => {
    const given = { recipientList: [aRecipient(), store], basketItems: [aBasketItem(), { ...lamp, recipientId: 's1' }] }
    const answers = {
      [call('UpdateGiftReceipt')]: () => answer(given),
      [call('UpdateBaggingOption')]: () => answer(given),
      [saveAll]: () => answer(given),
    }
    const { server } = await openCheckout(2, given, answers)
    const counter = screen.getByRole('region', { name: 'Pickup at Clark Street' })
    fireEvent.click(await within(counter).findByLabelText('Add a gift receipt'))
    fireEvent.click(within(counter).getByLabelText('Put it in a bag'))
    fireEvent.click(within(counter).getByLabelText('Somebody else picks it up'))
    const contact = { 'First name': 'Rosa', 'Last name': 'Park', Email: 'rosa@example.com' }
    for (const [label, value] of Object.entries(contact)) {
      fireEvent.change(within(counter).getByLabelText(new RegExp(`^${label}`)), { target: { value } })
    }
    fireEvent.click(within(counter).getByRole('button', { name: 'Save contact' }))
    const body = { recipientId: 's1', selectedOption: 1 }
    await waitFor(() => expect(server.bodies(saveAll)).toHaveLength(1))
    expect([server.bodies(call('UpdateGiftReceipt')), server.bodies(call('UpdateBaggingOption'))]).toEqual([
      [body],
      [body],
    ])
    const { recipients } = server.bodies(saveAll)[0] as { recipients: { bopsOptions: object | null }[] }
    expect(recipients.map(({ bopsOptions: sent }) => sent)).toMatchObject([
      null,
      { pickupContact: { firstName: 'Rosa', lastName: 'Park', email: 'rosa@example.com', phone: '' } },
    ])
    expect(screen.getAllByLabelText('Put it in a bag')).toHaveLength(1)
  })

  test('OPEN-77: gift receipt and bagging are 1 for yes and 0 for no', async () => {
    const basketItems = [{ ...lamp, recipientId: 's1' }]
    const taken = {
      ...store,
      bopsOptions: { ...bopsOptions, giftReceiptOption: 1 as const, baggingOption: 1 as const },
    }
    const names = [call('UpdateGiftReceipt'), call('UpdateBaggingOption')]
    const answers = Object.fromEntries(
      names.map((name) => [name, () => answer({ recipientList: [taken], basketItems })]),
    )
    const { server } = await openCheckout(2, { recipientList: [store], basketItems }, answers)
    const sent = () => names.map((name) => server.bodies(name).map((body) => Object(body).selectedOption))
    const click = (label: string) => fireEvent.click(screen.getByLabelText(label))
    const isOn = (label: string) => screen.getByLabelText<HTMLInputElement>(label).checked
    await screen.findByLabelText('Add a gift receipt')
    expect([isOn('Add a gift receipt'), isOn('Put it in a bag')]).toEqual([false, false])
    click('Add a gift receipt')
    await waitFor(() => expect(sent()).toEqual([[1], []]))
    await waitFor(() => expect(isOn('Put it in a bag')).toBe(true))
    click('Add a gift receipt')
    click('Put it in a bag')
    await waitFor(() => expect(sent()).toEqual([[1, 0], [0]]))
  })

  test('SHIP-28: who picks up is kept also by who forgets to save it, with everything else', async () => {
    const given = { recipientList: [store], basketItems: [{ ...lamp, recipientId: 's1' }] }
    const { server } = await openCheckout(2, given, { [saveAll]: () => answer(given) })
    fireEvent.click(await screen.findByLabelText('Somebody else picks it up'))
    fireEvent.change(screen.getByLabelText('First name'), { target: { value: 'Rosa' } })
    fireEvent.click(await button('Next: Payment'))
    await waitFor(() => expect(server.bodies(saveAll)).toHaveLength(1))
    expect(server.bodies(saveAll)).toMatchObject([
      { recipients: [{ recipientId: 's1', bopsOptions: { pickupContact: { firstName: 'Rosa', lastName: '' } } }] },
    ])
  })
})

describe('preferences', () => {
  test('SHIP-31, OPEN-70: the checkbox of printed mail makes its call', async () => {
    const name = call('SetTYMPreferences')
    const { server } = await openCheckout(1, {}, { [name]: () => answer({}) })
    fireEvent.click(await screen.findByLabelText(/^Send me catalogs/))
    await waitFor(() =>
      expect(server.bodies(name)).toEqual([{ isOptIn: true, isBilling: false, address: { recipientId: 'r1' } }]),
    )
  })

  test.each([
    [false, 'GET'],
    [true, 'POST'],
  ])(
    'GIFT-08, GIFT-09: with the payment flag %s tax exemption goes by %s, with the token, and is kept',
    async (flag, method) => {
      const name = call('ApplyTaxExemption/')
      const given = { isTaxExemptionOffered: true, paymentProvider_EnableAdyen: flag }
      const untaxed = aSummary({ tax: 0 })
      const { server } = await openCheckout(3, given, {
        [name]: () => answer({ orderSummary: untaxed }),
        '/api/checkout/payment-provider/create-card-session': () => new Promise(() => {}),
      })
      fireEvent.click(await screen.findByLabelText('Order without tax'))
      await waitFor(() => expect(sessionStorage.getItem('isTaxExempt')).toBe('1'))
      const asked = server.seen.find(({ path }) => path === name)
      expect([asked?.method, asked?.headers.get('RequestVerificationToken')]).toEqual([
        method,
        expect.stringMatching(/./),
      ])
      expect([asked?.query, asked?.body]).toEqual(
        flag ? ['', { isTaxExemptionApplied: true }] : ['?taxExemption=true', undefined],
      )
    },
  )
})

describe('SHIP-04: a member ships to an address of her account', () => {
  const stored = { ...grace, addressId: 'a2', city: 'New York', state: 'NY', postalCode: '10004', email: '' }
  const member = { isGuest: false, accountInfo: { shippingAddresses: [stored], registryAddresses: [] } }
  const save = call('ValidateAndSaveAddress')

  test('chosen in a list it fills the form, and is not kept twice', async () => {
    const { server } = await openCheckout(1, { ...member }, { [save]: () => answer({}) })
    const book = await screen.findByLabelText<HTMLSelectElement>('Your addresses')
    expect(book.value).toBe('')
    fireEvent.change(book, { target: { value: 'a2' } })
    expect(screen.getByLabelText<HTMLInputElement>('Street address').value).toBe('1 Broadway')
    expect(book.value).toBe('a2')
    expect(screen.queryByLabelText('Keep this address in my account')).toBeNull()
    fireEvent.click(await button('Next'))
    await waitFor(() => expect(server.bodies(save)).toHaveLength(1))
    expect(server.bodies(save)).toMatchObject([{ firstName: 'Grace', state: 'NY', saveToAccount: false }])
  })

  test('the first time it stands in the form already, and another can be entered', async () => {
    const { server } = await openCheckout(
      1,
      { ...member, recipientList: [aRecipient({ address: null })] },
      { [save]: () => answer({}) },
    )
    const book = await screen.findByLabelText<HTMLSelectElement>('Your addresses')
    expect([book.value, screen.getByLabelText<HTMLInputElement>('Street address').value]).toEqual(['a2', '1 Broadway'])
    fireEvent.change(book, { target: { value: '' } })
    expect(screen.getByLabelText<HTMLInputElement>('Street address').value).toBe('')
    fireEvent.change(book, { target: { value: 'a2' } })
    fireEvent.click(await button('Next'))
    await waitFor(() => expect(server.bodies(save)).toHaveLength(1))
    expect(server.bodies(save)).toMatchObject([{ address1: '1 Broadway', saveToAccount: false }])
  })

  test('a new one is kept when she says so', async () => {
    const { server } = await openCheckout(1, { ...member }, { [save]: () => answer({}) })
    fireEvent.click(await screen.findByLabelText('Keep this address in my account'))
    fireEvent.click(await button('Next'))
    await waitFor(() => expect(server.bodies(save)).toHaveLength(1))
    expect(server.bodies(save)).toMatchObject([{ address1: '233 S Wacker Dr', saveToAccount: true }])
  })

  test('a guest is asked for neither', async () => {
    await openCheckout(1, { ...member, isGuest: true, accountInfo: { shippingAddresses: [], registryAddresses: [] } })
    await screen.findByLabelText('Send me catalogs and offers by mail at this address')
    expect(screen.queryByLabelText('Your addresses')).toBeNull()
    expect(screen.queryByLabelText('Keep this address in my account')).toBeNull()
  })
})

describe('CALM-28: addresses that a guest typed are there after she has signed in', () => {
  const nobody = { recipientList: [aRecipient({ address: null, shipments: [] })], basketItems: [aBasketItem(), lamp] }
  const member = { isGuest: false, basketId: 'basket-2' }
  const name = call('SaveMultiShippingAddress')
  const openMember = (parts: object) => openCheckout(1, { ...member, ...parts }, { [name]: () => answer({}) })

  test('several are offered to each line of the cart, each by one choice', async () => {
    await openCheckout(1, { ...twoRecipients, isGuest: true })
    cleanup()
    const { server } = await openMember({
      ...nobody,
      basketItems: nobody.basketItems.map((item) => ({ ...item, recipientId: 'r1' })),
    })
    const list = await screen.findByRole('list', { name: 'Items and where they go' })
    const select = within(list).getAllByRole<HTMLSelectElement>('combobox')[1]!
    const offered = [...select.options].map(({ text }) => text)
    expect(offered.filter((text) => /Broadway|Ada/.test(text))).toHaveLength(2)
    const broadway = [...select.options].find(({ text }) => text.includes('1 Broadway'))
    fireEvent.change(select, { target: { value: broadway?.value } })
    await waitFor(() =>
      expect(server.bodies(name)).toMatchObject([
        { firstName: 'Grace', lastName: 'Hopper', address1: '1 Broadway', basketItemId: 'item-2' },
      ]),
    )
  })

  test('one address again ends it', async () => {
    await openCheckout(1, { ...twoRecipients, isGuest: true })
    cleanup()
    await openMember(nobody)
    fireEvent.click(await button(/one address/i))
    cleanup()
    await openMember(nobody)
    expect(screen.queryByRole('list', { name: 'Items and where they go' })).toBeNull()
  })

  test('who picks up stands in her fields', async () => {
    const pickup = { recipientList: [store], basketItems: [aBasketItem({ recipientId: 's1' })] }
    const billingAddress = anAddress({ firstName: 'Mary', lastName: 'Somerville', address1: '10 Adams St' })
    await openCheckout(1, { ...pickup, isGuest: true, isBillingSame: false, billingAddress })
    cleanup()
    await openMember({ ...pickup, billingAddress: null })
    const value = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label).value
    expect([value(/^First name/), value(/^Street address/)]).toEqual(['Mary', '10 Adams St'])
  })
})
