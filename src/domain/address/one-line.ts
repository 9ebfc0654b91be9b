import type { AddressFields } from '#domain/address-fields.ts'
import type { Country } from '#domain/variant.ts'
import { isSameCity, type PlaceTable } from './place-table.ts'
import { checkPostalCode } from './postal-code.ts'
import { stateCodeOf } from './states.ts'

/** What a match of an address search fills in (CALM-35); '' for a postal code that nobody knows. */
export type StreetAddress = Pick<AddressFields, 'address1' | 'city' | 'state' | 'postalCode'>

/** Offers at most: more is no help. */
export const maxMatches = 6

/** Whether there is enough of an address in a line to search for it: a house number and the beginning of a street. */
export function isSearchable(line: string): boolean {
  return /\d/.test(line) && (line.match(/\p{L}/gu) ?? []).length >= 3
}

/** An address in one line, as on an envelope. */
export function lineOf({ address1, city, state, postalCode }: StreetAddress): string {
  return `${address1}, ${city}, ${state} ${postalCode}`.trim()
}

/**
 * What an address in one line may mean, by a table of places: '1200 W Monroe St, Chicago IL 60607'. A city that is only begun
 * counts once its street is over: after a comma, or a word such as 'St'. Of a city with several codes none is made up.
 */
export function matchesOfLine(line: string, country: Country, table: PlaceTable): readonly StreetAddress[] {
  const { postalCode, rest } = withoutCode(line, country)
  return readingsOf(rest, country, postalCode !== '')
    .map(({ street, city, state, isWhole }) => {
      const found = postalCode === '' ? citiesAt(table, city, isWhole) : placesAt(table, postalCode, city)
      return found.filter((at) => state === '' || at.state === state).map((at) => ({ address1: street, ...at }))
    })
    .reduce<readonly StreetAddress[]>((best, found) => (best.length > 0 ? best : found), [])
    .slice(0, maxMatches)
}

type Reading = {
  readonly street: string
  /** '' where the postal code alone says it. */
  readonly city: string
  readonly state: string
  /** Something follows the city: its name is over. */
  readonly isWhole: boolean
}

/** How the words before the postal code may be meant, the likeliest first. */
function readingsOf(text: string, country: Country, hasCode: boolean): readonly Reading[] {
  const words = text.split(' ')
  // 'CT' may be a state and a court: a reading without a state comes after those with one
  const endings = [3, 2, 1].flatMap((count) => {
    const state = stateCodeOf(words.slice(-count).join(' ').replace(/[.,]/g, ''), country)
    return state === null || words.length <= count ? [] : [{ state, before: words.slice(0, -count).join(' ') }]
  })
  return [...endings, { state: '', before: text }].flatMap(({ state, before }) => {
    const isWhole = hasCode || state !== ''
    const withCity = citySplits(before, isWhole).map((split) => ({ ...split, state, isWhole }))
    const street = tidy(before)
    const isPlain = isStreet(street) && !street.includes(',')
    // between a street and its code a state stands alone only after a comma
    const isAlone = hasCode && isPlain && (state === '' || /,\s*$/.test(before))
    return isAlone ? [...withCity, { street, city: '', state, isWhole }] : withCity
  })
}

const maxCityWords = 4

/** Street and city: what follows the last comma, else the last words, where it is clear that the street is over. */
function citySplits(text: string, isWhole: boolean): readonly { readonly street: string; readonly city: string }[] {
  const plain = tidy(text)
  const comma = plain.lastIndexOf(',')
  const words = plain.split(' ')
  const splits =
    comma > 0
      ? [{ street: tidy(plain.slice(0, comma)), city: tidy(plain.slice(comma + 1)) }]
      : Array.from({ length: Math.min(maxCityWords, words.length - 1) }, (_, at) => ({
          street: words.slice(0, -1 - at).join(' '),
          city: words.slice(-1 - at).join(' '),
        })).reverse()
  return splits.filter(
    ({ street, city }) =>
      isStreet(street) && (city.match(/\p{L}/gu) ?? []).length >= 3 && (comma > 0 || isWhole || isOver(street)),
  )
}

type At = Omit<StreetAddress, 'address1'>

function placesAt(table: PlaceTable, postalCode: string, city: string): readonly At[] {
  const here = table.ofCode(postalCode).filter((place) => city === '' || isSameCity(place.city, city))
  return here.map((place) => ({ city: place.city, state: place.state, postalCode }))
}

function citiesAt(table: PlaceTable, begin: string, isWhole: boolean): readonly At[] {
  const found = table.ofCity(begin).filter(({ city }) => !isWhole || isSameCity(city, begin))
  return found.map(({ city, state, codes: [only = '', ...others] }) => {
    // the area of a Canadian code is no code
    const isKnown = others.length === 0 && only.length > 3
    return { city, state, postalCode: isKnown ? only : '' }
  })
}

/** The line without its postal code and the country's name behind it; blanks are single. */
function withoutCode(line: string, country: Country): { readonly postalCode: string; readonly rest: string } {
  const text = line
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[ ,]+(usa|u\.s\.a\.|united states|canada)$/i, '')
  const shape = country === 'CA' ? /[ ,]+([a-z]\d[a-z] ?\d[a-z]\d)$/i : /[ ,]+(\d{5})(?:-\d{4})?$/
  const found = shape.exec(text)
  const checked = checkPostalCode(found?.[1] ?? '', country)
  if (found === null || !checked.ok) return { postalCode: '', rest: text }
  return { postalCode: checked.value, rest: text.slice(0, found.index) + (found[0].includes(',') ? ',' : '') }
}

const streetWords =
  'st street ave av avenue blvd boulevard rd road dr drive ln lane ct court pl place ter terrace way pkwy parkway cir circle hwy highway sq square trl trail loop row cres crescent gate plaza plz broadway rue chemin ch'
const isStreetWord = new Set(streetWords.split(' '))
const directions = new Set(
  'n s e w ne nw se sw north south east west northeast northwest southeast southwest'.split(' '),
)

/** Whether a street's name is over: 'W Monroe St', also with a direction or a unit behind it. */
function isOver(street: string): boolean {
  const words = street.toLowerCase().replace(/[.,]/g, '').split(' ')
  const last = words.findLastIndex((word) => isStreetWord.has(word))
  const behind = words.slice(last + 1)
  const isUnit = /^(apt|apartment|unit|suite|ste|#)/.test(behind[0] ?? '') && behind.length <= 2
  return last > 0 && (behind.every((word) => directions.has(word)) || isUnit)
}

function isStreet(text: string): boolean {
  const named = text.split(' ').filter((word) => !directions.has(word.toLowerCase().replace('.', '')))
  return isSearchable(named.join(' '))
}

function tidy(text: string): string {
  return text.replace(/^[\s,]+|[\s,]+$/g, '').replace(/\s+,/g, ',')
}
