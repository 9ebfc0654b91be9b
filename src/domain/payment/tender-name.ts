import { brandNames } from './brand-names.ts'

/** One of the things an order is paid with, as it is written down; '' where it has no such thing. */
export type NamedTender = {
  readonly method: string
  /** The brand of a card, one of `brands`. */
  readonly brand: string
  readonly lastFour: string
  /** The payer's mail address or name at a wallet. */
  readonly holder?: string
}

const methodNames: { readonly [method: string]: string } = {
  paypal: 'PayPal',
  venmo: 'Venmo',
  applePay: 'Apple Pay',
  giftCard: 'Gift card',
  tenderCode: 'Code',
  certificate: 'Reward certificate',
}

/** Whether it is stored value of the shop's own: a gift card, code or certificate. */
export function isStoredValue(method: string): boolean {
  return method === 'giftCard' || method === 'tenderCode' || method === 'certificate'
}

/** What people call it, the same on review, confirmation, mail and receipt (BEYOND-03): 'Visa ending in 1111'. */
export function tenderName({ method, brand, lastFour, holder = '' }: NamedTender): string {
  const card = Object.hasOwn(brandNames, brand) ? brandNames[brand as keyof typeof brandNames] : 'Card'
  const name = methodNames[method] ?? card
  if (method !== 'card' && holder !== '') return `${name} (${holder})`
  return lastFour === '' ? name : `${name} ending in ${lastFour}`
}
