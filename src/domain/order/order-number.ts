import { base32OfId } from './base32.ts'

/**
 * The number a shopper reads and says on the phone: 12 letters and digits of the order's random id in groups of four, such
 * as '4KT7-9QWX-2F4H'. Made from the id, not counted, so that a spread database needs no common counter and nobody can
 * tell how many orders there are.
 */
export function orderNumberOf(orderId: string): string {
  return base32OfId(orderId, 12).replace(/^(.{4})(.{4})(.{4})$/, '$1-$2-$3')
}

/**
 * The order number in what a shopper typed or pasted, in any spelling: small letters, blanks, dashes of any kind or none, a
 * leading 'Order' or '#', and letters that are taken for digits (CALM-65); null when it is none.
 */
export function orderNumberIn(text: string): string | null {
  const typed = text.normalize('NFKC').toUpperCase().trim()
  // as it stands first: a number may begin like the word
  return numberOf(typed) ?? numberOf(typed.replace(leadingWords, ''))
}

const leadingWords = /^(MY\s|YOUR\s)?\s*(ORDER|COMMANDE)?\s*(NUMBER|NUMÉRO|NO\b|NR\b)?/u

function numberOf(typed: string): string | null {
  const bare = typed
    .replace(/[\s\p{Pd}#.:_/]/gu, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
  if (!/^[0-9A-HJKMNP-TV-Z]{12}$/.test(bare)) return null
  return bare.replace(/^(.{4})(.{4})(.{4})$/, '$1-$2-$3')
}
