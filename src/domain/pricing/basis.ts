import type { GiftWrap } from '#domain/gift/gift-options.ts'
import type { PromoBenefit } from '#domain/promo/promo.ts'
import type { StandardRow } from '#domain/shipping/fees.ts'
import type { Destination, ShipMethod } from '#domain/shipping/methods.ts'

/** What an amount was made from: the row of the rate table and what it was applied to; all amounts whole cents (BEYOND-06). */
export type Basis =
  | { readonly kind: 'pieces'; readonly quantity: number; readonly unitCents: number }
  /** A line's share of the discount on all merchandise. */
  | {
      readonly kind: 'promo'
      readonly code: string
      readonly benefit: PromoBenefit
      readonly discountCents: number
      readonly merchandiseCents: number
    }
  | {
      readonly kind: 'shipment'
      readonly method: ShipMethod
      readonly destination: Destination | null
      readonly merchandiseCents: number
      /** Null for a method with a flat charge. */
      readonly standard: StandardRow | null
      /** What 2-day or express adds, or the flat charge. */
      readonly extraCents: number
      /** A promotion code took the standard part away. */
      readonly isFree: boolean
    }
  | { readonly kind: 'surcharge'; readonly destination: Destination | null }
  | { readonly kind: 'installation'; readonly type: string; readonly quantity: number; readonly feeCents: number }
  | { readonly kind: 'giftWrap'; readonly wrap: GiftWrap }
  /** `base`: what is taxed at the place, by what it is. */
  | {
      readonly kind: 'tax'
      readonly part: string
      readonly millionths: number
      readonly place: string
      readonly base: { readonly line: number; readonly installation: number; readonly shipping: number }
    }
  | {
      readonly kind: 'tender'
      readonly availableCents: number
      readonly dueCents: number
      /** What stored value may not pay, and is not in `dueCents` (SAFE-18); not there when nothing. */
      readonly giftCardCents?: number
    }
