import { describe, expect, test } from 'vitest'
import { safeReturnUrl } from './return-url.ts'

const origin = 'https://www.cb.example'

describe('ROUTE-23, SEC-34: returnUrl and redirectUrl accept only addresses of the storefront', () => {
  test.each([
    ['/', '/'],
    ['/checkout/cart', '/checkout/cart'],
    ['/product/100?color=red#details', '/product/100?color=red#details'],
    ['https://www.cb.example/account?tab=orders', '/account?tab=orders'],
    ['/a/../account', '/account'],
    ['/search?next=https://evil.example', '/search?next=https://evil.example'],
  ])('ROUTE-23: %s leads to %s', (given, path) => {
    expect(safeReturnUrl(given, origin)).toBe(path)
  })

  test.each([
    'https://other.example',
    'https://evil.example/account',
    'http://www.cb.example/account',
    'https://www.cb.example.evil.example/',
    'https://www.cb.example@evil.example/',
    'https://www.cb.example:8443/account',
    'https://user:word@www.cb.example/account',
    'https:www.cb.example',
    'https:/evil.example',
    'https:evil.example',
    '//evil.example',
    '///evil.example',
    '////evil.example/%2f..',
    '/\\evil.example',
    '\\\\evil.example',
    '\\/evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '/./\\evil.example',
    '/..//evil.example',
    '/%2f/evil.example',
    '/%2f%2fevil.example',
    '/%5cevil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '\t//evil.example',
    ' //evil.example',
    '/ /evil.example',
    '/\u0000/evil.example',
    '/\u0085/evil.example',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'file:///etc/passwd',
    'blob:https://www.cb.example/1',
    'evil.example',
    'account',
    '?next=/account',
    '#account',
    '.',
    '..//evil.example',
    '',
    `/${'a'.repeat(2_000)}`,
  ])('ROUTE-23: %j falls back to the account page', (given) => {
    expect(safeReturnUrl(given, origin)).toBe('/account')
  })

  test.each([undefined, null, 7, ['/checkout/cart', '//evil.example'], { toString: () => '//evil.example' }])(
    'ROUTE-23: a value that is no text, %j, falls back to the account page',
    (given) => {
      expect(safeReturnUrl(given, origin)).toBe('/account')
    },
  )

  test('ROUTE-23: the answer is always a path that a browser reads as ours', () => {
    for (const given of ['/.//x', '/a/..//x', '/x', '//x', 'https://www.cb.example//x']) {
      const path = safeReturnUrl(given, origin)
      expect(new URL(path, origin).origin).toBe(origin)
      expect(path.startsWith('//')).toBe(false)
    }
  })
})
