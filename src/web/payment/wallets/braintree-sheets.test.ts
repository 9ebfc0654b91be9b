import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { postRetries } from '#domain/timing.ts'
import { PlayedAppleSession, playedBraintree } from '#test/web/braintree.ts'
import { type FakeServer, fakeServer } from '#test/web/fake-server.ts'
import type { WalletMethod } from './applied-wallet.ts'
import { prepareBraintree } from './braintree-sheets.ts'
import type { SheetOpener } from './wallet-sheet.ts'

const braintree = vi.hoisted(() => ({}) as ReturnType<typeof playedBraintree>)
vi.mock('braintree-web/client', () => ({ default: { create: (options: object) => braintree.client.create(options) } }))
vi.mock('braintree-web/data-collector', () => ({
  default: { create: (options: object) => braintree.collector.create(options) },
}))
vi.mock('braintree-web/paypal', () => ({ default: { create: (options: object) => braintree.paypal.create(options) } }))
vi.mock('braintree-web/venmo', () => ({ default: { create: (options: object) => braintree.venmo.create(options) } }))
vi.mock('braintree-web/apple-pay', () => ({
  default: { create: (options: object) => braintree.apple.create(options) },
}))

const openSheet = '/checkout/alternativepayments/openWalletSheet'
const all = ['paypal', 'venmo', 'applePay'] as const
const due = 12_195
const opened = {
  ...{ isSuccess: true, errorMessage: '', provider: 'braintree', sheetId: 's1', sheetUrl: '', clientToken: 'token' },
  ...{ amountDue: due, currencyCode: 'USD', storeName: 'CB', basketVersion: 8 },
}
const home = { line1: '12 Maple Street', city: 'Naperville', state: 'IL', postalCode: '60540', countryCode: 'US' }
const address = { address1: '12 Maple Street', address2: '', city: 'Naperville', state: 'IL', postalCode: '60540' }
const changed = { kind: 'refused', text: 'Your total has changed. Please look at it and try again.' }
const elsewhere = (wallet: string) =>
  `We do not ship to the country of your address in ${wallet}. Nothing was charged. Please choose an address in the United States.`
let server: FakeServer
beforeEach(() => {
  Object.assign(braintree, playedBraintree())
  PlayedAppleSession.opened = []
  Object.assign(window, { ApplePaySession: PlayedAppleSession })
  server = fakeServer({ [openSheet]: () => opened })
})
afterEach(() => Reflect.deleteProperty(window, 'ApplePaySession'))

const prepare = (methods: readonly WalletMethod[] = all): Promise<SheetOpener> => prepareBraintree(methods, 'CB')
const anError = (code: string) => Object.assign(new Error('never shown'), { code })

describe("ALT-02 to ALT-05: Braintree's library", () => {
  test('is started with the token of the server, for those wallets that are wanted', async () => {
    await prepare(['venmo'])
    expect(server.bodies(openSheet)).toMatchObject([{ method: 'venmo', isPreparing: true }])
    expect(braintree.client.create).toHaveBeenCalledExactlyOnceWith({ authorization: 'token' })
    expect([braintree.paypal, braintree.venmo, braintree.apple].map(({ create }) => create.mock.calls.length)).toEqual([
      0, 1, 0,
    ])
  })

  test('PayPal is opened with the amount that is due, and gives nonce, mail and device', async () => {
    const open = await prepare()
    expect(await open('paypal', due)).toEqual({
      kind: 'approved',
      approval: {
        ...{ method: 'paypal', nonce: 'paypal-1', sheetId: 's1', email: 'ada@example.com', username: '' },
        ...{ deviceData: 'device', billingContact: null, contact: null },
      },
    })
    expect(braintree.paypal.tokenize).toHaveBeenCalledExactlyOnceWith({
      ...{ flow: 'checkout', intent: 'authorize', amount: '121.95', currency: 'USD', displayName: 'CB' },
      enableShippingAddress: false,
    })
  })

  test.each([
    ['Ada Byron', { firstName: 'Ada', lastName: 'Byron' }],
    ['Ada Augusta King Byron', { firstName: 'Ada Augusta King', lastName: 'Byron' }],
    ['', { firstName: 'Grace', lastName: 'Hopper' }],
  ])('CALM-32: PayPal gives the address it ships to, for %j', async (recipientName, name) => {
    const payer = { email: 'g@example.com', firstName: 'Grace', lastName: 'Hopper', phone: '6305550142' }
    const details = { ...payer, shippingAddress: { ...home, recipientName } }
    braintree.paypal.tokenize.mockResolvedValue({ nonce: 'n', details })
    const result = await (await prepare())('paypal', due, true)
    const contact = { ...name, ...address, country: 'US', phone: '6305550142', email: 'g@example.com' }
    expect(result).toMatchObject({ kind: 'approved', approval: { contact } })
    expect(server.bodies(openSheet).at(-1)).toMatchObject({ method: 'paypal', asksAddress: true })
  })

  test.each([
    ['DE', '', { kind: 'refused', text: elsewhere('PayPal') }],
    ['PR', '', { kind: 'approved', approval: { contact: { country: 'US', state: 'PR' } } }],
    ['CA', 'ON', { kind: 'approved', approval: { contact: { country: 'CA', state: 'ON' } } }],
  ])('CALM-32: PayPal ships to %s', async (countryCode, state, result) => {
    const details = { shippingAddress: { ...home, countryCode, state } }
    braintree.paypal.tokenize.mockResolvedValue({ nonce: 'n', details })
    const open = await prepare()
    expect(await open('paypal', due, true)).toMatchObject(result)
    // an address that was not asked for counts for nothing
    expect(await open('paypal', due)).toMatchObject({ kind: 'approved', approval: { contact: null } })
  })

  test('Venmo gives its owner and no address; without device data it pays too', async () => {
    braintree.collector.create.mockRejectedValue(new Error('blocked'))
    const approval = { method: 'venmo', nonce: 'venmo-1', username: '@ada', contact: null, deviceData: '' }
    expect(await (await prepare())('venmo', due)).toMatchObject({ kind: 'approved', approval })
  })

  test.each(['paypal', 'venmo'] as const)(
    'SCENE-18: %s approved for another amount than is due now is not taken',
    async (method) => {
      const open = await prepare()
      server.on(openSheet, () => ({ ...opened, amountDue: due + 1 }))
      expect(await open(method, due)).toEqual(changed)
      server.on(openSheet, () => ({ ...opened, isSuccess: false, errorMessage: 'The cart changed.' }))
      expect(await open(method, due)).toEqual({ kind: 'refused', text: 'The cart changed.' })
    },
  )

  test.each([
    ['PAYPAL_POPUP_CLOSED', { kind: 'cancelled' }],
    ['VENMO_APP_CANCELED', { kind: 'cancelled' }],
    ['VENMO_DESKTOP_CANCELED', { kind: 'cancelled' }],
    ['VENMO_CUSTOMER_CANCELED', { kind: 'cancelled' }],
    ['VENMO_TIMEOUT', { kind: 'timedOut' }],
    ['PAYPAL_ACCOUNT_TOKENIZATION_FAILED', { kind: 'failed', why: 'PAYPAL_ACCOUNT_TOKENIZATION_FAILED' }],
    ['', { kind: 'failed', why: 'an error without a code' }],
  ])('ALT-05: its error %j', async (code, result) => {
    const open = await prepare()
    braintree.paypal.tokenize.mockRejectedValue(code === '' ? new Error('nonce n-1') : anError(code))
    expect(await open('paypal', due)).toEqual(result)
  })

  test.each(all)('CALM-32: an account without %s has the others', async (missing) => {
    braintree[missing === 'applePay' ? 'apple' : missing].create.mockRejectedValue(anError('NOT_ENABLED'))
    const open = await prepare()
    const why = `${missing} was not made ready: its start failed: NOT_ENABLED`
    expect(await open(missing, due)).toEqual({ kind: 'notOffered', why })
    const other = missing === 'venmo' ? 'paypal' : 'venmo'
    expect(await open(other, due)).toMatchObject({ kind: 'approved' })
  })

  test('CALM-32: PayPal whose start failed is made ready again at a press, by itself', async () => {
    braintree.paypal.create.mockRejectedValueOnce(anError('LOST'))
    const open = await prepare()
    expect(await open('paypal', due)).toMatchObject({ kind: 'notOffered' })
    await vi.waitFor(async () => expect(await open('paypal', due)).toMatchObject({ kind: 'approved' }))
    expect([braintree.paypal, braintree.venmo].map(({ create }) => create.mock.calls.length)).toEqual([2, 1])
  })
})

describe("ALT-06, CALM-32: Apple's sheet with Braintree behind it", () => {
  const contact = {
    ...{ givenName: 'Ada', familyName: 'Byron', addressLines: ['12 Maple Street', 'Apt 3'], locality: 'Naperville' },
    ...{ administrativeArea: 'IL', postalCode: '60540', countryCode: 'US' },
    ...{ phoneNumber: '6305550142', emailAddress: 'ada@example.com' },
  }
  const ours = { ...address, firstName: 'Ada', lastName: 'Byron', address2: 'Apt 3', country: 'US' }
  const payment = { token: { apple: 'token' }, billingContact: contact, shippingContact: contact }
  async function openApple(asksAddress = false) {
    const open = await prepare()
    const ending = open('applePay', due, asksAddress)
    const [session] = PlayedAppleSession.opened
    if (session === undefined) throw new Error('The sheet begins at the press itself.')
    return { session, ending }
  }

  test('begins at once with the amount, has the merchant validated, and gives nonce and billing contact', async () => {
    const { session, ending } = await openApple()
    expect(session.request).toMatchObject({
      ...{ countryCode: 'US', currencyCode: 'USD', total: { label: 'CB', amount: '121.95' } },
      requiredShippingContactFields: ['email', 'phone'],
    })
    session.onvalidatemerchant?.({ validationURL: 'https://apple.example/validate' })
    await vi.waitFor(() => expect(session.told).toEqual([['begin'], ['merchant', { merchant: 'validated' }]]))
    await session.onpaymentauthorized?.({ payment })
    expect(await ending).toEqual({
      kind: 'approved',
      approval: {
        ...{ method: 'applePay', nonce: 'apple-1', sheetId: 's1', email: '', username: '', deviceData: '' },
        billingContact: { ...ours, phone: '6305550142', email: 'ada@example.com' },
        contact: null,
      },
    })
    expect(session.told.at(-1)).toEqual(['paid', 0])
  })

  test('shows what it comes to at its address, and gives that address', async () => {
    const { session, ending } = await openApple(true)
    server.on(openSheet, () => ({ ...opened, sheetId: 's2', amountDue: due + 500 }))
    session.onshippingcontactselected?.({ shippingContact: { postalCode: '60540' } })
    await vi.waitFor(() =>
      expect(session.told.at(-1)).toEqual(['priced', { newTotal: { label: 'CB', amount: '126.95' } }]),
    )
    expect(server.bodies(openSheet).at(-1)).toMatchObject({ asksAddress: true, sheetId: 's1', postalCode: '60540' })
    await session.onpaymentauthorized?.({ payment })
    expect(await ending).toMatchObject({ kind: 'approved', approval: { sheetId: 's2', contact: ours } })
  })

  test.each([true, false])(
    'CALM-32: an address in another country is said in the sheet, where it can say so (%s), and approves nothing',
    async (canSay) => {
      class PlayedFault {
        readonly said: readonly string[]
        constructor(...said: string[]) {
          this.said = said
        }
      }
      if (canSay) Object.assign(window, { ApplePayError: PlayedFault })
      const { session, ending } = await openApple(true)
      const before = server.count(openSheet)
      const shippingContact = { ...contact, countryCode: 'DE' }
      session.onshippingcontactselected?.({ shippingContact })
      const errors = [{ said: ['addressUnserviceable', 'country', elsewhere('Apple Pay')] }]
      const newTotal = { label: 'CB', amount: '121.95' }
      expect(session.told.at(-1)).toEqual(['priced', canSay ? { newTotal, errors } : { newTotal }])
      expect(server.count(openSheet)).toBe(before)
      await session.onpaymentauthorized?.({ payment: { ...payment, shippingContact } })
      expect(await ending).toEqual({ kind: 'refused', text: elsewhere('Apple Pay') })
      expect([session.told.at(-1), braintree.apple.tokenize.mock.calls]).toEqual([['paid', 1], []])
      Reflect.deleteProperty(window, 'ApplePayError')
    },
  )

  test('CALM-32: a card that is billed in another country pays, and its address is asked for', async () => {
    const { session, ending } = await openApple()
    await session.onpaymentauthorized?.({ payment: { ...payment, billingContact: { ...contact, countryCode: 'DE' } } })
    expect(await ending).toMatchObject({ kind: 'approved', approval: { billingContact: null } })
  })

  test('SCENE-18: an approval of another amount than is due now is not taken', async () => {
    const open = await prepare()
    server.on(openSheet, () => ({ ...opened, amountDue: due + 1 }))
    const ending = open('applePay', due)
    const [session] = PlayedAppleSession.opened
    await session?.onpaymentauthorized?.({ payment })
    expect(await ending).toEqual(changed)
    expect([session?.told.at(-1), braintree.apple.tokenize.mock.calls]).toEqual([['paid', 1], []])
  })

  test.each<[string, (session: PlayedAppleSession) => unknown, object, readonly [string, unknown?]]>([
    ['is left', (session) => session.oncancel?.(), { kind: 'cancelled' }, ['begin']],
    [
      'has no merchant',
      (session) => {
        braintree.apple.performValidation.mockRejectedValue(new Error('no'))
        session.onvalidatemerchant?.({ validationURL: 'https://apple.example/validate' })
      },
      { kind: 'failed', why: 'the merchant was not validated' },
      ['abort'],
    ],
    [
      'goes where nobody says what it comes to',
      (session) => {
        server.on(openSheet, () => ({ ...opened, isSuccess: false, errorMessage: 'No.' }))
        session.onshippingcontactselected?.({ shippingContact: { postalCode: '60540' } })
      },
      { kind: 'failed', why: 'the address was not priced' },
      ['abort'],
    ],
    [
      'gives what Braintree does not take',
      (session) => {
        braintree.apple.tokenize.mockRejectedValue(new Error('no'))
        return session.onpaymentauthorized?.({ payment })
      },
      { kind: 'failed', why: 'the approval was not taken' },
      ['paid', 1],
    ],
  ])('one that %s ends with nothing charged', async (_name, act, result, last) => {
    const { session, ending } = await openApple(true)
    await act(session)
    expect(await ending).toEqual(result)
    expect(session.told.at(-1)).toEqual(last)
  })

  test('one that is left while the server is away leaves no fault behind', async () => {
    const faults: unknown[] = []
    const note = (error: unknown) => faults.push(error)
    process.on('unhandledRejection', note)
    const open = await prepare()
    server.cutOff(openSheet)
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    for (const end of [
      () => open('applePay', due),
      () => {
        braintree.paypal.tokenize.mockRejectedValue(anError('PAYPAL_POPUP_CLOSED'))
        return open('paypal', due)
      },
    ]) {
      const ending = end()
      PlayedAppleSession.opened.at(-1)?.oncancel?.()
      expect(await ending).toEqual({ kind: 'cancelled' })
    }
    // what the server was asked is asked again until it is given up
    const asked = server.count(openSheet)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(server.count(openSheet)).toBe(asked + 2 * postRetries)
    vi.useRealTimers()
    await new Promise((resolve) => setTimeout(resolve))
    process.off('unhandledRejection', note)
    expect(faults).toEqual([])
  })

  test('a browser without it says so', async () => {
    Reflect.deleteProperty(window, 'ApplePaySession')
    const open = await prepare()
    expect(await open('applePay', due)).toEqual({ kind: 'failed', why: 'no Apple Pay in this browser' })
  })
})
