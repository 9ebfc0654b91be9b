import { salesTax, type TaxPart, type TaxRates, type TaxRow, taxPlace } from '#domain/pricing/tax.ts'

/**
 * Millionths per state: the general rate that holds everywhere in the state, with what every place in it adds (California,
 * Nevada, Utah, Virginia, Puerto Rico), without what single counties and cities add.
 */
const stateMillionths: { readonly [state: string]: number } = {
  AL: 40_000,
  AK: 0,
  AZ: 56_000,
  AR: 65_000,
  CA: 72_500,
  CO: 29_000,
  CT: 63_500,
  DE: 0,
  DC: 60_000,
  FL: 60_000,
  GA: 40_000,
  HI: 40_000,
  ID: 60_000,
  IL: 62_500,
  IN: 70_000,
  IA: 60_000,
  KS: 65_000,
  KY: 60_000,
  LA: 50_000,
  ME: 55_000,
  MD: 60_000,
  MA: 62_500,
  MI: 60_000,
  MN: 68_750,
  MS: 70_000,
  MO: 42_250,
  MT: 0,
  NE: 55_000,
  NV: 68_500,
  NH: 0,
  NJ: 66_250,
  NM: 48_750,
  NY: 40_000,
  NC: 47_500,
  ND: 50_000,
  OH: 57_500,
  OK: 45_000,
  OR: 0,
  PA: 60_000,
  RI: 70_000,
  SC: 60_000,
  SD: 42_000,
  TN: 70_000,
  TX: 62_500,
  UT: 61_000,
  VT: 60_000,
  VA: 53_000,
  WA: 65_000,
  WV: 60_000,
  WI: 50_000,
  WY: 40_000,
  PR: 115_000,
  GU: 0,
  VI: 0,
  AS: 0,
  MP: 0,
}

const gst: TaxPart = { name: 'GST', millionths: 50_000 }
const provincial = (name: string, millionths: number): readonly TaxPart[] => [gst, { name, millionths }]
const harmonized = (millionths: number): readonly TaxPart[] => [{ name: 'HST', millionths }]

const provinceParts: { readonly [province: string]: readonly TaxPart[] } = {
  AB: [gst],
  BC: provincial('PST', 70_000),
  MB: provincial('PST', 70_000),
  NB: harmonized(150_000),
  NL: harmonized(150_000),
  NS: harmonized(140_000),
  NT: [gst],
  NU: [gst],
  ON: harmonized(130_000),
  PE: harmonized(150_000),
  QC: provincial('QST', 99_750),
  SK: provincial('PST', 60_000),
  YT: [gst],
}

/** The base rates, a row for each state and province (OPEN-78). Canadian parts are shown apart: GST, HST, PST, QST. */
export const baseRates: readonly TaxRow[] = [
  ...Object.entries(stateMillionths).map(([state, millionths]) => ({
    place: taxPlace('US', state),
    parts: millionths === 0 ? [] : [{ name: salesTax, millionths }],
  })),
  ...Object.entries(provinceParts).map(([province, parts]) => ({ place: taxPlace('CA', province), parts })),
]

const rows: ReadonlyMap<string, TaxRow> = new Map(baseRates.map((row) => [row.place, row]))

/** The base rate of a destination's state or province; null for one that there is not. */
export const baseRateAt: TaxRates = ({ country, state }) => rows.get(taxPlace(country, state)) ?? null
