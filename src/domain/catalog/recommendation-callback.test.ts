import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { isCallbackName, jsonpText } from './recommendation-callback.ts'

test.each(['a', 'feed_1', 'A.b_C.d9', '_', 'a'.repeat(64)])('XSELL-13: the callback name %j is taken', (name) => {
  expect(isCallbackName(name)).toBe(true)
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
])('XSELL-13: the callback name %j is refused', (name) => {
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
