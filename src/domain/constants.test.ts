import { expect, test } from 'vitest'
import { emailMaxLength } from '#domain/address/email.ts'
import { hasShippingSurcharge } from '#domain/address/states.ts'
import { defaultQuantity, maxQuantity, minQuantity } from '#domain/cart/limits.ts'
import { madeToOrderCodes, registryHidingCodes } from '#domain/catalog/property-codes.ts'
import {
  carouselTables,
  crossSellLimit,
  eagerPictures,
  eagerPicturesAt,
  placeholderCards,
  recommendationLimit,
  slidesAt,
} from '#domain/catalog/recommendation-limits.ts'
import { cardInputMaxLength } from '#domain/payment/card-number.ts'
import { defaultAccountCardsLimit, plccOption, selectTwoCardsLimit } from '#domain/payment/limits.ts'
import { cardsInTwoCardPayment } from '#domain/payment/two-cards.ts'
import { shippingFees } from '#test/builders/rates.ts'
import { flagNames } from './flags.ts'
import { defaultHelpPhones, helpHours } from './help.ts'
import {
  autofillPollMs,
  availabilitySkeletonMs,
  cardDebounceMs,
  confirmationFadeMs,
  drawerMaxHeightPx,
  drawerSeconds,
  passwordEnabledAgainMs,
  postRetries,
  postRetryDelayMs,
  registryAddedMs,
  termsRedirectMs,
} from './timing.ts'

test('CONST-01, RECO-02, RECO-10: 15 recommendations, 5 placeholders', () => {
  expect([recommendationLimit, placeholderCards]).toEqual([15, 5])
})

test.each([
  ['recommendations', [1281, 1280, 769, 768, 0], [4, 3, 3, 2, 2]],
  ['registry', [1400, 0], [1, 1]],
  ['crossSellList', [1400, 1000, 400], [2, 2, 2]],
  ['crossSell', [1281, 1280, 769, 768], [6, 4, 4, 2]],
  ['crossSellAddToCart', [1050, 1049, 769, 768], [6, 4, 4, 2]],
] as const)(
  'CONST-02, CONST-19, RECO-08, RECO-09, XSELL-01, XSELL-02, XSELL-03: the carousel %s at widths %j shows %j slides',
  (place, widths, slides) => {
    expect(widths.map((width) => slidesAt(place, width))).toEqual(slides)
  },
)

test('XSELL-04: no breakpoint table shows parts of a slide', () => {
  const slides = Object.values(carouselTables).flatMap((table) => table.map((row) => row.slides))
  expect(slides.filter((count) => !Number.isInteger(count))).toEqual([])
})

test('CONST-03, CONST-21: card entry waits and polls 250 ms on one mobile browser', () => {
  expect([cardDebounceMs, autofillPollMs]).toEqual([250, 250])
})

test('CONST-04, CONST-11: quantity 1 by default, 1 to 99', () => {
  expect([defaultQuantity, minQuantity, maxQuantity]).toEqual([1, 1, 99])
})

test('CONST-05: Alaska, Hawaii and territories pay 1000 cents more', () => {
  expect(shippingFees.surchargeCents).toBe(1000)
  const states = ['AK', 'HI', 'PR', 'GU', 'VI', 'AS', 'MP']
  expect(states.filter((state) => hasShippingSurcharge({ state, country: 'US' }))).toEqual(states)
})

test('CONST-09: 5 saved cards unless the account says otherwise; one popup has its own 5', () => {
  expect([defaultAccountCardsLimit, selectTwoCardsLimit]).toEqual([5, 5])
})

test('CONST-10: exactly two cards; reward is 1 and financing 2', () => {
  expect(cardsInTwoCardPayment).toBe(2)
  expect(plccOption).toEqual({ reward: 1, financing: 2 })
})

test('CONST-12, PDP-02: the registry button says ADDED for 3000 ms', () => {
  expect(registryAddedMs).toBe(3000)
})

test('CONST-13, ATC-23: the confirmation fades in 300 ms', () => {
  expect(confirmationFadeMs).toBe(300)
})

test('CONST-14: 66 characters of email, 24 of card number', () => {
  expect([emailMaxLength, cardInputMaxLength]).toEqual([66, 24])
})

test('CONST-15, PLAT-09: a POST is tried again twice, 500 ms apart', () => {
  expect([postRetries, postRetryDelayMs]).toEqual([2, 500])
})

test('CONST-16, PLAT-31: the availability skeleton lasts 10000 ms at most', () => {
  expect(availabilitySkeletonMs).toBe(10_000)
})

test('CONST-17, PLAT-30: a drawer takes 0.6 s and at most 10000 px', () => {
  expect([drawerSeconds, drawerMaxHeightPx]).toEqual([0.6, 10_000])
})

test('CONST-18, XSELL-06: 24 cross-sell recommendations, apart from the 15 others', () => {
  expect([crossSellLimit, recommendationLimit]).toEqual([24, 15])
})

test('CONST-20, XSELL-07: the first 4 pictures on a desktop and 2 on a phone load eagerly', () => {
  expect(eagerPictures).toEqual({ desktop: 4, mobile: 2 })
  expect([eagerPicturesAt(1281), eagerPicturesAt(769), eagerPicturesAt(768)]).toEqual([4, 4, 2])
})

test('CONST-22: 250, 300, 400 hide the registry button; 300, 400 are made to order', () => {
  expect([registryHidingCodes, madeToOrderCodes]).toEqual([
    [250, 300, 400],
    [300, 400],
  ])
})

test('CONST-23, PLAT-22: the flags have these names', () => {
  expect(flagNames).toEqual(['paymentProvider_EnableAdyen', 'cbhcc_EnableCbhcc', 'oms_UseSharedEngine'])
})

test('CONST-25, PLAT-33: one text of hours, and phones that differ between the US and Canada', () => {
  expect(helpHours).toBe('Mon-Sun 8 am to 9 pm CT')
  expect(new Set(Object.values(defaultHelpPhones)).size).toBe(4)
})

test('CONST-26, LOGIN-22, ATC-14: the password field comes back after 9000 ms, the cart opens 300 ms after the terms', () => {
  expect([passwordEnabledAgainMs, termsRedirectMs]).toEqual([9000, 300])
})
