import { describe, expect, test } from 'vitest'
import type { Destination } from '#domain/shipping/methods.ts'
import type { TaxAnswer, TaxService } from '#server/providers/tax/port.ts'
import { testClock } from '#test/world.ts'
import { createCachedTaxClient } from './cached-tax-client.ts'

const place = (postalCode: string): Destination => ({ country: 'US', state: 'IL', postalCode })
const [here, there] = [place('60601'), place('61602')]
const rowOf = ({ postalCode }: Destination) => ({ place: `US-IL-${postalCode}`, parts: [] })
const minute = 60_000

/** A tax service that answers as it is told, and a desk in front of it. */
function opened() {
  const clock = testClock('2026-03-02T15:00:00Z')
  const asked: string[] = []
  const warned: object[] = []
  let answer: (places: readonly Destination[]) => Promise<TaxAnswer>
  const good = async (places: readonly Destination[]): Promise<TaxAnswer> => {
    return { state: 'answered', rows: places.map(rowOf) }
  }
  answer = good
  const service: TaxService = {
    provider: 'remote',
    rowsAt(places) {
      asked.push(places.map(({ postalCode }) => postalCode).join(' '))
      return answer(places)
    },
  }
  const log = { info: () => undefined, warn: (facts: object) => warned.push(facts), error: () => undefined }
  const limits = { answerMs: 30, freshMs: 60 * minute, staleMs: 1_440 * minute, pauseMs: 10_000 }
  const desk = createCachedTaxClient(service, { now: clock.now, log, limits })
  return {
    ...{ clock, asked, warned, desk },
    answers: (next: typeof answer | 'well') => {
      answer = next === 'well' ? good : next
    },
  }
}

test('OPEN-78: a place is asked for once an hour, however often it is priced', async () => {
  const { desk, asked, clock } = opened()
  await desk.ratesAt([here, here])
  clock.turn(59 * minute)
  const rates = await desk.ratesAt([here, there])
  clock.turn(2 * minute)
  await desk.ratesAt([here, there])
  expect(asked).toEqual(['60601', '61602', '60601'])
  expect([rates(here), rates(there)]).toEqual([rowOf(here), rowOf(there)])
})

test('OPEN-78: a place without a tax table stays one, and is not asked for again', async () => {
  const { desk, asked, answers } = opened()
  answers(async (places) => ({ state: 'answered', rows: places.map(() => null) }))
  await desk.ratesAt([here])
  expect((await desk.ratesAt([here]))(here)).toBeNull()
  expect(asked).toHaveLength(1)
})

describe('OPEN-78: a service that does not answer', () => {
  const never = () => new Promise<TaxAnswer>(() => undefined)
  test.each([
    ['says so', async (): Promise<TaxAnswer> => ({ state: 'unknown', why: 'serverFault' }), 'serverFault'],
    ['takes too long', never, 'timeout'],
    ['throws', async () => Promise.reject(new Error('cut')), 'serverFault'],
  ] as const)('and %s leaves the rates unknown, and the log says why', async (_what, answer, why) => {
    const { desk, answers, warned } = opened()
    answers(answer)
    expect((await desk.ratesAt([here]))(here)).toBeNull()
    expect(warned).toEqual([{ event: 'tax-unknown', provider: 'remote', why }])
  })

  test('is left alone for ten seconds, then asked again', async () => {
    const { desk, answers, asked, clock } = opened()
    answers(async () => ({ state: 'unknown', why: 'noConnection' }))
    await desk.ratesAt([here])
    clock.turn(9_000)
    await desk.ratesAt([here])
    answers('well')
    clock.turn(2_000)
    expect((await desk.ratesAt([here]))(here)).toEqual(rowOf(here))
    expect(asked).toHaveLength(2)
  })

  test('has its rates of the last day used meanwhile, and no older ones', async () => {
    const { desk, answers, clock } = opened()
    await desk.ratesAt([here])
    answers(async () => ({ state: 'unknown', why: 'timeout' }))
    clock.turn(1_439 * minute)
    const late = (await desk.ratesAt([here]))(here)
    clock.turn(2 * minute)
    expect([late, (await desk.ratesAt([here]))(here)]).toEqual([rowOf(here), null])
  })
})
