import { readFileSync } from 'node:fs'
import { isName } from '#domain/address/names.ts'
import type { Place } from '#domain/address/place-table.ts'
import { checkPostalCode } from '#domain/address/postal-code.ts'
import { stateOfPostalCode } from '#domain/address/postal-prefixes.ts'
import { statesOf } from '#domain/address/states.ts'
import type { Country } from '#domain/variant.ts'

export type Places = { readonly [Name in Country]: readonly Place[] }

type Row = { readonly country: Country; readonly place: Place }

const shownFaults = 5

/**
 * The places that an address search knows, from the retailer's file: 'postalCode,city,state', a line each, ZIP codes and Canadian
 * postal codes or their first three characters.
 * @throws Error that names the file and the lines that are wrong: at start, so that no shopper is offered a wrong city.
 */
export function readPlaces(file: string): Places {
  const faults: string[] = []
  const rows: Row[] = []
  textOf(file)
    .split(/\r?\n/)
    .forEach((line, index) => {
      if (line.trim() === '' || (index === 0 && /^\W*postalcode,/i.test(line.replace(/[ _]/g, '')))) return
      const row = rowOf(line)
      if (typeof row === 'string') faults.push(`line ${index + 1}: ${row}`)
      else rows.push(row)
    })
  if (rows.length === 0 && faults.length === 0) faults.push('it names no place')
  if (faults.length > 0) {
    const more = faults.length > shownFaults ? `; and ${faults.length - shownFaults} more` : ''
    throw new Error(`The places of ${file} are not good: ${faults.slice(0, shownFaults).join('; ')}${more}`)
  }
  const of = (country: Country) => rows.filter((row) => row.country === country).map(({ place }) => place)
  return { US: of('US'), CA: of('CA') }
}

/** The place of a line, or what is wrong with it. */
function rowOf(line: string): Row | string {
  const fields = line.split(',').map((field) =>
    field
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .trim(),
  )
  const [code = '', city = '', stateText = ''] = fields
  if (fields.length !== 3) return 'needs three fields, as in 60607,Chicago,IL'
  const state = stateText.toUpperCase()
  const country: Country = /^\d/.test(code) ? 'US' : 'CA'
  // the last three characters do not matter to where an area is
  const isArea = country === 'CA' && code.length === 3
  const checked = checkPostalCode(isArea ? `${code} 0A0` : code, country)
  if (!checked.ok) return `'${code.slice(0, 20)}' is no postal code`
  if (!isName(city) || city.length > 60) return `'${city.slice(0, 60)}' is no name of a city`
  if (!statesOf[country].some((one) => one.code === state)) return `'${stateText.slice(0, 20)}' is no state or province`
  const real = stateOfPostalCode(checked.value, country)
  if (real !== null && real !== state) return `${code} is in ${real}, not in ${state}`
  return { country, place: { postalCode: isArea ? checked.value.slice(0, 3) : checked.value, city, state } }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new Error(`The places of ${file.slice(0, 200)} cannot be read: ${String(error).slice(0, 300)}`)
  }
}
