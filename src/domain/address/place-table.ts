import type { Country } from '#domain/variant.ts'

/** A postal code and where it is. A Canadian one may be an area, the first three characters of its codes. */
export type Place = { readonly postalCode: string; readonly city: string; readonly state: string }

/** A city with every code that it has in the table. */
export type City = { readonly city: string; readonly state: string; readonly codes: readonly string[] }

export type PlaceTable = {
  /** The places of a postal code in its stored form: a ZIP code may have several cities. */
  readonly ofCode: (postalCode: string) => readonly Place[]
  /** The cities whose name begins so, in any spelling; the one of exactly this name first, then those with most codes. */
  readonly ofCity: (begin: string) => readonly City[]
}

const indexLetters = 3

/** Looks places of one country up by code and by the beginning of a city's name (CALM-35). */
export function placeTable(places: readonly Place[], country: Country): PlaceTable {
  const byCode = new Map<string, Place[]>()
  const cities = new Map<string, City & { codes: string[] }>()
  for (const place of places) {
    push(byCode, place.postalCode, place)
    const key = `${cityKey(place.city)}\n${place.state}`
    const city = cities.get(key) ?? { city: place.city, state: place.state, codes: [] }
    city.codes.push(place.postalCode)
    cities.set(key, city)
  }
  const byLetters = new Map<string, City[]>()
  for (const city of cities.values()) push(byLetters, cityKey(city.city).slice(0, indexLetters), city)

  return {
    ofCode(postalCode) {
      const own = byCode.get(postalCode)
      return own ?? (country === 'CA' ? (byCode.get(postalCode.slice(0, 3)) ?? []) : [])
    },
    ofCity(begin) {
      const wanted = cityKey(begin)
      const isExact = ({ city }: City) => cityKey(city) === wanted
      return (byLetters.get(wanted.slice(0, indexLetters)) ?? [])
        .filter(({ city }) => cityKey(city).startsWith(wanted))
        .sort((one, other) => Number(isExact(other)) - Number(isExact(one)) || other.codes.length - one.codes.length)
    },
  }
}

/** Whether two spellings name one city: 'St. Louis' is 'Saint Louis', 'Montréal' is 'Montreal'. */
export function isSameCity(one: string, other: string): boolean {
  return cityKey(one) === cityKey(other)
}

const shortForms: { readonly [word: string]: string } = { saint: 'st', sainte: 'ste', mount: 'mt', fort: 'ft' }

function cityKey(text: string): string {
  const letters = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const words = letters.split(/[^\p{L}\d]+/u).filter((word) => word !== '')
  return words.map((word) => shortForms[word] ?? word).join(' ')
}

function push<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [value])
  else list.push(value)
}
