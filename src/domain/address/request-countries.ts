/** The names of the countries, besides the US and Canada, that are shipped to by request. */
const names: { readonly [code: string]: string } = {
  ...{ AD: 'Andorra', AE: 'United Arab Emirates', AG: 'Antigua and Barbuda', AR: 'Argentina', AT: 'Austria' },
  ...{ AU: 'Australia', AW: 'Aruba', BB: 'Barbados', BE: 'Belgium', BG: 'Bulgaria', BH: 'Bahrain', BM: 'Bermuda' },
  ...{ BR: 'Brazil', BS: 'Bahamas', BZ: 'Belize', CH: 'Switzerland', CL: 'Chile', CO: 'Colombia', CR: 'Costa Rica' },
  ...{ CW: 'Curaçao', CY: 'Cyprus', CZ: 'Czechia', DE: 'Germany', DK: 'Denmark', DO: 'Dominican Republic' },
  ...{ EC: 'Ecuador', EE: 'Estonia', EG: 'Egypt', ES: 'Spain', FI: 'Finland', FR: 'France', GB: 'United Kingdom' },
  ...{ GR: 'Greece', GT: 'Guatemala', HK: 'Hong Kong', HN: 'Honduras', HR: 'Croatia', HU: 'Hungary' },
  ...{ ID: 'Indonesia', IE: 'Ireland', IL: 'Israel', IN: 'India', IS: 'Iceland', IT: 'Italy', JM: 'Jamaica' },
  ...{ JO: 'Jordan', JP: 'Japan', KE: 'Kenya', KR: 'South Korea', KW: 'Kuwait', KY: 'Cayman Islands' },
  ...{ LI: 'Liechtenstein', LT: 'Lithuania', LU: 'Luxembourg', LV: 'Latvia', MA: 'Morocco', MC: 'Monaco' },
  ...{ MT: 'Malta', MX: 'Mexico', MY: 'Malaysia', NL: 'Netherlands', NO: 'Norway', NZ: 'New Zealand', OM: 'Oman' },
  ...{ PA: 'Panama', PE: 'Peru', PH: 'Philippines', PL: 'Poland', PT: 'Portugal', PY: 'Paraguay', QA: 'Qatar' },
  ...{ RO: 'Romania', SA: 'Saudi Arabia', SE: 'Sweden', SG: 'Singapore', SI: 'Slovenia', SK: 'Slovakia' },
  ...{ SV: 'El Salvador', TC: 'Turks and Caicos Islands', TH: 'Thailand', TR: 'Türkiye', TT: 'Trinidad and Tobago' },
  ...{ TW: 'Taiwan', UY: 'Uruguay', VG: 'British Virgin Islands', VN: 'Vietnam', ZA: 'South Africa' },
}

export type ShipToCountry = { readonly code: string; readonly name: string }

/** The other countries that are shipped to, by request; by their names. */
export const requestCountries: readonly ShipToCountry[] = Object.entries(names)
  .map(([code, name]) => ({ code, name }))
  .sort((a, b) => a.name.localeCompare(b.name, 'en'))

/** A country's name; its code where we know none. */
export function countryName(code: string): string {
  return Object.hasOwn(names, code) ? (names[code] ?? code) : code
}
