import { formatCents } from './price-format.ts'
import type { Currency } from './variant.ts'

/** What a text may be filled with, by name; amounts in cents. */
export type MessageFacts = { readonly [fact: string]: string | number | boolean | readonly string[] }

/**
 * Puts facts in the places {0} or {name} of a text, as plain text. A fact in cents, such as `dueCents`, also fills
 * {due}, written as a price. A place without a fact stays as it is.
 */
export function fillMessage(text: string, facts: MessageFacts, currency: Currency = 'USD'): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => {
    if (Object.hasOwn(facts, name)) return write(facts[name]!)
    const cents = Object.hasOwn(facts, `${name}Cents`) ? facts[`${name}Cents`] : undefined
    return typeof cents === 'number' ? formatCents(cents, currency) : place
  })
}

function write(fact: MessageFacts[string]): string {
  return typeof fact === 'object' ? fact.join(', ') : String(fact)
}
