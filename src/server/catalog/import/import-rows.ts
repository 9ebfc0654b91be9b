import { createHash } from 'node:crypto'
import type { z } from 'zod'
import {
  type CategoryRecord,
  type ImportRecord,
  importRecord,
  type LocationRecord,
  type ProductRecord,
  type SkuRecord,
} from '#contracts/catalog/import-schema.ts'
import { facetsOf } from '#domain/catalog/facets-of-product.ts'
import type { Brand, Country } from '#domain/variant.ts'
import { faultOfBody } from '#server/http/calls/body-rules.ts'
import { masked } from '#server/http/ops/log.ts'
import type { LineFault } from './import-check-store.ts'
import type { StagedRow, StageKind } from './import-stage-store.ts'

/** What of a file is wanted: undefined means every brand, every country. */
export type ImportScope = { readonly brand?: Brand | undefined; readonly country?: Country | undefined }

/** The countries of a scope. */
export function countriesOf(scope: ImportScope): readonly Country[] {
  return scope.country ? [scope.country] : ['US', 'CA']
}

type Parsed = { readonly record: ImportRecord } | { readonly faults: readonly LineFault[] }

// JSON can write what no text column can hold; an even number of backslashes before it is only text about it
const unstorable = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/

/** Names of files and codes of a retailer are no texts: they stand where an id belongs. */
const places = {
  cardNumberFields: [],
  places: { pictures: 'id', picture: 'id', file: 'id', productId: 'id', sku: 'id', slug: 'id' },
} as const

/** A line as a record, or what is wrong with it, each fault with the path of its field ('prices[0].currentCents'). */
export function parseLine(line: number, text: string): Parsed {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    return { faults: [{ line, field: '', message: `not JSON: ${masked(String(error))}` }] }
  }
  if (text.includes('\\u') && unstorable.test(JSON.stringify(json))) {
    return { faults: [{ line, field: '', message: 'holds a NUL or half a character (a lone surrogate)' }] }
  }
  const fault = faultOfBody(json, places)
  if (fault?.kind === 'cardNumber') return { faults: [{ line, field: fault.field, message: 'holds a card number' }] }
  const parsed = importRecord.safeParse(json)
  if (parsed.success) return { record: parsed.data }
  return {
    faults: parsed.error.issues.map((issue) => ({ line, field: fieldOf(issue), message: issue.message })),
  }
}

/** The path of the field at fault; of a field that does not exist, its own name. */
function fieldOf(issue: z.core.$ZodIssue): string {
  return fieldPath(issue.code === 'unrecognized_keys' ? [...issue.path, ...issue.keys.slice(0, 1)] : issue.path)
}

function fieldPath(path: readonly PropertyKey[]): string {
  return path
    .map((key, index) => (typeof key === 'number' ? `[${key}]` : `${index === 0 ? '' : '.'}${String(key)}`))
    .join('')
}

/** The rows a record is staged as; none when it is of another brand than wanted. */
export function rowsOf(line: number, record: ImportRecord, scope: ImportScope): [StageKind, StagedRow][] {
  if (scope.brand !== undefined && record.brand !== scope.brand) return []
  switch (record.type) {
    case 'category':
      return [['category', categoryRow(line, record)]]
    case 'location':
      return [['location', locationRow(line, record, scope)]]
    case 'product':
      return [['product', productRow(line, record)]]
    case 'sku':
      return skuRows(line, record, scope)
  }
}

// the hash says whether the live row was made from the same line
function hashed(line: number, columns: { readonly [column: string]: unknown }): StagedRow {
  return { line, ...columns, row_hash: createHash('sha256').update(JSON.stringify(columns)).digest('hex') }
}

function categoryRow(
  line: number,
  { brand, slug, name, parent, position, description, picture }: CategoryRecord,
): StagedRow {
  return hashed(line, { brand, slug, name, parent_slug: parent, position, description, picture })
}

function locationRow(line: number, record: LocationRecord, scope: ImportScope): StagedRow {
  const { locationId, brand, country, kind, name, address1, city, state, postalCode, hours, latitude, longitude } =
    record
  const columns = {
    location_id: locationId,
    brand,
    country,
    kind,
    name,
    address1,
    city,
    state,
    postal_code: postalCode,
    hours,
    latitude,
    longitude,
  }
  return { ...hashed(line, columns), in_scope: scope.country === undefined || scope.country === country }
}

function productRow(line: number, record: ProductRecord): StagedRow {
  const {
    brand,
    productId,
    category,
    name,
    description,
    details,
    care,
    department,
    subclass,
    options,
    pictures,
    position,
  } = record
  return hashed(line, {
    brand,
    product_id: productId,
    category_slug: category,
    name,
    description,
    details,
    care,
    department,
    class: record.class,
    subclass,
    options,
    pictures,
    add_on_skus: record.addOnSkus,
    has_grouper: record.hasGrouper,
    position,
    browse: facetsOf(record),
  })
}

function skuRows(line: number, record: SkuRecord, scope: ImportScope): [StageKind, StagedRow][] {
  const {
    sku,
    brand,
    productId,
    name,
    optionChoice,
    picture,
    shipKind,
    status,
    availableFrom,
    makeDays,
    isPfas,
    position,
  } = record
  const columns = {
    sku,
    brand,
    product_id: productId,
    name,
    option_choice: optionChoice,
    picture,
    ship_kind: shipKind,
    status,
    is_stock_sku: record.isStockSku,
    is_super_special_order: record.isSuperSpecialOrder,
    available_from: availableFrom,
    make_days: makeDays,
    make_days_are: record.makeDaysAre,
    is_pfas: isPfas,
    property_codes: record.propertyCodes,
    dimensions: record.dimensions,
    boxes: record.boxes,
    services: record.services,
    personalization: personalizationOf(record),
    custom_order: record.customOrder,
    position,
  }
  const countries: readonly Country[] = countriesOf(scope)
  const prices = record.prices.filter((price) => countries.includes(price.country))
  return [
    ['sku', hashed(line, columns)],
    ...prices.map(({ country, currentCents, regularCents, priceType, markdownType }): [StageKind, StagedRow] => [
      'price',
      {
        line,
        sku,
        country,
        current_cents: currentCents,
        regular_cents: regularCents,
        price_type: priceType,
        markdown_type: markdownType,
      },
    ]),
    ...record.stock.map(({ locationId, onHand }): [StageKind, StagedRow] => [
      'stock',
      { line, sku, location_id: locationId, on_hand: onHand },
    ]),
  ]
}

/** A template as the shop keeps it: the rules of a line stand under fontAttributes (PERS-02). */
function personalizationOf({ personalization }: SkuRecord): object | null {
  if (personalization === null) return null
  const { type, templateName, locationName, feeCents, lines } = personalization
  return {
    type,
    templateName,
    locationName,
    feeCents,
    lines: lines.map(({ elementName, font, textColor, validationRegEx, minLength, maxLength }) => ({
      elementName,
      font,
      textColor,
      fontAttributes: { validationRegEx, minLength, maxLength },
    })),
  }
}
