import { formatCents } from '#domain/price-format.ts'
import type { Currency } from '#domain/variant.ts'

/** The banner of an item with an installation service (OPEN-82, ATC-24). */
export function installationBanner(feeCents: number, currency: Currency): string {
  return `Installation service: ${formatCents(feeCents, currency)} per item`
}
