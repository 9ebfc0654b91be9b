import { describe, expect, test } from 'vitest'
import { suggestedState } from './suggestion.ts'

describe('OPEN-74: a postal code of another state suggests its own', () => {
  test.each([
    [{ state: 'IL', postalCode: '10004', country: 'US' }, 'New York'],
    [{ state: '', postalCode: '60606', country: 'US' }, 'Illinois'],
    [{ state: 'QC', postalCode: 'k1a0a6', country: 'CA' }, 'Ontario'],
    [{ state: 'IL', postalCode: '60606', country: 'US' }, null],
    [{ state: 'Illinois', postalCode: '60606', country: 'US' }, null],
    [{ state: 'IL', postalCode: '606', country: 'US' }, null],
    [{ state: 'IL', postalCode: '00000', country: 'US' }, null],
  ] as const)('%j suggests %j', (entered, suggested) => {
    expect(suggestedState(entered)?.name ?? null).toBe(suggested)
  })
})
