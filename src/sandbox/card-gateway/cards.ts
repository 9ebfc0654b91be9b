import { publishedCard } from './published-tokens.ts'
import type { TokenRow, TokenStore } from './token-store.ts'

/** A token must be described within 15 minutes of its making (OPEN-64); described once, it lasts. */
const tokenLifeMs = 15 * 60 * 1000

export type CardLookup =
  | { readonly state: 'good'; readonly card: TokenRow }
  | { readonly state: 'ended' }
  | { readonly state: 'unknown' }

export function lookUpCard(tokens: TokenStore, token: string, now: Date): CardLookup {
  const card = tokens.token(token) ?? publishedCard(token)
  if (card?.kind !== 'card') return { state: 'unknown' }
  if (card.described_at === null && now.getTime() - card.made_at > tokenLifeMs) return { state: 'ended' }
  return { state: 'good', card }
}

export type CodeCheck = 'right' | 'wrong' | 'ended'

/** A security code of its own (for a saved card), or the one that came with the card when none is given. */
export function checkCode(tokens: TokenStore, card: TokenRow, codeToken: string | undefined, now: Date): CodeCheck {
  if (codeToken === undefined || codeToken === card.token) return card.is_code_right === 1 ? 'right' : 'wrong'
  const code = tokens.token(codeToken)
  if (code?.kind !== 'code' || now.getTime() - code.made_at > tokenLifeMs) return 'ended'
  return code.is_code_right === 1 ? 'right' : 'wrong'
}

/** The processor takes no card that ends in 0119: hasTnsError at save time (OPEN-65). */
export function isTaken(card: TokenRow): boolean {
  return card.last_four !== '0119'
}

/** Adyen's names of card brands, for the brands of PAY-15. */
export const adyenBrandOf: { readonly [brand: string]: string } = {
  Visa: 'visa',
  MasterCard: 'mc',
  AmericanExpress: 'amex',
  Discover: 'discover',
  DinersClub: 'diners',
  Cup: 'cup',
  Jcb: 'jcb',
  PLCCSynchrony: 'synchrony_plcc',
  CoBrandMasterCard: 'synchrony_cbcc',
  Imprint: 'imprint',
}
