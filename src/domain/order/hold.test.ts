import { describe, expect, test } from 'vitest'
import { isSecondCleanRound, lsnNumber, mayEndAlone, whyHeld } from './hold.ts'

const noted = { systemIdentifier: '7000', timeline: 3, databaseOid: '16384', switchPoint: null }
const at = new Date('2026-11-22T11:28:07Z')
const found = { ...noted, lsn: 1_000n, seenAt: at }
const seen = { systemIdentifier: '7000', timeline: 3, lsn: 1_000n, seenAt: at }
const promoted = '3\t0/800DFD8\tno recovery target specified'
const broughtBack = '3\t0/800DFD8\tbefore 2026-11-22 11:28:08+00'
const earlier = new Date(at.getTime() - 1)

describe('OPS-28: what tells that a database is another one', () => {
  test.each([
    ['it is the same', {}, {}, null],
    ['other system_identifier', { systemIdentifier: '7001' }, {}, 'other-server'],
    ['the server tells it no more', { systemIdentifier: null }, {}, 'other-server'],
    ['a dump in another database of one server', { databaseOid: '16999' }, {}, 'other-database'],
    ['promoted', { timeline: 4, switchPoint: promoted }, {}, 'new-timeline'],
    ['another timeline, whose history cannot be read', { timeline: 4 }, {}, 'new-timeline'],
    ['brought to a moment', { timeline: 4, switchPoint: broughtBack }, {}, 'restored'],
    ['a snapshot, by what was noted of when', { seenAt: earlier }, {}, 'behind'],
    ['a snapshot, by the log', { lsn: 999n }, {}, 'behind'],
    ['a snapshot of before a failover', { lsn: 2_000n }, { timeline: 4 }, 'behind'],
    ['a standby that had not everything', { timeline: 4, switchPoint: promoted, lsn: 999n }, {}, 'behind'],
    ['the log of another server says nothing', { lsn: 1n }, { systemIdentifier: '6999' }, null],
    ['a log that is not told', { lsn: null }, {}, null],
  ])('%s', (_case, now, before, reason) => {
    expect(whyHeld(noted, { ...found, ...now }, { ...seen, ...before })).toBe(reason)
  })

  test('one timeline number of two histories is another one; a history that was not told is not', () => {
    const known = { ...noted, timeline: 4, switchPoint: promoted }
    expect(whyHeld(known, { ...found, ...known }, null)).toBeNull()
    expect(whyHeld(known, { ...found, ...known, switchPoint: broughtBack }, null)).toBe('restored')
    expect(whyHeld(known, { ...found, ...known, switchPoint: null }, null)).toBeNull()
  })

  test('only a failover may end by itself, after two rounds five minutes apart', () => {
    const reasons = ['asked', 'other-server', 'other-database', 'behind', 'restored', 'new-timeline', null] as const
    expect(reasons.filter(mayEndAlone)).toEqual(['new-timeline'])
    expect([0, 289, 290, 300].map(isSecondCleanRound)).toEqual([false, false, true, true])
  })

  test('positions of the log are numbers', () => {
    expect(lsnNumber('0/800DFD8')).toBe(0x800dfd8n)
    expect(lsnNumber('2/A0000148')).toBe(0x2a0000148n)
    expect(['', '2', '2/X', null].map(lsnNumber)).toEqual([null, null, null, null])
  })
})
