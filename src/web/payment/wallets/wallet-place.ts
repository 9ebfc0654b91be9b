import type { Country } from '#domain/variant.ts'
import { type WalletMethod, walletNames } from './applied-wallet.ts'

/** What wallets give as countries of their own. */
const territories: ReadonlySet<string> = new Set(['PR', 'GU', 'VI', 'AS', 'MP'])

/** Where an address of a wallet lies, as the store's addresses say it; null where no store of ours ships to. */
export function walletPlace(
  countryCode = '',
  state = '',
): { readonly country: Country; readonly state: string } | null {
  const code = countryCode === '' ? 'US' : countryCode.toUpperCase()
  if (code === 'US' || code === 'CA') return { country: code, state }
  return territories.has(code) ? { country: 'US', state: code } : null
}

/** What the shopper reads of such an address: what was not done, and what she can do. */
export function notShippedThere(method: WalletMethod, currency: string): string {
  const home = currency === 'CAD' ? 'Canada' : 'the United States'
  return `We do not ship to the country of your address in ${walletNames[method]}. Nothing was charged. Please choose an address in ${home}.`
}
