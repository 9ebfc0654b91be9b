import { describe, expect, test } from 'vitest'
import { allStates, type StateTable, statesAfter, statesBefore, stateTables } from './states.ts'

const tables = Object.keys(stateTables) as StateTable[]

function reachable(table: StateTable): Set<string> {
  const seen = new Set<string>([stateTables[table].first])
  for (const state of seen) for (const next of statesAfter(table, state as never)) seen.add(next)
  return seen
}

test.each(tables)(
  'SCENE-04: every state of %s can be reached from its first, and every move leads to a state',
  (table) => {
    expect(reachable(table)).toEqual(new Set<string>(allStates(table)))
  },
)

describe('SCENE-04, SCENE-05: exactly these moves are allowed', () => {
  const expected: { readonly [Table in StateTable]: readonly string[] } = {
    cart: ['open>placing', 'open>merged', 'open>abandoned', 'placing>ordered', 'placing>open'],
    order: ['pending>placed', 'pending>refused', 'placed>cancelled'],
    payment: [
      'started>sent',
      'sent>started',
      'sent>authorized',
      'sent>refused',
      'sent>unknown',
      'sent>challenged',
      'sent>voiding',
      'unknown>authorized',
      'unknown>refused',
      'unknown>voiding',
      'unknown>challenged',
      'challenged>authorized',
      'challenged>refused',
      'challenged>voiding',
      'authorized>captured',
      'authorized>voiding',
      'voiding>voided',
      'voided>voiding',
    ],
    stockHold: ['held>sold', 'held>released', 'sold>released'],
    promoUse: ['held>used', 'held>released', 'used>released'],
    tripHold: ['held>booked', 'held>released', 'booked>released'],
    certificate: ['free>held', 'free>void', 'held>used', 'held>free', 'used>free'],
  }
  test.each(tables)('of %s', (table) => {
    const moves = allStates(table).flatMap((from) => statesAfter(table, from).map((to) => `${from}>${to}`))
    // an update asks the other way round, from which states one may come
    const ways = allStates(table).flatMap((to) => statesBefore(table, to).map((from) => `${from}>${to}`))
    expect(new Set(moves)).toEqual(new Set(expected[table]))
    expect(new Set(ways)).toEqual(new Set(expected[table]))
  })
})

test('SCENE-01: the states before a state are those whose move leads to it', () => {
  expect(statesBefore('order', 'placed')).toEqual(['pending'])
  expect(statesBefore('payment', 'authorized')).toEqual(['sent', 'unknown', 'challenged'])
  expect(statesBefore('cart', 'merged')).toEqual(['open'])
})
