import type { Country } from '#domain/variant.ts'

/** A state, district, territory or province. */
export type State = {
  readonly code: string
  readonly name: string
  /** Alaska, Hawaii and the territories: standard shipping costs more (CONST-05). */
  readonly hasSurcharge: boolean
}

const withSurcharge: ReadonlySet<string> = new Set(['AK', 'HI', 'PR', 'GU', 'VI', 'AS', 'MP'])

const usNames = {
  AL: 'Alabama',
  AK: 'Alaska',
  AS: 'American Samoa',
  AZ: 'Arizona',
  AR: 'Arkansas',
  CA: 'California',
  CO: 'Colorado',
  CT: 'Connecticut',
  DE: 'Delaware',
  DC: 'District of Columbia',
  FL: 'Florida',
  GA: 'Georgia',
  GU: 'Guam',
  HI: 'Hawaii',
  ID: 'Idaho',
  IL: 'Illinois',
  IN: 'Indiana',
  IA: 'Iowa',
  KS: 'Kansas',
  KY: 'Kentucky',
  LA: 'Louisiana',
  ME: 'Maine',
  MD: 'Maryland',
  MA: 'Massachusetts',
  MI: 'Michigan',
  MN: 'Minnesota',
  MS: 'Mississippi',
  MO: 'Missouri',
  MT: 'Montana',
  NE: 'Nebraska',
  NV: 'Nevada',
  NH: 'New Hampshire',
  NJ: 'New Jersey',
  NM: 'New Mexico',
  NY: 'New York',
  NC: 'North Carolina',
  ND: 'North Dakota',
  MP: 'Northern Mariana Islands',
  OH: 'Ohio',
  OK: 'Oklahoma',
  OR: 'Oregon',
  PA: 'Pennsylvania',
  PR: 'Puerto Rico',
  RI: 'Rhode Island',
  SC: 'South Carolina',
  SD: 'South Dakota',
  TN: 'Tennessee',
  TX: 'Texas',
  UT: 'Utah',
  VT: 'Vermont',
  VI: 'Virgin Islands',
  VA: 'Virginia',
  WA: 'Washington',
  WV: 'West Virginia',
  WI: 'Wisconsin',
  WY: 'Wyoming',
} as const

const canadianNames = {
  AB: 'Alberta',
  BC: 'British Columbia',
  MB: 'Manitoba',
  NB: 'New Brunswick',
  NL: 'Newfoundland and Labrador',
  NT: 'Northwest Territories',
  NS: 'Nova Scotia',
  NU: 'Nunavut',
  ON: 'Ontario',
  PE: 'Prince Edward Island',
  QC: 'Quebec',
  SK: 'Saskatchewan',
  YT: 'Yukon',
} as const

const rows = (names: { readonly [code: string]: string }, surcharged: ReadonlySet<string>): readonly State[] =>
  Object.entries(names).map(([code, name]) => ({ code, name, hasSurcharge: surcharged.has(code) }))

/** All states, the district and the territories of the US; all provinces and territories of Canada; by name. */
export const statesOf: { readonly [Name in Country]: readonly State[] } = {
  US: rows(usNames, withSurcharge),
  CA: rows(canadianNames, new Set()),
}

/** The code of a state given by code or name, whatever the case and accents (a browser may fill in 'Québec'); null when unknown. */
export function stateCodeOf(text: string, country: Country): string | null {
  const wanted = plain(text)
  return statesOf[country].find((state) => plain(state.code) === wanted || plain(state.name) === wanted)?.code ?? null
}

/** Whether standard shipping to a state costs more (CONST-05); never for a Canadian province. */
export function hasShippingSurcharge(place: { readonly state: string; readonly country: Country }): boolean {
  return statesOf[place.country].some((state) => state.code === place.state && state.hasSurcharge)
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase()
}
