import { storeCardBrand, storeCardBrands } from '#domain/cart/payment/store-card-brands.ts'

/** The brands of card numbers, exact names (PAY-15). */
export const brands = [
  'MasterCard',
  'Visa',
  'AmericanExpress',
  'Discover',
  'DinersClub',
  ...storeCardBrands,
  'Cup',
  'Jcb',
] as const
export type Brand = (typeof brands)[number]

/** What a shopper's choice of card is called (PAY-14, OPEN-62). */
export const selectionTypes = [
  'Amex',
  'Discover',
  'MasterCard',
  'Visa',
  'CoBrandMasterCard',
  'StoreCreditCard',
  'DinersClub',
  'Unspecified',
] as const
export type SelectionType = (typeof selectionTypes)[number]

/** The two card slots, in order (PAY-04). */
export const cardSlots = ['CardOne', 'CardTwo'] as const
export type CardSlot = (typeof cardSlots)[number]

/** `isCbhccEnabled` is the flag cbhcc_EnableCbhcc (PLAT-20). */
export type CardFlags = { readonly isCbhccEnabled: boolean }

// First row that fits wins (OPEN-58). Each prefix says how many digits must be there before the brand is known.
const prefixRows: readonly (readonly [Brand, RegExp])[] = [
  ['PLCCSynchrony', /^604588/],
  ['CoBrandMasterCard', /^524304/],
  ['Imprint', /^44136421/],
  ['AmericanExpress', /^3[47]\d{2}/],
  ['MasterCard', /^(?:5[1-5]|222[1-9]|22[3-9]\d|2[3-6]\d{2}|27[01]\d|2720)/],
  ['DinersClub', /^(?:30[0-5]|36|3[89])/],
  ['Jcb', /^35(?:2[89]|[3-8]\d)/],
  ['Discover', /^(?:6011|622(?:12[6-9]|1[3-9]\d|[2-8]\d{2}|9[01]\d|92[0-5])|64[4-9]|65)/],
  ['Discover', /^6[04]/],
  ['Cup', /^(?:62|81[0-7])/],
  ['Visa', /^4\d{3}/],
]

/**
 * The brand of the first digits of a number, null while or because it has none (PAY-17 to PAY-23, OPEN-57, OPEN-58).
 * It decides validity, selection type, picture, security code and processing. With the flag off 44136421 is Visa.
 */
export function brandOf(digits: string, flags: CardFlags): Brand | null {
  const brand = prefixRows.find(([, prefix]) => prefix.test(digits))?.[0] ?? null
  return brand === 'Imprint' && !flags.isCbhccEnabled ? 'Visa' : brand
}

/** With the flag on a 524304 card is an old co-brand card that was reissued (PAY-24, OPEN-61). */
export function isOldCoBrandCard(brand: Brand | null, flags: CardFlags): boolean {
  return brand === 'CoBrandMasterCard' && flags.isCbhccEnabled
}

/** Store card or co-brand card in force: earns rewards and may pay with certificates (PAY-27, PAY-43, CERT-10). */
export function isRewardsCard(brand: Brand | null, flags: CardFlags): boolean {
  if (brand === storeCardBrand) return true
  return brand === (flags.isCbhccEnabled ? 'Imprint' : 'CoBrandMasterCard')
}

/** The brand sent to the card processor: Diners, Cup and Jcb go as Discover (PAY-16). */
export function processedBrand(brand: Brand): Brand {
  return brand === 'DinersClub' || brand === 'Cup' || brand === 'Jcb' ? 'Discover' : brand
}

const selectionTypeOfBrand: { readonly [Name in Brand]: SelectionType } = {
  MasterCard: 'MasterCard',
  Visa: 'Visa',
  AmericanExpress: 'Amex',
  Discover: 'Discover',
  DinersClub: 'DinersClub',
  PLCCSynchrony: 'StoreCreditCard',
  CoBrandMasterCard: 'CoBrandMasterCard',
  Imprint: 'CoBrandMasterCard',
  Cup: 'Discover',
  Jcb: 'Discover',
}

/** The selection type of a brand (OPEN-62); Unspecified while there is none. */
export function selectionTypeOf(brand: Brand | null): SelectionType {
  return brand === null ? 'Unspecified' : selectionTypeOfBrand[brand]
}

/** Whether a text of the wire is one of the ten brands. */
export function isBrand(value: string): value is Brand {
  return brands.some((brand) => brand === value)
}

/** The card picture of a co-brand card: 0 none, 1 CB, 2 CB2 (OPEN-61). */
export const cbhccDesignType = { none: 0, CB: 1, CB2: 2 } as const
