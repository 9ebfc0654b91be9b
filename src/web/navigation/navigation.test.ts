import { expect, test, vi } from 'vitest'
import { memoryHistory } from '#test/web/memory-history.ts'
import { CutOff } from '#web/calls/errors.ts'
import { addressOf } from '#web/navigation/history.ts'
import { createNavigation } from '#web/navigation/navigation.ts'

/** Pages by their addresses, each given out when the test says so. */
function aShop(start = '/') {
  const history = memoryHistory(start)
  const push = vi.spyOn(history, 'push')
  const replace = vi.spyOn(history, 'replace')
  const asked: {
    address: string
    signal: AbortSignal
    answer: (page: string, reached?: string) => void
    fail: (error: Error) => void
  }[] = []
  const load = (address: string, signal: AbortSignal) =>
    new Promise<{ page: string; reached: string }>((resolve, reject) => {
      const answer = (page: string, reached = address) => resolve({ page, reached })
      asked.push({ address, signal, answer, fail: reject })
    })
  const left: string[] = []
  const onLeave = (location: Parameters<typeof addressOf>[0]) => left.push(addressOf(location))
  const answers: boolean[] = []
  const wantsAgain = async () => answers.shift() ?? false
  const navigation = createNavigation({ history, load, page: 'first', onLeave, wantsAgain })
  const shown = () => {
    const { page, location, isLoading, failure } = navigation.state()
    return { page, at: addressOf(location), isLoading, failure }
  }
  const last = () => {
    const call = asked.at(-1)
    if (call === undefined) throw new Error('nothing was asked for')
    return call
  }
  return { history, push, replace, asked, last, left, navigation, shown, answers }
}

test('UX-05, PLAT-17: the page stays and is marked as loading until the next one is there; then the address is written', async () => {
  const { navigation, shown, last, history, left } = aShop()
  const done = navigation.navigate('/product/101?from=list#sizes')
  expect(shown()).toEqual({ page: 'first', at: '/', isLoading: true, failure: null })
  expect(addressOf(history.location())).toBe('/')
  expect(last().address).toBe('/product/101?from=list')
  last().answer('product')
  await done
  expect(shown()).toEqual({ page: 'product', at: '/product/101?from=list#sizes', isLoading: false, failure: null })
  expect(addressOf(history.location())).toBe('/product/101?from=list#sizes')
  expect(left).toEqual(['/'])
})

test('UX-05: of two presses the second is followed; the first is given up, and its late answer shows nothing', async () => {
  const { navigation, shown, asked } = aShop()
  const done = Promise.all([navigation.navigate('/a'), navigation.navigate('/b')])
  expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, false])
  asked[1]?.answer('b')
  asked[0]?.answer('a')
  await done
  expect(shown()).toEqual({ page: 'b', at: '/b', isLoading: false, failure: null })
})

test('UX-05: Back asks for the former page anew and makes no entry; where the server leads elsewhere, that is one', async () => {
  const { navigation, history, shown, last, push } = aShop('/checkout/cart')
  const done = navigation.navigate('/checkout/shipping')
  last().answer('shipping')
  await done
  history.go(-1)
  expect([last().address, shown().page]).toEqual(['/checkout/cart', 'shipping'])
  last().answer('cart')
  await vi.waitFor(() =>
    expect(shown()).toEqual({ page: 'cart', at: '/checkout/cart', isLoading: false, failure: null }),
  )
  expect(push.mock.calls).toEqual([['/checkout/shipping']])
  history.go(1)
  last().answer('sign-in', '/account/login')
  await vi.waitFor(() => expect(shown().at).toBe('/account/login'))
  expect(push.mock.calls.at(-1)).toEqual(['/account/login'])
})

test('UX-05: the address of the page that is shown makes no second entry', async () => {
  const { navigation, last, push, replace } = aShop('/favorites')
  const done = navigation.navigate('/favorites')
  last().answer('again')
  await done
  expect([push.mock.calls, replace.mock.calls]).toEqual([[], [['/favorites']]])
})

test('UX-05: another place of the same page is gone to without asking for it again', async () => {
  const { navigation, asked, shown } = aShop('/product/101')
  await navigation.navigate('/product/101#sizes')
  expect(asked).toEqual([])
  expect(shown()).toEqual({ page: 'first', at: '/product/101#sizes', isLoading: false, failure: null })
})

test('UX-05: a page that cannot be had is a failure at its address, and the next one is a page again', async () => {
  const { navigation, last, shown } = aShop()
  const error = new Error('the script did not come')
  const failed = navigation.navigate('/a')
  last().fail(error)
  await failed
  expect(shown()).toEqual({ page: 'first', at: '/a', isLoading: false, failure: { error } })
  const done = navigation.navigate('/b')
  last().answer('b')
  await done
  expect(shown()).toEqual({ page: 'b', at: '/b', isLoading: false, failure: null })
})

test('CALM-20: without a connection the page that is shown stays, until the next one is asked for again', async () => {
  const { navigation, last, shown, asked, answers } = aShop()
  answers.push(true)
  const done = navigation.navigate('/a')
  last().fail(new CutOff())
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  expect(shown()).toEqual({ page: 'first', at: '/', isLoading: true, failure: null })
  last().answer('a')
  await done
  expect(shown()).toEqual({ page: 'a', at: '/a', isLoading: false, failure: null })

  const given = navigation.navigate('/b')
  last().fail(new CutOff())
  await given
  expect(shown()).toEqual({ page: 'a', at: '/a', isLoading: false, failure: null })
})

test('CALM-20: Back without a connection leaves page and address together', async () => {
  const { navigation, history, last, shown } = aShop('/checkout/cart')
  const done = navigation.navigate('/checkout/shipping')
  last().answer('shipping')
  await done
  history.go(-1)
  last().fail(new CutOff())
  await vi.waitFor(() => expect(addressOf(history.location())).toBe('/checkout/shipping'))
  expect(shown()).toEqual({ page: 'shipping', at: '/checkout/shipping', isLoading: false, failure: null })
})
