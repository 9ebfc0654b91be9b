import type { Country } from '#domain/variant.ts'

/** The cookie that names the country a shopper has things sent to (OPEN-09, OPEN-42). */
export const shipToCookie = 'ship-to-country'

/** Countries with a store of their own. */
export const storeCountryNames: { readonly [Code in Country]: string } = { US: 'United States', CA: 'Canada' }

/** The country a cookie names, when it is neither the US nor Canada: its code in capitals, else '' (OPEN-42). */
export function countryAbroad(cookie: string | undefined): string {
  const code = cookie?.toUpperCase() ?? ''
  return /^[A-Z]{2}$/.test(code) && !Object.hasOwn(storeCountryNames, code) ? code : ''
}
