/** Promotion codes of the grown shop: so many, used in turn. */
export const promoCodes = 100
export function promoCodeOf(nth: number): string {
  return `GROWN${String(nth % promoCodes).padStart(2, '0')}`
}

/** What somebody is called whose story is told again under other names. */
export const names = { firstName: 'Grownfirst', lastName: 'Grownlast' } as const
/** Her mail's address, and that of whoever else is in the story. */
export const emailPattern = /[\w-]+@grown\.example\.com/g

/** One cart: what is in it and how it ends. */
export type Cart = {
  readonly parcels?: number
  readonly has?: readonly ('sofa' | 'towel' | 'donation' | 'pickup' | 'gift')[]
  /** Each line goes to a home of its own. */
  readonly homes?: boolean
  readonly isGift?: boolean
  readonly promo?: boolean
  readonly tender?: 'giftCard' | 'wholeGiftCard' | 'code' | 'wholeCode' | 'certificate'
  readonly twoCards?: boolean
  /** A card is declined before. */
  readonly isDeclinedFirst?: boolean
  readonly end?: 'open' | 'cancelled'
}

/** The carts of one shopper. */
export type Carts = { readonly isMember?: boolean; readonly carts: readonly Cart[] }

/** Two carts of one shopper, and how many of a thousand shoppers are like her. */
export type Story = Carts & {
  readonly name: string
  readonly weight: number
  readonly carts: readonly [Cart, Cart]
}

const open: Cart = { parcels: 2, end: 'open' }

export const stories: readonly Story[] = [
  { name: 'guest', weight: 120, carts: [{ parcels: 3 }, { parcels: 2 }] },
  { name: 'guest who buys more', weight: 100, carts: [{ parcels: 4 }, { parcels: 1 }] },
  { name: 'member', weight: 90, isMember: true, carts: [{ parcels: 2 }, { parcels: 3 }] },
  { name: 'member with a gift', weight: 70, isMember: true, carts: [{ parcels: 3, isGift: true }, { parcels: 2 }] },
  { name: 'guest who comes back', weight: 180, carts: [{ parcels: 2 }, open] },
  { name: 'member who comes back', weight: 120, isMember: true, carts: [{ parcels: 3 }, open] },
  {
    ...{ name: 'gift cards', weight: 70 },
    carts: [
      { parcels: 2, tender: 'giftCard' },
      { parcels: 3, tender: 'giftCard' },
    ],
  },
  {
    ...{ name: 'cancelled with all that pays', weight: 20 },
    carts: [{ parcels: 2, tender: 'giftCard', promo: true, end: 'cancelled' }, { parcels: 2 }],
  },
  { name: 'cancelled', weight: 60, carts: [{ parcels: 2, end: 'cancelled' }, { parcels: 3 }] },
  { name: 'gift card alone', weight: 32, carts: [{ parcels: 2, tender: 'wholeGiftCard' }, open] },
  { name: 'promotion', weight: 60, carts: [{ parcels: 3, promo: true }, { parcels: 2 }] },
  { name: 'several homes', weight: 18, carts: [{ parcels: 4, homes: true, isGift: true }, open] },
  { name: 'pickup', weight: 15, carts: [{ parcels: 1, has: ['pickup'] }, { parcels: 2 }] },
  { name: 'registry gift', weight: 15, carts: [{ has: ['gift'] }, open] },
  { name: 'donation and words', weight: 15, carts: [{ parcels: 1, has: ['donation', 'towel'] }, { parcels: 2 }] },
  { name: 'furniture', weight: 10, carts: [{ parcels: 1, has: ['sofa'], twoCards: true }, open] },
  {
    ...{ name: 'codes and certificates', weight: 5 },
    carts: [
      { parcels: 2, tender: 'code' },
      { parcels: 2, tender: 'certificate' },
    ],
  },
]
