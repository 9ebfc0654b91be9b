import { fullDayText } from '#domain/days.ts'
import { atRate } from '#domain/money.ts'
import { good, type Outcome, refused } from '#domain/outcome.ts'
import type { Problem } from '#domain/problems.ts'
import type { Brand, Country } from '#domain/variant.ts'

/** What a code gives: a rate of the merchandise in millionths, an amount in cents, or free standard shipping. */
export type PromoBenefit =
  | { readonly kind: 'percent'; readonly millionths: number }
  | { readonly kind: 'amount'; readonly cents: number }
  | { readonly kind: 'freeShipping' }

/** The part of a promo that pricing needs. */
export type PromoTerms = {
  readonly code: string
  readonly minSubtotalCents: number
  readonly benefit: PromoBenefit
}

/**
 * A row of the promo table (OPEN-72). Whether it has begun and ended is judged by the database's clock alone (SAFE-68); the
 * days, 'YYYY-MM-DD' of the store, are for its sentences. Null is no limit.
 */
export type PromoFacts = PromoTerms & {
  /** '' for every brand. */
  readonly brand: Brand | ''
  /** '' for both countries. */
  readonly country: Country | ''
  readonly firstDay: string | null
  readonly lastDay: string | null
  readonly isAhead: boolean
  readonly isOver: boolean
  readonly maxUses: number | null
  readonly uses: number
  readonly maxUsesPerShopper: number | null
  readonly usesOfShopper: number
  readonly isStoreCardOnly: boolean
}

/** What the cart brings to the decision. */
export type PromoCart = {
  readonly brand: Brand
  readonly country: Country
  /** Merchandise without gift cards and donations, cents. */
  readonly merchandiseCents: number
  /** A card that is neither store nor co-brand card is applied, or a wallet (OPEN-68). */
  readonly hasOtherPayment: boolean
  /** With the code, stored value would pay for the order whole, or nothing is due and no store card is applied. */
  readonly isNothingForStoreCards: boolean
}

export type PromoEffect = { readonly discountCents: number; readonly isFreeShipping: boolean }

/** Codes are compared without regard to case and surrounding spaces (OPEN-72). */
export function promoKey(code: string): string {
  return code.trim().toUpperCase()
}

/**
 * What an entered code gives this cart, or the problem in its way, the first that applies in the order: unknown, ended,
 * used up, used by this shopper, for another brand or country, not started, only for the store card, below the least
 * subtotal; so that nobody is sent to another store or made to wait for a code that is over (BEYOND-06).
 */
export function decidePromo(promo: PromoFacts | null, cart: PromoCart): Outcome<PromoEffect> {
  if (promo === null) return refused({ code: 'unknownPromo' })
  const promoCode = promo.code
  if (promo.isOver) return refused({ code: 'promoEnded', promoCode, day: dayOf(promo.lastDay) })
  if (promo.maxUses !== null && promo.uses >= promo.maxUses) return refused({ code: 'promoUsedUp', promoCode })
  if (promo.maxUsesPerShopper !== null && promo.usesOfShopper >= promo.maxUsesPerShopper) {
    return refused({ code: 'promoUsedByShopper', promoCode })
  }
  const storeName = otherStore(promo, cart)
  if (storeName !== null) return refused({ code: 'promoOtherStore', promoCode, storeName })
  if (promo.isAhead) return refused({ code: 'promoNotStarted', promoCode, day: dayOf(promo.firstDay) })
  if (promo.isStoreCardOnly && !isChargedToStoreCards(cart)) return refused({ code: 'promoStoreCardOnly', promoCode })
  const { problem, ...effect } = promoEffect(promo, cart.merchandiseCents)
  return problem === null ? good(effect) : refused(problem)
}

/** Whether a shopper whose code was taken off can do something about it: then she is told what, not that it is no longer valid. */
export function isPromoFixable({ code }: Pick<Problem, 'code'>): boolean {
  return code === 'promoBelowMinimum' || code === 'promoStoreCardOnly'
}

/** SAFE-14: all that is charged is charged to store cards; stored value may pay a part, never all, and what is free is for their holders. */
function isChargedToStoreCards({ hasOtherPayment, isNothingForStoreCards }: PromoCart): boolean {
  return !hasOtherPayment && !isNothingForStoreCards
}

function dayOf(day: string | null): string {
  return day === null ? '' : fullDayText(day)
}

/** The store that a code is for when it is not for this one: 'CB2', 'CB2 Canada'; of a code of every brand 'CB Canada'. */
function otherStore(promo: PromoFacts, { brand, country }: PromoCart): string | null {
  const isOfBrand = promo.brand === '' || promo.brand === brand
  const isOfCountry = promo.country === '' || promo.country === country
  if (isOfBrand && isOfCountry) return null
  const place = promo.country === '' || isOfCountry ? '' : countryNames[promo.country]
  return [promo.brand === '' ? brand : promo.brand, place].filter((name) => name !== '').join(' ')
}

const countryNames: { readonly [Code in Country]: string } = { US: 'United States', CA: 'Canada' }

/** The effect of a promo on merchandise of this worth (cents): never more than the merchandise; nothing below its least subtotal. */
export function promoEffect(
  terms: PromoTerms,
  merchandiseCents: number,
): PromoEffect & { readonly problem: Problem | null } {
  if (merchandiseCents < terms.minSubtotalCents) {
    const { code: promoCode, minSubtotalCents } = terms
    const missingCents = minSubtotalCents - merchandiseCents
    const problem: Problem = { code: 'promoBelowMinimum', promoCode, minSubtotalCents, missingCents }
    return { discountCents: 0, isFreeShipping: false, problem }
  }
  const { benefit } = terms
  switch (benefit.kind) {
    case 'percent':
      return {
        discountCents: within(atRate(merchandiseCents, benefit.millionths), merchandiseCents),
        isFreeShipping: false,
        problem: null,
      }
    case 'amount':
      return { discountCents: within(benefit.cents, merchandiseCents), isFreeShipping: false, problem: null }
    case 'freeShipping':
      return { discountCents: 0, isFreeShipping: true, problem: null }
  }
}

function within(cents: number, limit: number): number {
  return Math.max(0, Math.min(cents, limit))
}
