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

/** A row of the promo table (OPEN-72). Days are 'YYYY-MM-DD' of the store, both included; null is no limit. */
export type PromoFacts = PromoTerms & {
  readonly brand: Brand
  readonly country: Country
  readonly firstDay: string | null
  readonly lastDay: string | null
  readonly maxUses: number | null
  readonly uses: number
  readonly maxUsesPerShopper: number | null
  readonly usesOfShopper: number
  readonly isStoreCardOnly: boolean
}

/** What the basket brings to the decision. */
export type PromoBasket = {
  readonly brand: Brand
  readonly country: Country
  /** Day of the store, 'YYYY-MM-DD'. */
  readonly today: string
  /** Merchandise without gift cards and donations, cents. */
  readonly merchandiseCents: number
  /** A card that is neither store nor co-brand card is applied (OPEN-68). */
  readonly hasOtherCard: boolean
}

export type PromoEffect = { readonly discountCents: number; readonly isFreeShipping: boolean }

/** Codes are compared without regard to case and surrounding spaces (OPEN-72). */
export function promoKey(code: string): string {
  return code.trim().toUpperCase()
}

/**
 * What an entered code gives this basket, or the problem in its way, the first that applies in the order: unknown (also
 * for another brand or country), not started, ended, used up, only for the store card, below the least subtotal.
 */
export function decidePromo(promo: PromoFacts | null, basket: PromoBasket): Outcome<PromoEffect> {
  if (promo === null || promo.brand !== basket.brand || promo.country !== basket.country) {
    return refused({ code: 'unknownPromo' })
  }
  const promoCode = promo.code
  if (promo.firstDay !== null && basket.today < promo.firstDay) {
    return refused({ code: 'promoNotStarted', promoCode, day: promo.firstDay })
  }
  if (promo.lastDay !== null && basket.today > promo.lastDay) {
    return refused({ code: 'promoEnded', promoCode, day: promo.lastDay })
  }
  const isUsedUp = promo.maxUses !== null && promo.uses >= promo.maxUses
  const isUsedByShopper = promo.maxUsesPerShopper !== null && promo.usesOfShopper >= promo.maxUsesPerShopper
  if (isUsedUp || isUsedByShopper) return refused({ code: 'promoUsedUp', promoCode })
  if (promo.isStoreCardOnly && basket.hasOtherCard) return refused({ code: 'promoStoreCardOnly', promoCode })
  const { problem, ...effect } = promoEffect(promo, basket.merchandiseCents)
  return problem === null ? good(effect) : refused(problem)
}

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
