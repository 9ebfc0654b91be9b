import { expect, test } from 'vitest'
import { maxRefunds, planRound } from './reconciliation.ts'

test.each([
  [0, 5],
  [5, 5],
  [500, 5],
  [600, 6],
  [10_000, 100],
])('SAFE-63: of %i payments looked at, a round gives %i back by itself and not one more', (compared, most) => {
  expect(most > maxRefunds(compared)).toBe(false)
  expect(most + 1 > maxRefunds(compared)).toBe(true)
})

const orphan = (
  providerRef: string,
  kind: 'charge-without-order' | 'charge-of-refused-order' | 'second-authorization',
) => ({
  providerRef,
  kind,
})
const known = (count: number) =>
  Array.from({ length: count }, (_, nth) =>
    orphan(`p${nth}`, nth % 2 ? 'second-authorization' : 'charge-of-refused-order'),
  )
const unknown = orphan('u', 'charge-without-order')

test.each([
  { what: 'nothing', orphans: [], compared: 9, today: [], refund: 0, hold: 0 },
  { what: 'five known ones', orphans: known(5), compared: 9, today: [], refund: 5, hold: 0 },
  { what: 'six known ones', orphans: known(6), compared: 9, today: [], refund: 0, hold: 6 },
  { what: 'six of 600', orphans: known(6), compared: 600, today: [], refund: 6, hold: 0 },
  {
    what: 'one after five of today',
    orphans: known(1),
    compared: 9,
    today: ['a', 'b', 'c', 'd', 'e'],
    refund: 0,
    hold: 1,
  },
  {
    what: 'one that was tried before',
    orphans: known(1),
    compared: 9,
    today: ['p0', 'b', 'c', 'd', 'e'],
    refund: 1,
    hold: 0,
  },
  { what: 'one without a row', orphans: [unknown], compared: 9_999, today: [], refund: 0, hold: 1 },
  {
    what: 'one without a row among known ones',
    orphans: [unknown, ...known(2)],
    compared: 9,
    today: [],
    refund: 2,
    hold: 1,
  },
])(
  'SAFE-63: a round that finds $what gives $refund back and holds $hold',
  ({ orphans, compared, today, ...expected }) => {
    const { refund, hold } = planRound(orphans, compared, today)
    expect({ refund: refund.length, hold: hold.length }).toMatchObject({
      refund: expected.refund,
      hold: expected.hold,
    })
    expect(refund).not.toContain(unknown)
  },
)
