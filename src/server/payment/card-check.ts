import type { z } from 'zod'
import type { cardSlotInput } from '#contracts/payment/shapes.ts'
import { storeDay } from '#domain/days.ts'
import { type CardFlags, isBrand, isOldCoBrandCard, isRewardsCard } from '#domain/payment/brands.ts'
import { type CardErrors, noCardErrors } from '#domain/payment/card-form.ts'
import { isExpired } from '#domain/payment/expiry.ts'
import type { DescribedCard, DescribeResult } from '#server/providers/card-gateway/port.ts'

export type CardInput = z.output<typeof cardSlotInput>

export type CheckedCard =
  | { readonly state: 'good'; readonly card: DescribedCard }
  | { readonly state: 'wrong'; readonly errors: CardErrors }
  /** The gateway did not say: nothing is saved and the shopper may try again. */
  | { readonly state: 'unknown' }

/** What the gateway's description of a new card comes to (PAY-12, PAY-24, PAY-59). What the body claims is not trusted. */
export function judgeDescribed(described: DescribeResult, flags: CardFlags, now: Date): CheckedCard {
  switch (described.state) {
    case 'expired':
      return wrong({ hasSessionError: true })
    case 'processorError':
      return wrong({ hasTnsError: true })
    case 'unknown':
    case 'notSent':
      return { state: 'unknown' }
    case 'described':
      return judgeCard(described.card, flags, now)
  }
}

function judgeCard(card: DescribedCard, flags: CardFlags, now: Date): CheckedCard {
  if (!isBrand(card.brand)) return wrong({ hasNumberError: true })
  if (isOldCoBrandCard(card.brand, flags)) return wrong({ hasOldCbccCardUsedError: true })
  if (isExpired(card, storeDay(now))) return wrong({ hasExpDateError: true })
  return { state: 'good', card }
}

/** While a certificate or a store-card code is applied only store and co-brand cards pay (CERT-10). */
export function isRefusedForRewards(brand: string, isOnlyCbccAllowed: boolean, flags: CardFlags): boolean {
  return isOnlyCbccAllowed && !(isBrand(brand) && isRewardsCard(brand, flags))
}

export function wrong(errors: Partial<CardErrors>): { readonly state: 'wrong'; readonly errors: CardErrors } {
  return { state: 'wrong', errors: { ...noCardErrors, ...errors } }
}
