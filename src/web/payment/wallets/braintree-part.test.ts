import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { braintreePart } from './braintree-part.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const played = async () => 'played'
const never = () => new Promise<never>(() => {})
const fails = (error: unknown) => () => Promise.reject(error)

describe('CALM-32: a part of the library', () => {
  test.each<[string, () => Promise<string>, () => Promise<string>]>([
    ['its script could not be loaded', fails(new TypeError('gone')), played],
    ['its start failed: NOT_ENABLED', played, fails({ code: 'NOT_ENABLED', message: 'secret' })],
    ['its start failed: TypeError', played, fails(new TypeError('secret'))],
    ['it did not answer in time', never, played],
    ['it did not answer in time', played, never],
  ])('says that %s after ten seconds at most, and is tried again at a press', async (why, load, create) => {
    let isFirst = true
    const part = braintreePart(
      () => (isFirst ? load() : played()),
      () => (isFirst ? create() : played()),
    )
    const preparing = part.prepare()
    await vi.advanceTimersByTimeAsync(10_000)
    await preparing
    expect(part.made()).toBeNull()
    isFirst = false
    expect(part.again()).toBe(why)
    await vi.advanceTimersByTimeAsync(0)
    expect(part.made()).toBe('played')
  })

  test('that comes late counts, and is not tried twice at once', async () => {
    const { promise, resolve } = Promise.withResolvers<string>()
    const create = vi.fn(() => promise)
    const part = braintreePart(played, create)
    const preparing = part.prepare()
    await vi.advanceTimersByTimeAsync(10_000)
    await preparing
    part.again()
    expect(part.again()).toBe('it is being made ready again')
    await vi.advanceTimersByTimeAsync(0)
    expect(create).toHaveBeenCalledTimes(2)
    resolve('late')
    await vi.advanceTimersByTimeAsync(0)
    expect(part.made()).toBe('late')
  })
})
