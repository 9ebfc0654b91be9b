import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { createRef } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { encryptedCard, recordingAdyen } from '#test/web/adyen.ts'
import { fakeServer } from '#test/web/fake-server.ts'
import { fieldErrors } from '#test/web/field-errors.ts'
import { aFrame } from '#test/web/pages.ts'
import { renderParts } from '#test/web/render-page.tsx'
import { openAdyenCard } from '#web/payment/adyen/adyen-card.ts'
import { AdyenLibrary } from '#web/payment/adyen/adyen-library.ts'
import type { NewCard } from '#web/payment/card/card-options.ts'
import { AddNewCard } from '#web/payment/layers/add-new-card.tsx'
import type { ProviderCardHandle } from '#web/payment/provider/framed-answer.ts'
import { ProviderCard } from '#web/payment/provider/provider-card.tsx'

const askSession = '/api/checkout/payment-provider/create-card-session'
const session = {
  isSuccess: true,
  errorMessage: '',
  clientKey: 'test_client',
  environment: 'test',
  gatewayUrl: 'https://checkoutshopper-test.adyen.com',
}
const input = { isProvider: true, isCbhccEnabled: false, canSave: true }
let adyen: ReturnType<typeof recordingAdyen>
let added: (NewCard | undefined)[]
beforeEach(() => {
  adyen = recordingAdyen()
  added = []
})

async function open(answer: () => unknown = () => session, load = adyen.load, flags: Partial<typeof input> = {}) {
  const server = fakeServer({ [askSession]: answer })
  await renderParts(
    aFrame(),
    <AdyenLibrary value={load}>
      <AddNewCard input={{ ...input, ...flags }} close={(card) => added.push(card)} />
    </AdyenLibrary>,
    '/checkout/paymentandbilling',
  )
  return server
}
async function openReady(flags: Partial<typeof input> = {}) {
  const server = await open(undefined, undefined, flags)
  await waitFor(() => expect(adyen.opened).toHaveLength(1))
  await adyen.say((events) => events.onReady())
  return server
}
const add = () => fireEvent.click(screen.getByRole('button', { name: 'Add card' }))

const tokenOf = (card: NewCard | undefined) => {
  const [kind, packed = ''] = (card?.cardToken ?? '').split('.')
  return [kind, JSON.parse(atob(packed.replaceAll('-', '+').replaceAll('_', '/')))]
}

describe('PLAT-18, OPEN-64: Adyen reads the card in frames of its own', () => {
  test('its library is opened with the session, our words, and a place for each field', async () => {
    await openReady()
    const { place, settings } = adyen.opened[0]!
    expect(settings).toMatchObject({ clientKey: 'test_client', environment: 'test', countryCode: 'US' })
    expect(settings.words).toMatchObject({
      'creditCard.expiryDate.label': 'Expiration date (MM/YY)',
      'cc.num.900': 'Please enter a valid credit card number.',
      'cc.cvc.921': 'The security code you entered is not valid.',
    })
    expect([...place.querySelectorAll('[data-cse]')].map((field) => field.getAttribute('data-cse'))).toEqual([
      'encryptedCardNumber',
      'encryptedExpiryDate',
      'encryptedSecurityCode',
    ])
    expect(place.querySelector('input')).toBeNull()
    expect(screen.queryByText('The card fields are loading')).toBeNull()
  })

  test('a whole card becomes one token of what was encrypted, with brand and last four; the date stays with Adyen', async () => {
    await openReady()
    await adyen.fill()
    fireEvent.click(screen.getByLabelText('Save this card to my account'))
    add()
    await waitFor(() => expect(added).toHaveLength(1))
    const [card] = added
    expect(card).toMatchObject({
      type: 'Visa',
      brand: 'Visa',
      lastFour: '1111',
      expMonth: 0,
      expYear: 0,
      saveToAccount: true,
      adyenCardData: { token: card?.cardToken, brand: 'Visa', lastFour: '1111' },
    })
    expect(card?.cardToken).toMatch(/^enc\.[\w-]+$/)
    expect(tokenOf(card)).toEqual(['enc', encryptedCard])
  })

  test('PAY-25: a brand without expiry and code hides both', async () => {
    await openReady()
    const code = screen.getByText('Security code').closest<HTMLElement>('[hidden], div')
    expect(screen.getByRole('button', { name: 'Where is the code?' })).toBeDefined()
    await adyen.say((events) => events.onBrand({ name: 'synchrony_plcc', hasExpiry: false, hasCode: false }))
    expect(code?.closest('[hidden]')).not.toBeNull()
    expect(screen.getByText('Expiration date (MM/YY)').closest('[hidden]')).not.toBeNull()
    expect(screen.queryByRole('button', { name: 'Where is the code?' })).toBeNull()
  })

  test.each([
    ['synchrony_plcc', false, true],
    ['synchrony_cbcc', false, true],
    ['imprint', true, true],
    ['synchrony_cbcc', true, false],
    ['visa', false, false],
  ])('PAY-27: %s, cbhcc_EnableCbhcc %s: the rewards message %s', async (name, isCbhccEnabled, isShown) => {
    await openReady({ isCbhccEnabled })
    await adyen.say((events) => events.onBrand({ name, hasExpiry: true, hasCode: true }))
    expect(screen.queryByText('You earn rewards with this card.') !== null).toBe(isShown)
  })

  test('what is gone from the page takes its frames along', async () => {
    await open(undefined, async () => async (place, settings, events) => {
      const opened = await (await adyen.load())(place, settings, events)
      events.onFailed('NETWORK_ERROR')
      return opened
    })
    await screen.findByRole('button', { name: 'Load the card fields again' })
    await waitFor(() => expect(adyen.counts.removed).toBe(1))
  })
})

describe('VALID-01, VALID-02, VALID-11, VALID-12, VALID-19, VALID-20: the sentence stands at the field', () => {
  test.each([
    ['encryptedCardNumber', 'cc.num.900', 'Please enter a valid credit card number.'],
    ['encryptedCardNumber', 'cc.num.902', 'The credit card number you entered is not valid.'],
    ['encryptedExpiryDate', 'cc.dat.910', 'Please enter a valid expiration date.'],
    ['encryptedExpiryDate', 'cc.dat.912', 'The expiration date you entered is not valid.'],
    ['encryptedSecurityCode', 'cc.cvc.920', 'Please enter a valid security code.'],
    ['encryptedSecurityCode', 'cc.cvc.921', 'The security code you entered is not valid.'],
  ])('%s, %s', async (field, code, sentence) => {
    await openReady()
    await adyen.entry({ wrong: { [field]: code } })
    expect(fieldErrors()).toEqual([sentence])
    await adyen.entry({})
    expect(fieldErrors()).toEqual([])
  })

  test('a press with fields missing sends nothing: they say so, and the first of them has the focus', async () => {
    await openReady()
    await adyen.entry({ encrypted: { encryptedCardNumber: 'eyJ' } })
    add()
    await waitFor(() => expect(adyen.focused).toEqual(['encryptedExpiryDate']))
    expect(adyen.counts.shown).toBe(1)
    expect(added).toEqual([])
  })

  test('PAY-12: what the server finds wrong stands at its field, which takes the focus, until something is typed', async () => {
    fakeServer({ [askSession]: () => session })
    const fields = createRef<ProviderCardHandle>()
    await renderParts(
      aFrame(),
      <AdyenLibrary value={adyen.load}>
        <ProviderCard ref={fields} flags={{ isCbhccEnabled: false }} />
      </AdyenLibrary>,
    )
    await waitFor(() => expect(adyen.opened).toHaveLength(1))
    await act(async () => fields.current?.refuse?.({ hasExpDateError: true, hasCvvError: true }))
    expect(fieldErrors()).toEqual([
      'The expiration date you entered is not valid.',
      'The security code you entered is not valid.',
    ])
    expect(adyen.focused).toEqual(['encryptedExpiryDate'])
    await adyen.entry({})
    expect(fieldErrors()).toEqual([])
  })

  test('a press on the label leads into the field', async () => {
    await openReady()
    fireEvent.click(screen.getByText('Security code'))
    expect(adyen.focused).toEqual(['encryptedSecurityCode'])
  })
})

describe('PAY-59: fields that cannot be had', () => {
  const tooMany = 'There were too many tries from your network. Please try again in a few minutes.'
  test.each([
    ['the session call fails', '', () => new Response('{}', { status: 400 })],
    ['SAFE-41: it was asked for too often', tooMany, () => ({ ...session, isSuccess: false, errorMessage: tooMany })],
  ])('%s: the page says so, and another try brings them', async (_name, said, answer) => {
    const server = await open(answer)
    expect(await screen.findByText(said || 'Something went wrong. Please try again.')).toBeDefined()
    server.on(askSession, () => session)
    fireEvent.click(screen.getByRole('button', { name: 'Load the card fields again' }))
    await waitFor(() => expect(adyen.opened).toHaveLength(1))
  })

  test('the library does not come: said, and reported without a payload', async () => {
    const server = await open(undefined, () => Promise.reject(new TypeError('no script')))
    await screen.findByRole('button', { name: 'Load the card fields again' })
    await waitFor(() => expect(JSON.stringify(server.bodies('/Checkout/Log'))).toContain('TypeError'))
  })

  test('a press before they stand there asks to enter the card again, and hands nothing over', async () => {
    await open()
    await waitFor(() => expect(adyen.opened).toHaveLength(1))
    add()
    await screen.findByText('We could not read your card. Please enter it again.')
    expect(added).toEqual([])
  })
})

test('the library itself puts its three frames, of the one allowed origin, and asks nobody for anything', async () => {
  const asked = vi.fn(() => Promise.reject(new TypeError('Nobody is asked.')))
  vi.stubGlobal('fetch', asked)
  const place = document.createElement('div')
  const fields = ['encryptedCardNumber', 'encryptedExpiryDate', 'encryptedSecurityCode']
  place.append(
    ...fields.map((name) => {
      const span = document.createElement('span')
      span.dataset.cse = name
      return span
    }),
  )
  document.body.append(place)
  const events = { onReady: vi.fn(), onFailed: vi.fn(), onEntry: vi.fn() }
  const quiet = { onBrand: vi.fn(), onLastFour: vi.fn(), onEnter: vi.fn() }
  const settings = {
    clientKey: 'test_client',
    environment: 'test',
    countryCode: 'US',
    words: { 'creditCard.encryptedExpiryDate.aria.iframeTitle': 'Expiration date (MM/YY)' },
    look: { color: '#000', fontSize: '16px', wrongColor: '#a00' },
  }
  const card = await act(() => openAdyenCard(place, settings, { ...events, ...quiet }))
  await waitFor(() => expect(place.querySelectorAll('iframe').length).toBeGreaterThan(0))
  const frames = [...place.querySelectorAll('iframe')]
  expect(frames[0]?.title).toBe('Card number')
  for (const { src } of frames) {
    expect(src).toMatch(/^https:\/\/checkoutshopper-test\.adyen\.com\/checkoutshopper\/securedfields\/test_client\//)
  }
  card.remove()
  expect(asked).not.toHaveBeenCalled()
  expect(events.onFailed).not.toHaveBeenCalled()
  place.remove()
})
