import type { Country } from '#domain/variant.ts'

/**
 * ZIP prefixes (three digits) and Canadian forward sortation areas (first two characters) round the stores and
 * distribution centres, within which furniture goes by local in-home delivery (OPEN-80).
 */
export const localDeliveryAreas: readonly {
  readonly name: string
  readonly country: Country
  readonly prefixes: readonly string[]
}[] = [
  {
    name: 'Chicago',
    country: 'US',
    prefixes: ['600', '601', '602', '603', '604', '605', '606', '607', '608', '463', '464'],
  },
  {
    name: 'New York',
    country: 'US',
    prefixes: [
      '100',
      '101',
      '102',
      '103',
      '104',
      '105',
      '106',
      '107',
      '108',
      '110',
      '111',
      '112',
      '113',
      '114',
      '115',
      '116',
      '117',
      '118',
      '068',
      '069',
    ],
  },
  {
    name: 'Northern New Jersey',
    country: 'US',
    prefixes: ['070', '071', '072', '073', '074', '075', '076', '077', '078', '079', '085', '086', '088', '089'],
  },
  { name: 'Philadelphia', country: 'US', prefixes: ['080', '081', '189', '190', '191', '193', '194', '197', '198'] },
  { name: 'Boston', country: 'US', prefixes: ['017', '018', '019', '020', '021', '022', '023', '024'] },
  {
    name: 'Washington and Baltimore',
    country: 'US',
    prefixes: [
      '200',
      '201',
      '202',
      '203',
      '204',
      '205',
      '206',
      '207',
      '208',
      '209',
      '210',
      '211',
      '212',
      '214',
      '220',
      '221',
      '222',
      '223',
    ],
  },
  { name: 'Atlanta', country: 'US', prefixes: ['300', '301', '302', '303', '311'] },
  { name: 'Miami', country: 'US', prefixes: ['330', '331', '332', '333', '334'] },
  { name: 'Dallas and Fort Worth', country: 'US', prefixes: ['750', '751', '752', '753', '760', '761', '762'] },
  { name: 'Houston', country: 'US', prefixes: ['770', '772', '773', '774', '775'] },
  { name: 'Minneapolis', country: 'US', prefixes: ['550', '551', '553', '554'] },
  { name: 'Denver', country: 'US', prefixes: ['800', '801', '802', '803'] },
  { name: 'Phoenix', country: 'US', prefixes: ['850', '852', '853'] },
  {
    name: 'Los Angeles and Orange County',
    country: 'US',
    prefixes: [
      '900',
      '901',
      '902',
      '903',
      '904',
      '905',
      '906',
      '907',
      '908',
      '910',
      '911',
      '912',
      '913',
      '914',
      '915',
      '916',
      '917',
      '918',
      '926',
      '927',
      '928',
    ],
  },
  { name: 'San Diego', country: 'US', prefixes: ['919', '920', '921'] },
  {
    name: 'San Francisco Bay',
    country: 'US',
    prefixes: ['940', '941', '943', '944', '945', '946', '947', '948', '949', '950', '951'],
  },
  { name: 'Portland', country: 'US', prefixes: ['970', '971', '972'] },
  { name: 'Seattle', country: 'US', prefixes: ['980', '981', '984'] },
  {
    name: 'Toronto',
    country: 'CA',
    prefixes: ['M1', 'M2', 'M3', 'M4', 'M5', 'M6', 'M7', 'M8', 'M9', 'L3', 'L4', 'L5', 'L6'],
  },
  { name: 'Ottawa', country: 'CA', prefixes: ['K1', 'K2'] },
  { name: 'Montreal', country: 'CA', prefixes: ['H1', 'H2', 'H3', 'H4', 'H5', 'H7', 'H8', 'H9', 'J4'] },
  { name: 'Calgary', country: 'CA', prefixes: ['T1', 'T2', 'T3'] },
  { name: 'Edmonton', country: 'CA', prefixes: ['T5', 'T6'] },
  { name: 'Vancouver', country: 'CA', prefixes: ['V3', 'V4', 'V5', 'V6', 'V7'] },
]

const prefixLength: { readonly [Name in Country]: number } = { US: 3, CA: 2 }

const prefixesOf: { readonly [Name in Country]: ReadonlySet<string> } = {
  US: new Set(localDeliveryAreas.filter((area) => area.country === 'US').flatMap((area) => area.prefixes)),
  CA: new Set(localDeliveryAreas.filter((area) => area.country === 'CA').flatMap((area) => area.prefixes)),
}

/** Whether a postal code lies in a local delivery area of its country. */
export function isInLocalDeliveryArea(place: { readonly postalCode: string; readonly country: Country }): boolean {
  const prefix = place.postalCode.trim().toUpperCase().slice(0, prefixLength[place.country])
  return prefixesOf[place.country].has(prefix)
}
