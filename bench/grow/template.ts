import { windowOfId } from '#domain/shipping/delivery-windows.ts'
import type { ToldPart } from '#server/demo/retelling.ts'
import { numberOfProduct, pieceOf } from './pieces.ts'
import { emailPattern, names, promoCodeOf } from './stories.ts'

/** What of a story is another in each retelling. */
export type Part =
  | ToldPart
  | { readonly kind: 'sku'; readonly product: number; readonly color: number }
  | { readonly kind: 'product'; readonly product: number }
  | { readonly kind: 'trip'; readonly tripId: number; readonly ms: number }
  | { readonly kind: 'promo' | 'registry' }

/** One row: what stays between numbers of parts, with tabs and escapes as COPY wants it. */
export type TemplateRow = readonly (string | number)[]

/** The rows of one story, by table, and what changes in them. */
export type Template = {
  readonly name: string
  readonly weight: number
  readonly orders: number
  /** When it began, milliseconds. */
  readonly began: number
  readonly parts: readonly Part[]
  readonly tables: { readonly [table: string]: readonly TemplateRow[] }
  /** What is left of some tables' rows when they are old. */
  readonly aged: { readonly [table: string]: readonly TemplateRow[] }
  /** How often it books which trip and uses a code of a promotion. */
  readonly trips: readonly number[]
  readonly promoUses: number
  readonly registries: number
}

/** What only the books know of the texts in a story. */
export type Known = {
  readonly orders: readonly { readonly id: string; readonly shopperId: string; readonly number: string }[]
  readonly payments: readonly {
    readonly reference: string
    readonly orderId: string
    readonly shopperId: string
    readonly slot: 1 | 2
  }[]
  readonly tokens: readonly string[]
  readonly emails: readonly string[]
  readonly registries: readonly number[]
  readonly trips: readonly number[]
  macOf(email: string): string
  mailboxMacOf(email: string): string
}

/** What stands for the first day of a moment's month. */
export const monthWords = 'month of '

const time = '20\\d\\d-\\d\\d-\\d\\d[T ]\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?(?:Z|[+-]\\d\\d(?::\\d\\d)?)'
const patterns = {
  month: `${monthWords}${time}`,
  id: '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}',
  time,
  day: '\\b20\\d\\d-\\d\\d-\\d\\d\\b',
  sku: '\\b91\\d{7}\\b',
  product: "(?<=grown-|No\\. |')10\\d{5}(?!\\d)",
  hex: '(?<=\\\\x)[0-9a-f]{32,}|\\b[0-9a-f]{64}\\b',
}

/** Finds what is to be another in each retelling; the same text is the same part everywhere in the story. */
export function partFinder(known: Known) {
  const parts: Part[] = []
  const places = new Map<string, number>()
  const emails: string[] = []
  const placeOf = (text: string, make: () => Part): number => {
    const place = places.get(text)
    if (place !== undefined) return place
    const part = make()
    places.set(text, parts.length)
    return parts.push(part) - 1
  }
  const idPlace = (id: string) => placeOf(id, () => ({ kind: 'id', like: id }))
  const exact = new Map<string, () => Part>()
  for (const { id, number } of known.orders) {
    exact.set(number, () => ({ kind: 'orderNumber', order: idPlace(id) }))
  }
  for (const { reference, orderId, shopperId, slot } of known.payments) {
    exact.set(reference, () => ({ kind: 'reference', shopper: idPlace(shopperId), order: idPlace(orderId), slot }))
  }
  for (const token of known.tokens) exact.set(token, () => ({ kind: 'token', like: token }))
  for (const registry of known.registries) exact.set(String(registry), () => ({ kind: 'registry' }))
  for (const tripId of known.trips) {
    exact.set(String(tripId), () => ({ kind: 'trip', tripId, ms: Date.parse(windowOfId(tripId)?.date ?? '') }))
  }
  exact.set(names.firstName, () => ({ kind: 'firstName' }))
  exact.set(names.lastName, () => ({ kind: 'lastName' }))
  exact.set(promoCodeOf(0), () => ({ kind: 'promo' }))
  const words = [...exact.keys()]
    .sort((a, b) => b.length - a.length)
    .map((word) => `(?<![0-9])${word.replace(/[.]/g, '\\.')}(?![0-9])`)
  const all = new RegExp([...words, emailPattern.source, ...Object.values(patterns)].join('|'), 'g')

  function emailPlace(email: string): number {
    return placeOf(email, () => ({ kind: 'email', nth: emails.push(email) - 1 }))
  }

  for (const email of known.emails) emailPlace(email)

  function partOf(text: string): number {
    const made = exact.get(text)
    if (made !== undefined) return placeOf(text, made)
    if (new RegExp(`^${emailPattern.source}$`).test(text)) return emailPlace(text)
    if (new RegExp(`^${patterns.id}$`).test(text)) return idPlace(text)
    if (/^[0-9a-f]{32,}$/.test(text)) return placeOf(text, () => bytesOrMac(text))
    if (text.startsWith(monthWords)) {
      return placeOf(text, () => ({ kind: 'month', ms: momentOf(text.slice(monthWords.length)) }))
    }
    if (/^20\d\d-\d\d-\d\d$/.test(text)) return placeOf(text, () => ({ kind: 'day', ms: Date.parse(text) }))
    if (/^20\d\d-/.test(text)) return placeOf(text, () => ({ kind: 'time', ms: momentOf(text) }))
    const piece = pieceOf(Number(text))
    if (piece !== null) return placeOf(text, () => ({ kind: 'sku', ...piece }))
    return placeOf(text, () => ({ kind: 'product', product: Number(text) - numberOfProduct(0) }))
  }

  function bytesOrMac(text: string): Part {
    for (const email of emails) {
      if (known.macOf(email) === text) return { kind: 'mac', email: emailPlace(email), isMailbox: false }
      if (known.mailboxMacOf(email) === text) return { kind: 'mac', email: emailPlace(email), isMailbox: true }
    }
    return { kind: 'bytes', bytes: text.length / 2 }
  }

  /** A text with the numbers of the parts in it. */
  function cell(value: string): (string | number)[] {
    const found: (string | number)[] = []
    let end = 0
    for (const match of value.matchAll(all)) {
      if (match.index > end) found.push(value.slice(end, match.index))
      found.push(partOf(match[0]))
      end = match.index + match[0].length
    }
    if (end < value.length || found.length === 0) found.push(value.slice(end))
    return found
  }

  return {
    ...{ parts, cell },
    /** The values of a row as text, null for none. */
    row(values: readonly (string | null)[]): TemplateRow {
      const row: (string | number)[] = []
      let still = ''
      for (const [nth, value] of values.entries()) {
        if (nth > 0) still += '\t'
        if (value === null) {
          still += '\\N'
          continue
        }
        for (const piece of cell(value)) {
          if (typeof piece === 'string') still += escaped(piece)
          else {
            row.push(still, piece)
            still = ''
          }
        }
      }
      row.push(`${still}\n`)
      return row
    },
  }
}

/** PostgreSQL leaves the minutes of a time zone out that has none. */
function momentOf(text: string): number {
  return Date.parse(text.replace(' ', 'T').replace(/[+-]00$/, 'Z'))
}

const escapes: { readonly [sign: string]: string } = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
function escaped(text: string): string {
  return text.replace(/[\\\t\n\r]/g, (sign) => escapes[sign] ?? sign)
}
