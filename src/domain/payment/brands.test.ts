import { describe, expect, test } from 'vitest'
import {
  brandOf,
  brands,
  cardSlots,
  isBrand,
  isOldCoBrandCard,
  isRewardsCard,
  processedBrand,
  selectionTypeOf,
  selectionTypes,
} from './brands.ts'

const off = { isCbhccEnabled: false }
const on = { isCbhccEnabled: true }

test('PAY-15: the brands are exactly these ten', () => {
  expect(brands).toEqual([
    'MasterCard',
    'Visa',
    'AmericanExpress',
    'Discover',
    'DinersClub',
    'PLCCSynchrony',
    'CoBrandMasterCard',
    'Imprint',
    'Cup',
    'Jcb',
  ])
  expect([isBrand('Jcb'), isBrand('jcb'), isBrand('')]).toEqual([true, false, false])
})

test('PAY-04: the slots are CardOne and CardTwo', () => {
  expect(cardSlots).toEqual(['CardOne', 'CardTwo'])
})

test('PAY-14, OPEN-62: there are eight selection types', () => {
  expect(selectionTypes).toEqual([
    'Amex',
    'Discover',
    'MasterCard',
    'Visa',
    'CoBrandMasterCard',
    'StoreCreditCard',
    'DinersClub',
    'Unspecified',
  ])
})

test.each([
  ['AmericanExpress', 'Amex'],
  ['Discover', 'Discover'],
  ['MasterCard', 'MasterCard'],
  ['Visa', 'Visa'],
  ['DinersClub', 'DinersClub'],
  ['PLCCSynchrony', 'StoreCreditCard'],
  ['CoBrandMasterCard', 'CoBrandMasterCard'],
  ['Imprint', 'CoBrandMasterCard'],
  ['Cup', 'Discover'],
  ['Jcb', 'Discover'],
  [null, 'Unspecified'],
] as const)('OPEN-62: the brand %s is the type %s', (brand, type) => {
  expect(selectionTypeOf(brand)).toBe(type)
})

test.each([
  ['3000', 'DinersClub'],
  ['6200', 'Cup'],
  ['3528', 'Jcb'],
] as const)('PAY-16: numbers from %s, of brand %s, go to the processor as Discover', (digits, brand) => {
  expect(brandOf(digits, off)).toBe(brand)
  expect(processedBrand(brand)).toBe('Discover')
})

test('PAY-16: the other brands go as what they are', () => {
  const others = brands.filter((brand) => !['DinersClub', 'Cup', 'Jcb'].includes(brand))
  expect(others.map(processedBrand)).toEqual(others)
})

describe('PAY-18, PAY-19, PAY-20, PAY-21, PAY-22, PAY-23, OPEN-57, OPEN-58: the brand of the first digits', () => {
  test.each([
    ['5100', 'MasterCard'],
    ['5599', 'MasterCard'],
    ['5600', null],
    ['5000', null],
    ['2220', null],
    ['2221', 'MasterCard'],
    ['2299', 'MasterCard'],
    ['2300', 'MasterCard'],
    ['2699', 'MasterCard'],
    ['2719', 'MasterCard'],
    ['2720', 'MasterCard'],
    ['2721', null],
    ['22', null],
    ['411', null],
    ['4111', 'Visa'],
    ['3400', 'AmericanExpress'],
    ['3712', 'AmericanExpress'],
    ['371', null],
    ['3500', null],
    ['604588', 'PLCCSynchrony'],
    ['604589', 'Discover'],
    ['524303', 'MasterCard'],
    ['524304', 'CoBrandMasterCard'],
    ['524305', 'MasterCard'],
    ['44136420', 'Visa'],
    ['44136422', 'Visa'],
    ['299', null],
    ['300', 'DinersClub'],
    ['305', 'DinersClub'],
    ['306', null],
    ['35', null],
    ['36', 'DinersClub'],
    ['38', 'DinersClub'],
    ['39', 'DinersClub'],
    ['3527', null],
    ['3528', 'Jcb'],
    ['3529', 'Jcb'],
    ['3530', 'Jcb'],
    ['3589', 'Jcb'],
    ['3590', null],
    ['6010', 'Discover'],
    ['6011', 'Discover'],
    ['6012', 'Discover'],
    ['622125', 'Cup'],
    ['622126', 'Discover'],
    ['622130', 'Discover'],
    ['622199', 'Discover'],
    ['622200', 'Discover'],
    ['622899', 'Discover'],
    ['622925', 'Discover'],
    ['622926', 'Cup'],
    ['62', 'Cup'],
    ['63', null],
    ['643', 'Discover'],
    ['644', 'Discover'],
    ['649', 'Discover'],
    ['65', 'Discover'],
    ['66', null],
    ['809', null],
    ['810', 'Cup'],
    ['817', 'Cup'],
    ['818', null],
    ['819', null],
    ['1', null],
    ['', null],
  ])('%s is %s', (digits, brand) => {
    expect(brandOf(digits, off)).toBe(brand)
  })
})

test('PAY-23, PLAT-20, OPEN-61: 44136421 is Imprint with the flag on and Visa with it off', () => {
  expect([brandOf('44136421', on), brandOf('44136421', off)]).toEqual(['Imprint', 'Visa'])
})

test('PAY-24, OPEN-61: a 524304 card is an old card with the flag on only', () => {
  const brand = brandOf('524304', on)
  expect(brand).toBe('CoBrandMasterCard')
  expect([isOldCoBrandCard(brand, on), isOldCoBrandCard(brand, off)]).toEqual([true, false])
  expect(isOldCoBrandCard('MasterCard', on)).toBe(false)
})

test.each([
  ['6045880', off, true],
  ['5243040', off, true],
  ['5243040', on, false],
  ['44136421', on, true],
  ['44136421', off, false],
  ['4111', on, false],
])('PAY-27, PAY-43: %s with %o earns rewards: %s', (digits, flags, isRewards) => {
  expect(isRewardsCard(brandOf(digits, flags), flags)).toBe(isRewards)
})
