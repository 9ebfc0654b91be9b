import { expect, test } from 'vitest'
import { allVariants, variants } from './variant.ts'

test('PLAT-01, PLAT-02, PLAT-03: two brands in two countries, each with its locale', () => {
  expect(allVariants.map(({ key, brand, country, locale }) => [key, brand, country, locale])).toEqual([
    ['cb', 'CB', 'US', 'en-US'],
    ['cb-ca', 'CB', 'CA', 'en-CA'],
    ['cb2', 'CB2', 'US', 'en-US'],
    ['cb2-ca', 'CB2', 'CA', 'en-CA'],
  ])
})

test('OPEN-08: each storefront has its host name', () => {
  expect(allVariants.map((variant) => variant.host)).toEqual([
    'cb.localhost',
    'cb-ca.localhost',
    'cb2.localhost',
    'cb2-ca.localhost',
  ])
})

test('PLAT-03, CONST-08, SHIPPOP-02: the US has ZIP codes, the delivery map and the international tab; Canada has postal codes and split tax', () => {
  expect(variants.cb).toMatchObject({
    postalCodeWord: 'ZIP code',
    hasDeliveryMap: true,
    hasInternationalTab: true,
    hasSplitTax: false,
  })
  expect(variants['cb2-ca']).toMatchObject({
    postalCodeWord: 'postal code',
    hasDeliveryMap: false,
    hasInternationalTab: false,
    hasSplitTax: true,
  })
})
