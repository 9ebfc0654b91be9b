import type { ReactNode } from 'react'
import { minDonationCents } from '#domain/cart/limits.ts'
import { formatCents, unbroken } from '#domain/price-format.ts'
import { useVariant } from '#web/variants/context.tsx'

/** Where other pieces have their price: a donation has none until an amount is chosen. */
export function DonationPrice(): ReactNode {
  const { currency } = useVariant()
  return unbroken(`Any amount from ${formatCents(minDonationCents, currency, { hideCents: true })}`)
}
