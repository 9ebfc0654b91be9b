import type { Country } from '#domain/variant.ts'
import { checkPostalCode } from './postal-code.ts'

/** Three-digit ZIP prefixes by state; prefixes that are not in use, of the armed forces and of free associated states are left out. */
const zipPrefixes: { readonly [state: string]: string } = {
  AK: '995-999',
  AL: '350-352 354-369',
  AR: '716-729',
  AZ: '850-853 855-857 859-860 863-865',
  CA: '900-908 910-928 930-961',
  CO: '800-816',
  CT: '060-069',
  DC: '200 202-205 569',
  DE: '197-199',
  FL: '320-339 341-342 344 346-347 349',
  GA: '300-319 398-399',
  HI: '967-968',
  IA: '500-516 520-528',
  ID: '832-838',
  IL: '600-620 622-629',
  IN: '460-479',
  KS: '660-662 664-679',
  KY: '400-418 420-427',
  LA: '700-701 703-708 710-714',
  MA: '010-027 055',
  MD: '206-212 214-219',
  ME: '039-049',
  MI: '480-499',
  MN: '550-551 553-567',
  MO: '630-631 633-641 644-658',
  MS: '386-397',
  MT: '590-599',
  NC: '270-289',
  ND: '580-588',
  NE: '680-681 683-693',
  NH: '030-038',
  NJ: '070-089',
  NM: '870-871 873-884',
  NV: '889-891 893-895 897-898',
  NY: '005 100-149',
  OH: '430-459',
  OK: '730-731 734-741 743-749',
  OR: '970-979',
  PA: '150-196',
  PR: '006-007 009',
  RI: '028-029',
  SC: '290-299',
  SD: '570-577',
  TN: '370-385',
  TX: '733 750-770 772-799 885',
  UT: '840-847',
  VA: '201 220-246',
  VI: '008',
  VT: '050-054 056-059',
  WA: '980-986 988-994',
  WI: '530-532 534-535 537-549',
  WV: '247-268',
  WY: '820-831',
}

/** ZIP codes whose state is not the one of their prefix, and those of the 969 prefix, which several islands share. */
const zipExceptions: { readonly [zip: string]: string } = {
  '06390': 'NY',
  '20588': 'MD',
  '20598': 'VA',
  '72643': 'MO',
  '73960': 'TX',
  '83414': 'WY',
  '96799': 'AS',
  '96950': 'MP',
  '96951': 'MP',
  '96952': 'MP',
  ...Object.fromEntries(Array.from({ length: 23 }, (_, at) => [String(96_910 + at), 'GU'])),
}

/** Provinces by first letter of a postal code; X is shared, its first three characters tell. */
const provinceLetters: { readonly [letter: string]: string } = {
  A: 'NL',
  B: 'NS',
  C: 'PE',
  E: 'NB',
  G: 'QC',
  H: 'QC',
  J: 'QC',
  K: 'ON',
  L: 'ON',
  M: 'ON',
  N: 'ON',
  P: 'ON',
  R: 'MB',
  S: 'SK',
  T: 'AB',
  V: 'BC',
  Y: 'YT',
}
const northernAreas: { readonly [area: string]: string } = {
  X0A: 'NU',
  X0B: 'NU',
  X0C: 'NU',
  X0E: 'NT',
  X0G: 'NT',
  X1A: 'NT',
}

const stateOfPrefix: ReadonlyMap<string, string> = new Map(
  Object.entries(zipPrefixes).flatMap(([state, ranges]) =>
    ranges.split(' ').flatMap((range) => {
      const [first = '', last = first] = range.split('-')
      const count = Number(last) - Number(first) + 1
      return Array.from({ length: count }, (_, at) => [String(Number(first) + at).padStart(3, '0'), state] as const)
    }),
  ),
)

/** The state or province of a postal code in any accepted form; null when it has none that we know (OPEN-37, OPEN-74). */
export function stateOfPostalCode(postalCode: string, country: Country): string | null {
  const checked = checkPostalCode(postalCode, country)
  if (!checked.ok) return null
  const code = checked.value
  if (country === 'US') return zipExceptions[code] ?? stateOfPrefix.get(code.slice(0, 3)) ?? null
  return northernAreas[code.slice(0, 3)] ?? provinceLetters[code.slice(0, 1)] ?? null
}
