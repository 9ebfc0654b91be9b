import { act, fireEvent, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CardFlags } from '#domain/payment/brands.ts'
import { noCardErrors } from '#domain/payment/card-form.ts'
import { fakeServer } from '#test/web/fake-server.ts'
import { fieldErrors } from '#test/web/field-errors.ts'
import { aFrame } from '#test/web/pages.ts'
import { renderParts } from '#test/web/render-page.tsx'
import { cardNotices, fieldSentences } from './card-errors.ts'
import { CardForm } from './card-form.tsx'
import { type CardEntry, useCardEntry } from './use-card-entry.ts'

const off: CardFlags = { isCbhccEnabled: false }
const on: CardFlags = { isCbhccEnabled: true }
let entry: CardEntry

function Probe({ flags }: { readonly flags: CardFlags }): ReactNode {
  entry = useCardEntry(flags)
  return <CardForm entry={entry} flags={flags} />
}

const open = (flags = off) => renderParts(aFrame(), <Probe flags={flags} />, '/checkout/paymentandbilling')
const number = () => screen.getByLabelText<HTMLInputElement>('Card number')
const expiry = () => screen.getByLabelText<HTMLInputElement>('Expiration date (MM/YY)')
const code = () => screen.getByLabelText<HTMLInputElement>('Security code')
const enter = (input: HTMLInputElement, value: string) => fireEvent.input(input, { target: { value } })
const leave = (input: HTMLInputElement, value: string) => {
  enter(input, value)
  fireEvent.blur(input)
}

const picture = () => number().parentElement?.querySelector('svg')?.getAttribute('data-type')
const userAgent = (text: string) => vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(text)
const chromeOnIos = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) CriOS/130.0 Mobile/15E148 Safari/604.1'
const chrome = 'Mozilla/5.0 (X11; Linux x64) Chrome/130.0 Safari/537.36'

describe('VALID-01, VALID-02, VALID-11, VALID-12, VALID-15, VALID-19, VALID-20: the sentence at each field', () => {
  test.each([
    ['', 'Please enter a valid credit card number.'],
    ['   ', 'Please enter a valid credit card number.'],
    ['4111111111111112', 'The credit card number you entered is not valid.'],
  ])('number %j', async (value, sentence) => {
    await open()
    leave(number(), value)
    expect(fieldErrors()[0]).toContain(sentence)
    expect(number().getAttribute('aria-invalid')).toBe('true')
  })

  test('VALID-15: an old co-brand card with cbhcc_EnableCbhcc on', async () => {
    await open(on)
    leave(number(), '5243040000000000')
    expect(fieldErrors()[0]).toContain('Card has been reissued. Please use new card.')
  })

  test.each([
    ['', 'Please enter a valid expiration date.'],
    ['00/29', 'Please enter a valid expiration date.'],
    ['05/', 'Please enter a valid expiration date.'],
    ['13/29', 'The expiration date you entered is not valid.'],
    ['01/20', 'The expiration date you entered is not valid.'],
  ])('expiry %j', async (value, sentence) => {
    await open()
    leave(expiry(), value)
    expect(fieldErrors()[0]).toContain(sentence)
  })

  test.each([
    ['4111111111111111', '', 'Please enter a valid security code.'],
    ['4111111111111111', '12', 'The security code you entered is not valid.'],
    ['378282246310005', '123', 'The security code you entered is not valid.'],
  ])('code for %s: %j', async (card, value, sentence) => {
    await open()
    enter(number(), card)
    leave(code(), value)
    expect(fieldErrors()[0]).toContain(sentence)
  })
})

describe('UX-14: the hint beside the sentence says what is wrong with this value', () => {
  test.each([
    ['411111111111111', 'A Visa number has 13, 16, or 19 digits; this one has 15.'],
    ['9999', 'The first digits are of no card we take.'],
    ['4111111111111112', 'one of them seems wrong'],
  ])('%s', async (value, hint) => {
    await open()
    leave(number(), value)
    expect(fieldErrors()[0]).toContain(hint)
  })

  test('passing by fields in which nothing was typed marks none of them', async () => {
    await open()
    for (const field of [number(), expiry(), code()]) {
      fireEvent.focus(field)
      fireEvent.blur(field)
    }
    expect(fieldErrors()).toEqual([])
  })

  test('no error while typing, and it goes with the last right digit', async () => {
    await open()
    enter(number(), '41111111')
    expect(fieldErrors()).toEqual([])
    fireEvent.blur(number())
    expect(fieldErrors()).toHaveLength(1)
    enter(number(), '4111111111111111')
    expect(fieldErrors()).toEqual([])
  })
})

describe('VALID-04, VALID-05, VALID-13, VALID-18, UX-23: what the fields take', () => {
  test('VALID-04: the number is grouped in fours', async () => {
    await open()
    enter(number(), '378282246310005')
    expect(number().value).toBe('3782 8224 6310 005')
  })

  test('VALID-05: 24 characters at most, and the 17th digit of a MasterCard is dropped', async () => {
    await open()
    expect(number().maxLength).toBe(24)
    enter(number(), '51005100510051001')
    expect(number().value).toBe('5100 5100 5100 5100')
  })

  test('a digit put in or taken out in the middle leaves the caret where it was', async () => {
    await open()
    number().focus()
    enter(number(), '41112222333')
    const typed = '411192 2223 33'
    number().value = typed
    number().setSelectionRange(5, 5)
    fireEvent.input(number())
    expect(number().value).toBe('4111 9222 2333')
    expect(number().selectionStart).toBe(6)
  })

  test('VALID-13: one field MM/YY of 5 characters; a longer date is shortened when it is pasted', async () => {
    await open()
    expect(expiry().maxLength).toBe(5)
    enter(expiry(), '0529')
    expect(expiry().value).toBe('05/29')
    fireEvent.paste(expiry(), { clipboardData: { getData: () => '07/2031' } })
    expect(expiry().value).toBe('07/31')
  })

  test('VALID-18, UX-17: 4 digits of code for American Express, else 3; the picture follows, the focus stays', async () => {
    await open()
    number().focus()
    enter(number(), '3782')
    expect([code().maxLength, picture()]).toEqual([4, 'Amex'])
    enter(number(), '4111')
    expect([code().maxLength, picture()]).toEqual([3, 'Visa'])
    enter(code(), '1234')
    expect(code().value).toBe('123')
    expect(document.activeElement).toBe(number())
  })

  test('UX-13: each field has its token and its keyboard, and no name that a form could send', async () => {
    await open()
    const facts = [number(), expiry(), code()].map((input) => [input.autocomplete, input.inputMode, input.name])
    expect(facts).toEqual([
      ['cc-number', 'numeric', ''],
      ['cc-exp', 'numeric', ''],
      ['cc-csc', 'numeric', ''],
    ])
  })
})

describe('PAY-17, PAY-18, PAY-19, PAY-20, PAY-21, PAY-22, PAY-23: the picture follows typing type, then brand', () => {
  test.each([
    ['4', 'Unspecified'],
    ['41', 'Visa'],
    ['4111', 'Visa'],
    ['22', 'MasterCard'],
    ['2221', 'MasterCard'],
    ['5599', 'MasterCard'],
    ['3400', 'Amex'],
    ['604588', 'StoreCreditCard'],
    ['524304', 'CoBrandMasterCard'],
    ['524305', 'MasterCard'],
    ['44136421', 'Visa'],
    ['3528', 'Discover'],
  ])('%s shows %s', async (digits, type) => {
    await open()
    enter(number(), digits)
    expect(picture()).toBe(type)
  })

  test('PAY-23: 44136421 is a co-brand card with cbhcc_EnableCbhcc on', async () => {
    await open(on)
    enter(number(), '44136421')
    expect(picture()).toBe('CoBrandMasterCard')
  })
})

describe('PAY-25, PAY-26: the store card', () => {
  test('PAY-25: hides expiry and code and empties them', async () => {
    await open()
    enter(expiry(), '05/30')
    enter(code(), '123')
    enter(number(), '6045880000000000')
    expect(screen.queryByLabelText('Expiration date (MM/YY)')).toBeNull()
    expect(screen.queryByLabelText('Security code')).toBeNull()
    expect(entry.fields).toMatchObject({ expiry: '', cvv: '' })
    act(() => expect(entry.judgeAll()).toBe(true))
  })

  test('PAY-26: replaced by another type both show again and are empty', async () => {
    await open()
    enter(number(), '6045880')
    enter(number(), '4111')
    expect([expiry().value, code().value]).toEqual(['', ''])
  })
})

describe('PAY-27: store and co-brand cards show the rewards message', () => {
  test.each([
    ['604588', off, true],
    ['524304', off, true],
    ['44136421', on, true],
    ['524304', on, false],
    ['4111', off, false],
  ] as const)('%s with %o: %s', async (digits, flags, isShown) => {
    await open(flags)
    enter(number(), digits)
    expect(screen.queryByText('You earn rewards with this card.') !== null).toBe(isShown)
  })
})

describe('PAY-28, PAY-29, OPEN-16: Chrome on iOS', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] }))
  afterEach(() => vi.useRealTimers())

  test('PAY-28: card entry is read 250 ms after the last key there, at once elsewhere', async () => {
    userAgent(chromeOnIos)
    await open()
    // past the poll's own beat, so that only the debounce can read it
    act(() => vi.advanceTimersByTime(10))
    enter(number(), '4111111111111111')
    expect(entry.fields.number).toBe('')
    act(() => vi.advanceTimersByTime(250))
    expect(entry.fields.number).toBe('4111 1111 1111 1111')
    userAgent(chrome)
    enter(number(), '5100')
    expect(entry.fields.number).toBe('5100')
  })

  test('PAY-29: a value filled in without events is read within 250 ms there, and not elsewhere', async () => {
    userAgent(chromeOnIos)
    await open()
    number().value = '4111111111111111'
    act(() => vi.advanceTimersByTime(250))
    expect(entry.fields.number).toBe('4111 1111 1111 1111')
  })

  test('PAY-29: elsewhere nothing is polled', async () => {
    userAgent(chrome)
    await open()
    number().value = '4111111111111111'
    act(() => vi.advanceTimersByTime(1_000))
    expect(entry.fields.number).toBe('')
  })
})

describe('PAY-51, VALID-17: on an error the focus goes to number, expiry, code: the first that is wrong', () => {
  test.each([
    ['', '', '', 'Card number'],
    ['4111111111111111', '13/29', '', 'Expiration date (MM/YY)'],
    ['4111111111111111', '05/30', '12', 'Security code'],
  ])('%j %j %j: %s', async (card, date, cvv, label) => {
    await open()
    enter(number(), card)
    enter(expiry(), date)
    enter(code(), cvv)
    act(() => expect(entry.judgeAll()).toBe(false))
    expect(document.activeElement).toBe(screen.getByLabelText(label))
  })
})

describe('PAY-12, VALID-16, ERR-10: each error flag has its message', () => {
  const fields = { number: '4111 1111 1111 1111', expiry: '05/30', cvv: '123' }
  const flagged = (name: keyof typeof noCardErrors) => ({ ...noCardErrors, [name]: true })

  test.each([
    ['hasTnsError', 'tnsErrorMessage'],
    ['hasSessionError', 'sessionErrorMessage'],
    ['hasRewardsRestrictionError', 'rewardsRestrictionMessage'],
    ['hasOldCbccCardUsedError', 'cardReissued'],
    ['hasZeroAmountError', 'zeroAmountMessage'],
    ['cbccNotAppliedError', 'cbccNotAppliedMessage'],
  ] as const)('%s of the card: %s', (name, key) => {
    expect(cardNotices(flagged(name))).toEqual([key])
  })

  test.each([
    ['hasNumberError', { number: 'cardNumberInvalid', expiry: null, cvv: null }],
    ['hasExpDateError', { number: null, expiry: 'expirationInvalid', cvv: null }],
    ['hasCvvError', { number: null, expiry: null, cvv: 'securityCodeInvalid' }],
  ] as const)('%s at its field', (name, sentences) => {
    expect(fieldSentences(flagged(name), fields)).toEqual(sentences)
  })
})

test('PAY-44: the help at the security code opens the popup with the server’s words', async () => {
  const server = fakeServer({
    '/SharedLayer/PopupV2': () => new Response('<h2>Where is the security code?</h2><p>On the back.</p>'),
  })
  await open()
  fireEvent.click(screen.getByRole('button', { name: 'Where is the code?' }))
  await screen.findByText('On the back.')
  const asked = server.seen.find(({ path }) => path === '/SharedLayer/PopupV2')
  expect([asked?.method, asked?.query]).toEqual(['GET', '?popupName=CreditCardVerification'])
})
