import { expect, expectTypeOf, test } from 'vitest'
import { fillMessage } from './fill-message.ts'
import { defaultTexts } from './messages.ts'
import { messageKeyOf, type Problem, type ProblemCode, type ProblemFacts } from './problems.ts'
import { allVariants } from './variant.ts'

/** A value for every fact that a problem always has: what is optional cannot fill a place. */
const samples: { readonly [Code in keyof ProblemFacts]: ProblemFacts[Code] } = {
  unknownSku: {},
  notAvailable: {},
  quantityOutOfRange: { min: 1, max: 99 },
  lineLimitExceeded: { max: 99, quantity: 100 },
  cartFull: { limit: 1 },
  savedItemsFull: { limit: 1 },
  homesFull: { limit: 1 },
  giftCardsFull: { limit: 1 },
  tenderCodesFull: { limit: 1 },
  certificatesFull: { limit: 1 },
  addressBookFull: { limit: 1 },
  registriesFull: { limit: 1 },
  pictureTooLarge: { limit: 1 },
  pictureTooManyPixels: { pixels: 2, limit: 1 },
  pictureUnreadable: { least: 1 },
  registryFull: { limit: 1 },
  storeWithoutItem: { locationId: 5 },
  fewerLeft: { left: 2 },
  donationOutOfRange: { minCents: 100, maxCents: 10_000 },
  notADonation: { sku: 7 },
  invalidPostalCode: { 0: '6060' },
  unknownPostalCode: { 0: '60699' },
  postalCodeStateMismatch: { postalCode: '60601', state: 'NY' },
  invalidField: { label: 'the text' },
  missingField: { label: 'the text' },
  fieldTooLong: { label: 'the text', limit: 30 },
  invalidName: { label: 'first name' },
  promoNotStarted: { promoCode: 'TEN', day: 'November 23, 2026' },
  promoEnded: { promoCode: 'TEN', day: 'November 20, 2026' },
  promoOtherStore: { promoCode: 'TEN', storeName: 'CB2' },
  promoUsedUp: { promoCode: 'TEN' },
  promoUsedByShopper: { promoCode: 'TEN' },
  promoBelowMinimum: { promoCode: 'TEN', minSubtotalCents: 10_000, missingCents: 250 },
  promoStoreCardOnly: { promoCode: 'TEN' },
  stepNotReached: { step: 'shipping', path: '/checkout/shipping' },
  paymentSumMismatch: { dueCents: 1_500 },
  walletAmountChanged: { dueCents: 1_500 },
  cardRefused: { slot: 1, ask: 'anotherCard' },
  giftCardRefused: { displayNumbers: ['1234'] },
  giftMessageTooLong: { limit: 240, length: 241 },
}

/** Filled in by the one place that says them: whom to call. */
const saidWith: Partial<Record<ProblemCode, object>> = {
  cancelTooLate: { phone: '800-555-0100', hours: 'every day' },
  cancelPaymentTaken: { phone: '800-555-0100', hours: 'every day' },
}

const codes = Object.keys(messageKeyOf) as ProblemCode[]

test.each(codes)('SAFE-11: the facts of %s fill every place of its text, in every storefront', (code) => {
  const own = Object.hasOwn(samples, code) ? samples[code as keyof ProblemFacts] : {}
  for (const variant of allVariants) {
    const text = defaultTexts(variant)[messageKeyOf[code]]
    expect(fillMessage(text, { ...own, ...saidWith[code] }, variant.currency)).not.toMatch(/\{\w+\}/)
  }
})

test('SAFE-11: a problem has the facts of its code', () => {
  expectTypeOf<{ code: 'cartFull' }>().not.toExtend<Problem>()
  expectTypeOf<{ code: 'cartFull'; limit: string }>().not.toExtend<Problem>()
  expectTypeOf<{ code: 'cartFool'; limit: number }>().not.toExtend<Problem>()
  expectTypeOf<{ code: 'cartFull'; limit: number }>().toExtend<Problem>()
})
