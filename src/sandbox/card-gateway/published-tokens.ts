import { fingerprintOf } from './card-entry.ts'
import type { TokenRow } from './token-store.ts'

const cards = {
  visa: { number: '4111111111111111', brand: 'Visa', exp_month: 12, exp_year: 2035 },
  mastercard: { number: '5555555555554444', brand: 'MasterCard', exp_month: 3, exp_year: 2034 },
  amex: { number: '378282246310005', brand: 'AmericanExpress', exp_month: 9, exp_year: 2033 },
  store: { number: '6045880000061001', brand: 'PLCCSynchrony', exp_month: 0, exp_year: 0 },
  expired: { number: '4000000000000101', brand: 'Visa', exp_month: 1, exp_year: 2025 },
} as const

/**
 * The card behind a token of the demo's shoppers, 'tok_demo_visa_…', which no browser has entered here: the gateway has it
 * whichever books it opens. Undefined for every other token.
 */
export function publishedCard(token: string): TokenRow | undefined {
  const kind = /^tok_demo_([a-z]+)_/.exec(token)?.[1] ?? ''
  if (!isPublished(kind)) return undefined
  const { number, ...card } = cards[kind]
  return {
    ...{ token, kind: 'card', ...card, last_four: number.slice(-4) },
    ...{ fingerprint: fingerprintOf(number, 'published cards'), is_code_right: 1, made_at: 0, described_at: 0 },
  }
}

function isPublished(kind: string): kind is keyof typeof cards {
  return Object.hasOwn(cards, kind)
}
