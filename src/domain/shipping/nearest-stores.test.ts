import { expect, test } from 'vitest'
import { nearestFirst } from './nearest-stores.ts'

const store = (name: string, state: string, postalCode: string) => ({
  name,
  destination: { state, postalCode, country: 'US' as const },
})
const stores = [
  store('Seattle', 'WA', '98101'),
  store('Minneapolis', 'MN', '55408'),
  store('Oak Brook', 'IL', '60523'),
  store('Chicago', 'IL', '60610'),
  store('Springfield', 'IL', '62701'),
]

test.each([
  [
    'of the same part of town first',
    { state: 'IL', postalCode: '60614', country: 'US' },
    'Chicago, Oak Brook, Springfield, Minneapolis, Seattle',
  ],
  [
    'of the same state before another',
    { state: 'IL', postalCode: '61801', country: 'US' },
    'Chicago, Oak Brook, Springfield, Minneapolis, Seattle',
  ],
  ['by name while no ZIP is known', null, 'Chicago, Minneapolis, Oak Brook, Seattle, Springfield'],
] as const)('CART-10: stores to pick up at, %s', (_what, to, names) => {
  expect(
    nearestFirst(stores, to)
      .map(({ name }) => name)
      .join(', '),
  ).toBe(names)
})
