import type { Address } from '#domain/address/address.ts'
import type { RegistryType } from '#domain/registry/registry-types.ts'
import type { Country } from '#domain/variant.ts'
import type { SavedCard } from '#server/payment/account-card-store.ts'

/** A shopper of the demo: what her account holds, the registries in each of the four stores. */
export type DemoShopper = {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly isTaxExempt: boolean
  readonly registries: readonly RegistryType[]
  readonly cards: readonly DemoCard[]
}

type DemoCard = Omit<SavedCard, 'token' | 'provider' | 'isDefault'> & {
  /** As the token of the built-in gateway names it (src/sandbox/card-gateway/published-tokens.ts). */
  readonly kind: 'visa' | 'mastercard' | 'amex' | 'store' | 'expired'
}

const visa: DemoCard = { kind: 'visa', brand: 'Visa', type: 'Visa', lastFour: '1111', expMonth: 12, expYear: 2035 }
const masterCard: DemoCard = {
  kind: 'mastercard',
  brand: 'MasterCard',
  type: 'MasterCard',
  lastFour: '4444',
  expMonth: 3,
  expYear: 2034,
}
const amex: DemoCard = {
  kind: 'amex',
  brand: 'AmericanExpress',
  type: 'Amex',
  lastFour: '0005',
  expMonth: 9,
  expYear: 2033,
}
/** With a rewards account and certificates (docs/how-to/issue-gift-cards.md). */
const storeCard: DemoCard = {
  kind: 'store',
  brand: 'PLCCSynchrony',
  type: 'StoreCreditCard',
  lastFour: '1001',
  expMonth: 0,
  expYear: 0,
}
const expired: DemoCard = { kind: 'expired', brand: 'Visa', type: 'Visa', lastFour: '0101', expMonth: 1, expYear: 2025 }

/** The shoppers of the demo (OPEN-111); mail to example.com reaches nobody. */
export const demoShoppers: readonly DemoShopper[] = [
  {
    ...{ email: 'nora.new@example.com', firstName: 'Nora', lastName: 'New' },
    ...{ isTaxExempt: false, registries: [], cards: [] },
  },
  {
    ...{ email: 'rosa.wed@example.com', firstName: 'Rosa', lastName: 'Wed' },
    ...{ isTaxExempt: false, registries: ['br'], cards: [visa, masterCard] },
  },
  {
    ...{ email: 'vera.full@example.com', firstName: 'Vera', lastName: 'Full' },
    ...{ isTaxExempt: false, registries: ['hw', 'gl'], cards: [visa, masterCard, amex, storeCard, expired] },
  },
  {
    ...{ email: 'theo.school@example.com', firstName: 'Theo', lastName: 'School' },
    ...{ isTaxExempt: true, registries: [], cards: [visa, masterCard] },
  },
]

/** What the registries of a brand ask for: pieces that are sold in both countries. */
export const demoWanted = {
  CB: [
    { sku: 410_780, quantity: 4 },
    { sku: 410_840, quantity: 2 },
    { sku: 410_580, quantity: 1 },
    { sku: 410_720, quantity: 1 },
  ],
  CB2: [
    { sku: 620_780, quantity: 4 },
    { sku: 620_880, quantity: 2 },
    { sku: 620_600, quantity: 1 },
    { sku: 620_740, quantity: 1 },
  ],
} as const

/** Where a shopper of the demo lives in a country. */
export const demoAddresses: {
  readonly [Code in Country]: Omit<Address, 'firstName' | 'lastName' | 'companyName' | 'email'>
} = {
  US: {
    ...{ address1: '1250 Techny Road', address2: '', city: 'Northbrook', state: 'IL', postalCode: '60062' },
    ...{ phone: '312-555-0142', country: 'US' },
  },
  CA: {
    ...{ address1: '100 Queen Street West', address2: '', city: 'Toronto', state: 'ON', postalCode: 'M5H 2N2' },
    ...{ phone: '416-555-0142', country: 'CA' },
  },
}
