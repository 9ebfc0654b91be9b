import { addBusinessDays } from '#domain/business-days.ts'
import { addDays, type Day } from '#domain/days.ts'
import type { Country } from '#domain/variant.ts'

/** How long a piece takes to make, and in which days that is counted. */
export type Making = {
  /** Above 0 means made to order. */
  readonly makeDays: number
  readonly makeDaysAre: 'calendar' | 'working'
}

const daysOfWeek = { calendar: 7, working: 5 }

/** What stands for the time in the terms of a custom order. */
export const weeksPlaceholder = '{weeks}'

/** The time as everyone is told it (CALM-04): 'about 7 weeks'. */
export function weeksText({ makeDays, makeDaysAre }: Making): string {
  const weeks = Math.ceil(makeDays / daysOfWeek[makeDaysAre])
  return weeks === 1 ? 'about 1 week' : `about ${weeks} weeks`
}

/** What is said wherever a piece made to order is shown; '' for what is not. */
export function makingText(making: Making): string {
  return making.makeDays > 0 ? `Made to order in ${weeksText(making)}` : ''
}

/** The terms of a custom order as a shopper reads them, with the time it takes to make; null for what has none. */
export function customOrderOf<Terms extends { readonly terms: readonly string[] }>(
  sku: Making & { readonly customOrder: Terms | null },
): (Terms & { terms: string[] }) | null {
  if (sku.customOrder === null) return null
  const terms = sku.customOrder.terms.map((term) => term.replaceAll(weeksPlaceholder, weeksText(sku)))
  return { ...sku.customOrder, terms }
}

/** The first business day on which a piece that is begun on `start` is made. */
export function madeOn(start: Day, { makeDays, makeDaysAre }: Making, country: Country): Day {
  if (makeDaysAre === 'working') return addBusinessDays(start, makeDays, country)
  return addBusinessDays(addDays(start, makeDays), 0, country)
}
