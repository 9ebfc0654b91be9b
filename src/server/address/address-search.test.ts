import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { statement } from '#server/db/database.ts'
import { limits } from '#server/http/guards/throttle.ts'
import { createPlaceSearch } from '#server/providers/address-search/built-in.ts'
import type { AddressQuestion, AddressSearchAnswer } from '#server/providers/address-search/port.ts'
import { createSmartySearch } from '#server/providers/address-search/smarty.ts'
import { openTestGateway } from '#test/builders/card-gateway.ts'
import { add, address, item } from '#test/builders/cart-calls.ts'
import { sku } from '#test/builders/catalog.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { createWorld, type World } from '#test/world.ts'

const chicago = { address1: '1200 W Monroe St', city: 'Chicago', state: 'IL', postalCode: '60607' }
const found: AddressSearchAnswer = {
  state: 'answered',
  matches: [{ text: '1200 W Monroe St, Chicago, IL 60607', address: chicago, within: '' }],
}
const line = '1200 W Monroe St'
const allAlarms = statement<{ kind: string; key: string; facts: object; times: number }>(
  'test.alarms',
  'select kind, key, facts, times from shop.alarm order by alarm_id',
)
let count = 0
/** A line that nobody has asked for yet. */
const freshLine = () => {
  count += 1
  return `${count} W Monroe St`
}

describe('CALM-35: by the file of places', () => {
  let world: World
  afterAll(() => world.close())

  test('a line that names a place is answered with its fields, in both countries', async () => {
    world = await createWorld()
    const american = await world
      .shopper()
      .call('address', 'searchAddress', { country: 'US', line: `${line}, Chicago 60607` })
    expect(american).toEqual({ isOffered: true, matches: found.state === 'answered' ? found.matches : [] })
    const canadian = await world
      .shopper('cb-ca')
      .call('address', 'searchAddress', { country: 'CA', line: '220 King St W M5V 1J7' })
    expect(canadian.matches.map(({ address }) => address)).toEqual([
      { address1: '220 King St W', city: 'Toronto', state: 'ON', postalCode: 'M5V 1J7' },
    ])
  })

  test('a street without its place has no matches', async () => {
    const answer = await world.shopper().call('address', 'searchAddress', { country: 'US', line })
    expect(answer).toEqual({ isOffered: true, matches: [] })
  })
})

test('CALM-35: where nobody searches the page is told so, once', async () => {
  const world = await createWorld({ addressSearch: null })
  try {
    const answer = await world.shopper().call('address', 'searchAddress', { country: 'US', line: `${line} 60607` })
    expect(answer).toEqual({ isOffered: false, matches: [] })
  } finally {
    await world.close()
  }
})

describe('CALM-35: by a provider', () => {
  const asked: AddressQuestion[] = []
  const logged: string[] = []
  let answer: () => Promise<AddressSearchAnswer> = async () => found
  let world: World
  const search = (shopper = world.shopper(), typed = line, within = '') =>
    shopper.call('address', 'searchAddress', { country: 'US', line: typed, within })
  beforeEach(async () => {
    world ??= await createWorld({
      logLine: (text) => logged.push(text),
      addressSearch: {
        provider: 'remote',
        matchesOf(question) {
          asked.push(question)
          return answer()
        },
        close: () => undefined,
      },
    })
    world.clock.turn(60_000)
    asked.length = 0
    logged.length = 0
    answer = async () => found
  })
  afterAll(() => world.close())

  test.each<[string, () => Promise<AddressSearchAnswer>, string]>([
    ['away', async () => ({ state: 'unknown', why: 'noConnection' }), 'noConnection'],
    ['broken', () => Promise.reject(new Error('never')), 'serverFault'],
    ['silent', () => new Promise(() => undefined), 'timeout'],
  ])(
    'that is %s offers nothing, is left alone for a while, and says nothing of it to the shopper',
    async (_n, is, why) => {
      answer = is
      const typed = freshLine()
      expect(await search(undefined, typed)).toEqual({ isOffered: true, matches: [] })
      expect(await search(undefined, freshLine())).toEqual({ isOffered: true, matches: [] })
      expect(asked).toHaveLength(1)
      const warned = logged.filter((text) => text.includes('address-search-unknown'))
      expect(warned).toHaveLength(1)
      expect(warned[0]).toContain(`"why":"${why}"`)
      expect(logged.join('')).not.toContain('Monroe')
      answer = async () => found
      world.clock.turn(11_000)
      expect((await search(undefined, typed)).matches).toHaveLength(1)
    },
  )

  test('that refuses one country is left alone with that country only', async () => {
    answer = async () => ({ state: 'unknown', why: 'refused', status: 403 })
    const abroad = { country: 'CA', line: '220 King St W' } as const
    const canadian = world.shopper('cb-ca')
    expect(await canadian.call('address', 'searchAddress', abroad)).toEqual({ isOffered: true, matches: [] })
    answer = async () => found
    await canadian.call('address', 'searchAddress', { ...abroad, line: '221 King St W' })
    expect(asked).toHaveLength(1)
    expect((await search(undefined, freshLine())).matches).toHaveLength(1)
  })

  test.each<[string, 'badQuestion' | 'refused' | 'timeout', string, boolean]>([
    ['a line that it does not understand', 'badQuestion', '', false],
    ['a match that it does not know', 'badQuestion', 'made-up-1', false],
    ['a match that it refuses', 'refused', 'made-up-2', true],
    ['a match that it does not answer', 'timeout', 'made-up-3', true],
  ])('by %s nobody is switched off, and it is not asked that again at once', async (_name, why, within, isSoon) => {
    answer = async () => (why === 'refused' ? { state: 'unknown', why, status: 402 } : { state: 'unknown', why })
    const typed = within === '' ? freshLine() : ''
    expect(await search(undefined, typed, within)).toEqual({ isOffered: true, matches: [] })
    answer = async () => found
    expect((await search(undefined, freshLine())).matches).toHaveLength(1)
    expect((await search(undefined, typed, within)).matches).toEqual([])
    expect(asked).toHaveLength(2)
    expect(logged.filter((text) => text.includes(`"why":"${why}"`))).toHaveLength(1)
    // an outage passes sooner than what is wrong with a question
    world.clock.turn(11_000)
    expect((await search(undefined, typed, within)).matches).toHaveLength(isSoon ? 1 : 0)
  })

  test('is asked once for what many type, and again after ten minutes', async () => {
    const typed = freshLine()
    await search(undefined, typed)
    await search(undefined, ` ${typed.replace(' W', '  W')} `)
    expect(asked).toHaveLength(1)
    world.clock.turn(601_000)
    await search(undefined, typed)
    expect(asked).toHaveLength(2)
  })

  test('is not asked for what is no address yet, but for what lies within a match', async () => {
    expect(await search(undefined, '1200 W')).toEqual({ isOffered: true, matches: [] })
    expect(asked).toEqual([])
    await search(undefined, '', 'a-building')
    expect(asked).toEqual([{ country: 'US', line: '', within: 'a-building' }])
  })

  test('SAFE-41: one visitor does not use it up; what is kept is still answered, and another goes on', async () => {
    const shopper = world.shopper()
    for (let nth = 0; nth < limits.addressSearchesPerSession.capacity; nth += 1) {
      expect((await search(shopper, freshLine())).isOffered).toBe(true)
    }
    const last = `${count} W Monroe St`
    const before = asked.length
    expect(await search(shopper, freshLine())).toEqual({ isOffered: false, matches: [] })
    expect(asked).toHaveLength(before)
    expect(logged.filter((text) => text.includes('"security":"throttled"'))).toHaveLength(1)
    expect((await search(shopper, last)).matches).toHaveLength(1)
    expect((await search(world.shopper(), freshLine())).isOffered).toBe(true)
  })

  test.each([
    ['one network', limits.addressSearchesPerAddress, '127.0.0.1'],
    ['all networks', limits.addressSearchesOfAll, ''],
  ])('SAFE-41: nor do many visitors of %s', async (_name, limit, key) => {
    await world.database.count(statement('test.forget', 'delete from throttle'))
    await world.shop.throttle.take(world.database, limit, key, limit.capacity - 1)
    expect((await search(undefined, freshLine())).isOffered).toBe(true)
    expect(asked).toHaveLength(1)
    expect(await search(undefined, freshLine())).toEqual({ isOffered: false, matches: [] })
    expect(asked).toHaveLength(1)
  })
})

describe('CALM-35: by a provider with the file of places behind it', () => {
  const asked: string[] = []
  const logged: string[] = []
  let answer: AddressSearchAnswer = found
  let world: World
  const places = createPlaceSearch({ US: [{ postalCode: '60607', city: 'Chicago', state: 'IL' }], CA: [] })
  const search = (shopper: TestShopper, typed: string) =>
    shopper.call('address', 'searchAddress', { country: 'US', line: typed })
  const alarms = () => world.database.rows(allAlarms)
  beforeAll(async () => {
    world = await createWorld({
      logLine: (text) => logged.push(text),
      addressSearch: {
        provider: 'remote',
        async matchesOf(question) {
          asked.push(question.line)
          return answer
        },
        close: () => undefined,
      },
      addressFallback: places,
    })
  })
  beforeEach(async () => {
    world.clock.turn(4_000_000)
    answer = found
    await search(world.shopper(), freshLine())
    asked.length = 0
    logged.length = 0
    await world.database.count(statement('test.forget-alarms', 'delete from shop.alarm'))
  })
  afterAll(() => world.close())

  test.each<[string, AddressSearchAnswer]>([
    ['refuses', { state: 'unknown', why: 'refused', status: 402 }],
    ['is away', { state: 'unknown', why: 'noConnection' }],
    ['does not understand', { state: 'unknown', why: 'badQuestion' }],
  ])('that %s the file answers at once, in the pause, and what is asked again', async (_name, unknown) => {
    answer = unknown
    const typed = freshLine()
    for (const each of [typed, typed, freshLine()]) {
      expect(await search(world.shopper(), `${each}, Chicago 60607`)).toMatchObject({
        isOffered: true,
        matches: [{ text: `${each}, Chicago, IL 60607` }],
      })
    }
  })

  test('that answers nothing is believed', async () => {
    answer = { state: 'answered', matches: [] }
    expect(await search(world.shopper(), `${freshLine()}, Chicago 60607`)).toEqual({ isOffered: true, matches: [] })
  })

  test('SAFE-41: past their number a visitor is answered by the file', async () => {
    const shopper = world.shopper()
    for (let nth = 0; nth < limits.addressSearchesPerSession.capacity; nth += 1) await search(shopper, freshLine())
    const before = asked.length
    const { isOffered, matches } = await search(shopper, `${freshLine()}, Chicago 60607`)
    expect([isOffered, matches.map(({ address: at }) => at?.city)]).toEqual([true, ['Chicago']])
    expect(asked).toHaveLength(before)
  })

  test.each([401, 402, 403])(
    'that refuses us with %i is told by one alarm an hour, until it answers',
    async (status) => {
      const [shopper, alarm] = [
        world.shopper(),
        { kind: 'address-search-refused', key: 'remote US', facts: { status, requestId: expect.any(String) } },
      ]
      answer = { state: 'unknown', why: 'refused', status }
      await search(shopper, freshLine())
      await vi.waitFor(async () => expect(await alarms()).toEqual([{ ...alarm, times: 1 }]))
      for (let nth = 0; nth < 5; nth += 1) {
        world.clock.turn(11_000)
        await search(shopper, freshLine())
      }
      expect(asked).toHaveLength(6)
      world.clock.turn(3_600_000)
      await search(shopper, freshLine())
      await vi.waitFor(async () => expect(await alarms()).toEqual([{ ...alarm, times: 2 }]))
      answer = found
      world.clock.turn(11_000)
      await search(shopper, freshLine())
      await search(shopper, freshLine())
      world.clock.turn(4_000_000)
      await search(shopper, freshLine())
      expect(await alarms()).toEqual([{ ...alarm, times: 2 }])
      expect(logged.filter((text) => text.includes('address-search-answers'))).toHaveLength(1)
    },
  )

  test('that is asked too often raises none while it passes, and one when it lasts for five minutes', async () => {
    const shopper = world.shopper()
    const meet = async (now: AddressSearchAnswer) => {
      answer = now
      await search(shopper, freshLine())
      world.clock.turn(150_000)
    }
    const refused = { state: 'unknown', why: 'refused', status: 429 } as const
    for (const now of [refused, refused, found, refused, refused]) await meet(now)
    // a match that is answered does not say that it is over
    answer = found
    await shopper.call('address', 'searchAddress', { country: 'US', line: '', within: 'made-up-429' })
    expect(asked).toHaveLength(6)
    expect(await alarms()).toEqual([])
    await meet(refused)
    const alarm = {
      kind: 'address-search-refused',
      key: 'remote US',
      facts: { status: 429, requestId: expect.any(String) },
      times: 1,
    }
    await vi.waitFor(async () => expect(await alarms()).toEqual([alarm]))
  })

  test('that is away, or refuses what a visitor made up, raises none', async () => {
    answer = { state: 'unknown', why: 'noConnection' }
    await search(world.shopper(), freshLine())
    world.clock.turn(11_000)
    answer = { state: 'unknown', why: 'refused', status: 403 }
    await world.shopper().call('address', 'searchAddress', { country: 'US', line: '', within: 'made-up' })
    expect(asked).toHaveLength(2)
    expect(await alarms()).toEqual([])
  })
})

test('CALM-35: by Smarty over HTTP; when it goes away the address is typed and saved by hand', async () => {
  const keys = { authId: 'cartwright', authToken: 'secret' }
  const gateway = await openTestGateway({ smartyKeys: keys })
  const addressSearch = createSmartySearch({ ...keys, origin: `${gateway.origin}/smarty` })
  const world = await createWorld({ addressSearch })
  try {
    const shopper = world.shopper()
    await add(shopper, item(sku.mug))
    await shopper.call('cart', 'checkout', {})
    const typed = { country: 'US', line: '1200 w monroe st' } as const
    const { matches } = await shopper.call('address', 'searchAddress', typed)
    expect(matches.map(({ address }) => address)).toEqual([chicago])
    await gateway.sandbox.close()
    expect(await shopper.call('address', 'searchAddress', { ...typed, line: '1200 w monroe' })).toEqual({
      isOffered: true,
      matches: [],
    })
    const saved = await shopper.call('checkout', 'validateAndSaveAddress', address())
    expect([saved.isSuccess, saved.errorMessage]).toEqual([true, ''])
  } finally {
    addressSearch.close()
    await world.close()
  }
})
