import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { callbackName, isCallbackName, jsonpText } from './recommendation-callback.ts'

test.each(['feed_0', 'feed_1', 'feed_4294967295', 'feed_999999999999'])(
  'SAFE-45, XSELL-13: the callback name %j is taken',
  (name) => {
    expect(isCallbackName(name)).toBe(true)
  },
)

test('SAFE-45: each address has a name that is taken, and keeps it', () => {
  const addresses = ['page', 'addToCart'].flatMap((kind) =>
    Array.from({ length: 500 }, (_, at) => `/recommendation/feed?item=${at + 1}&kind=${kind}`),
  )
  const names = addresses.map(callbackName)
  expect(names.filter((name) => !isCallbackName(name))).toEqual([])
  expect(new Set(names).size).toBe(addresses.length)
  expect(addresses.map(callbackName)).toEqual(names)
})

test.each([
  '',
  'a(b)',
  'alert(1)//',
  'a;b',
  'a b',
  'a-b',
  'a[0]',
  'a$b',
  "a'b",
  'a"b',
  'a`b`',
  'a=b',
  '<script>',
  'a\n',
  'a\u2028',
  'é',
  '9a',
  '.a',
  'a.',
  'a..b',
  'a.9',
  'a'.repeat(65),
  'a',
  'feed',
  'feed_',
  'feed_1a',
  'feed_1.b',
  'shop.feed_1',
  'Feed_1',
  'feed_\u0661',
  'feed_1\n',
  `feed_${'1'.repeat(13)}`,
])('SAFE-45, XSELL-13: the callback name %j is refused', (name) => {
  expect(isCallbackName(name)).toBe(false)
})

test('XSELL-13: the answer begins with a comment, and its text can end no line and no script', () => {
  const value = { text: 'a\u2028b\u2029c</script><!--' }
  const script = jsonpText('feed', value)
  expect(script.startsWith('/**/feed(')).toBe(true)
  expect(script).not.toMatch(/[\u2028\u2029<]/)
  const given: unknown[] = []
  runInNewContext(script, { feed: (one: { text: string }) => given.push(one.text) })
  expect(given).toEqual([value.text])
})
