import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { contentSecurityPolicy, withBraintree } from '#server/http/guards/security-headers.ts'
import { paymentPagesOf } from './payment-pages.ts'
import { importMapOf, integrityOf, lacksIntegrity, withImportMap } from './script-integrity.ts'

describe('PAY-53 SEC-02: every module of a payment page has its integrity, whenever it is fetched', () => {
  const integrity = new Map([
    ['/assets/entry-1.js', integrityOf(Buffer.from('entry'))],
    ['/assets/card-form-2.js', integrityOf(Buffer.from('form'))],
    ['/assets/style-1.css', integrityOf(Buffer.from('body{}'))],
  ])

  test('the map names each script with its hash, and nothing that is no script', () => {
    const map = JSON.parse(importMapOf(integrity)) as { integrity: { [path: string]: string } }
    expect(Object.keys(map.integrity)).toEqual(['/assets/entry-1.js', '/assets/card-form-2.js'])
    const hash = createHash('sha384').update('form').digest('base64')
    expect(map.integrity['/assets/card-form-2.js']).toBe(`sha384-${hash}`)
    expect(importMapOf(new Map())).toBe('')
  })

  test('the policy lets in this very map and no other thing that stands in the page', () => {
    const map = importMapOf(integrity)
    const hash = createHash('sha256').update(map).digest('base64')
    const plain = withBraintree(contentSecurityPolicy('https://pay.example.com'))
    const protectedPolicy = withImportMap(plain, map)
    expect(protectedPolicy).toContain(`script-src 'self' 'sha256-${hash}' https://c.paypal.com;`)
    expect(protectedPolicy.replace(` 'sha256-${hash}'`, '')).toBe(plain)
    expect(withImportMap(plain, '')).toBe(plain)
  })

  test.each([
    ['http://cb.localhost:3000/', true],
    ['http://cb.localhost:3000/checkout/cart', true],
    ['http://cb.localhost:3000/checkout/confirmation', true],
    ['http://cb.localhost:3000/account', true],
    ['http://cb.localhost:3000/account/cards/new', false],
    ['http://cb.localhost:3000/checkout/shipping', false],
    ['http://cb.localhost:3000/checkout/review?x=1', false],
    ['nonsense', false],
    [undefined, false],
  ])('from %s a payment page begins with a page load: %s', (referrer, expected) => {
    expect(lacksIntegrity(referrer, paymentPagesOf(false))).toBe(expected)
  })

  test.each([
    ['http://cb.localhost:3000/product/1', true],
    ['http://cb.localhost:3000/checkout/cart', false],
    ['http://cb.localhost:3000/checkout/cart/?change=1', false],
    ['http://cb.localhost:3000/checkout/shipping', false],
  ])(
    'with wallets of foreign origins the cart is a payment page too; from %s it is a page load: %s',
    (referrer, expected) => {
      expect(lacksIntegrity(referrer, paymentPagesOf(true))).toBe(expected)
    },
  )
})
