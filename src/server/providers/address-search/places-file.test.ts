import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createPlaceSearch } from './built-in.ts'
import { readPlaces } from './places-file.ts'

const fileOf = (text: string): string => {
  const file = join(mkdtempSync(join(tmpdir(), 'cartwright-places-')), 'places.csv')
  writeFileSync(file, text)
  return file
}
const faultOf = (text: string): string => {
  try {
    readPlaces(fileOf(text))
    return ''
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

describe('CALM-35: the file of places', () => {
  test('has ZIP codes, postal codes and areas of postal codes, with a heading or without one', () => {
    const rows = '60607,Chicago,IL\r\n"63101","St. Louis","mo"\nm5v,Toronto,ON\nH2Y1C6,Montréal,QC\n\n'
    const wanted = {
      US: [
        { postalCode: '60607', city: 'Chicago', state: 'IL' },
        { postalCode: '63101', city: 'St. Louis', state: 'MO' },
      ],
      CA: [
        { postalCode: 'M5V', city: 'Toronto', state: 'ON' },
        { postalCode: 'H2Y 1C6', city: 'Montréal', state: 'QC' },
      ],
    }
    expect(readPlaces(fileOf(rows))).toEqual(wanted)
    expect(readPlaces(fileOf(`\uFEFFPostal Code,City,State\n${rows}`))).toEqual(wanted)
  })

  test.each([
    ['60607,Chicago', 'line 1: needs three fields, as in 60607,Chicago,IL'],
    ['postalCode,city,state\n60607,Chicago,IL\n6060,Chicago,IL', "line 3: '6060' is no postal code"],
    ['M5,Toronto,ON', "line 1: 'M5' is no postal code"],
    ['60607,<b>,IL', "line 1: '<b>' is no name of a city"],
    ['60607,Chicago,Illinois', "line 1: 'Illinois' is no state or province"],
    ['60607,Chicago,IN', 'line 1: 60607 is in IL, not in IN'],
    ['M5V,Toronto,QC', 'line 1: M5V is in ON, not in QC'],
    ['', 'it names no place'],
    ['x\n'.repeat(7), 'line 5: needs three fields, as in 60607,Chicago,IL; and 2 more'],
  ])('of %j is refused at start, with its lines', (text, fault) => {
    expect(faultOf(text)).toMatch(/^The places of .*places\.csv are not good: /)
    expect(faultOf(text)).toContain(fault)
  })

  test('that is not there is said', () => {
    expect(() => readPlaces('/no/such/places.csv')).toThrow(/The places of \/no\/such\/places\.csv cannot be read/)
  })

  test('is asked by what was typed; within a match there is nothing', async () => {
    const search = createPlaceSearch(readPlaces(fileOf('60607,Chicago,IL')))
    const asked = { country: 'US', line: '1200 W Monroe St 60607', within: '' } as const
    const address = { address1: '1200 W Monroe St', city: 'Chicago', state: 'IL', postalCode: '60607' }
    expect(await search.matchesOf(asked)).toEqual({
      state: 'answered',
      matches: [{ text: '1200 W Monroe St, Chicago, IL 60607', address, within: '' }],
    })
    expect(await search.matchesOf({ ...asked, within: 'x' })).toEqual({
      state: 'answered',
      matches: [],
    })
  })
})
