import { describe, expect, test } from 'vitest'
import { statesOf } from '#domain/address/states.ts'
import type { TaxRow } from '#domain/pricing/tax.ts'
import type { Destination } from '#domain/shipping/methods.ts'
import { createBuiltInTax } from './built-in.ts'
import type { TaxService } from './port.ts'

/** Every adapter passes the same suite: a new one is a line more. */
const adapters: readonly { readonly name: string; readonly open: () => TaxService }[] = [
  { name: 'the built-in table', open: createBuiltInTax },
]
const chicago: Destination = { country: 'US', state: 'IL', postalCode: '60601' }
const montreal: Destination = { country: 'CA', state: 'QC', postalCode: 'H2Y 1C6' }
const nowhere: Destination = { country: 'US', state: 'ZZ', postalCode: '00000' }

describe.each(adapters)('the tax port, $name', ({ open }) => {
  async function rowsOf(...places: Destination[]): Promise<readonly (TaxRow | null)[]> {
    const answer = await open().rowsAt(places, AbortSignal.timeout(5_000))
    if (answer.state === 'unknown') throw new Error(`not answered: ${answer.why}`)
    return answer.rows
  }

  test('OPEN-78: answers a row for each place in the order asked, with the names of its parts', async () => {
    const rows = await rowsOf(montreal, chicago, montreal)
    expect(rows.map((row) => row?.place.slice(0, 5))).toEqual(['CA-QC', 'US-IL', 'CA-QC'])
    expect(rows.map((row) => row?.parts.map(({ name }) => name))).toEqual([
      ['GST', 'QST'],
      ['Sales tax'],
      ['GST', 'QST'],
    ])
  })

  test('OPEN-78: a place that there is not has no row, and the others keep theirs', async () => {
    const [none, there] = await rowsOf(nowhere, chicago)
    expect([none, there?.place.slice(0, 5)]).toEqual([null, 'US-IL'])
  })

  test('OPEN-78: every state and province is known; rates are whole millionths, below a fifth in all', async () => {
    const places = (['US', 'CA'] as const).flatMap((country) =>
      statesOf[country].map(({ code: state }): Destination => ({ country, state, postalCode: '' })),
    )
    const rows = await rowsOf(...places)
    expect(rows.map((row) => row?.place.slice(0, 5))).toEqual(places.map(({ country, state }) => `${country}-${state}`))
    for (const row of rows) {
      const rates = row?.parts.map(({ millionths }) => millionths) ?? []
      expect(rates.filter((rate) => !Number.isInteger(rate) || rate <= 0)).toEqual([])
      expect(rates.reduce((total, rate) => total + rate, 0)).toBeLessThan(200_000)
    }
  })

  test('OPEN-78: nothing asked is nothing answered', async () => {
    expect(await rowsOf()).toEqual([])
  })
})
