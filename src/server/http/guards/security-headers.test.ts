import { describe, expect, test } from 'vitest'
import { adyenPageOrigin } from '#server/providers/card-gateway/adyen-environment.ts'
import { contentSecurityPolicy, withAdyen, withBraintree } from './security-headers.ts'

const gateway = 'https://pay.example.com'
const adyen = adyenPageOrigin('live-us')

/** What each rule of a policy lets in. */
function rulesOf(policy: string): { readonly [rule: string]: readonly string[] } {
  return Object.fromEntries(
    policy.split('; ').map((rule) => {
      const [name = '', ...sources] = rule.split(' ')
      return [name, sources]
    }),
  )
}

function originsOf(policy: string): string[] {
  const sources = Object.entries(rulesOf(policy)).flatMap(([name, list]) => (name.startsWith('report') ? [] : list))
  return [...new Set(sources.filter((source) => !source.startsWith("'") && source !== 'data:'))].sort()
}

// PCI DSS 6.4.3 and 11.6.1: a script or an origin more is a change of these lists, and needs a reason beside it
describe('SEC-02, PAY-53: a payment page lets in only the configured payment origins', () => {
  test('the built-in gateway: nothing but itself, and no script of anybody else', () => {
    const policy = contentSecurityPolicy(gateway)
    expect(originsOf(policy)).toEqual([gateway])
    expect(rulesOf(policy)).toEqual({
      'default-src': ["'self'"],
      'script-src': ["'self'"],
      'style-src': ["'self'"],
      'img-src': ["'self'", 'data:'],
      'font-src': ["'self'"],
      'connect-src': ["'self'", gateway],
      'frame-src': [gateway],
      'form-action': ["'self'", gateway],
      'object-src': ["'none'"],
      'base-uri': ["'none'"],
      'frame-ancestors': ["'none'"],
      'report-to': ['csp'],
      'report-uri': ['/csp-report'],
    })
  })

  test('OPS-43: pictures of an origin of their own come from there, and nothing else does', () => {
    const pictures = 'https://cdn.example.com'
    const plain = rulesOf(contentSecurityPolicy(gateway))
    const policy = rulesOf(contentSecurityPolicy(gateway, [], pictures))
    expect(policy).toEqual({ ...plain, 'img-src': ["'self'", 'data:', pictures] })
  })

  test("Adyen: its card fields' one origin, framed, called and led to; no script, no picture, no analytics of its", () => {
    const policy = withAdyen(contentSecurityPolicy(gateway), adyen)
    expect(originsOf(policy)).toEqual([adyen, gateway])
    const { 'connect-src': calls, 'frame-src': frames, 'form-action': forms, ...others } = rulesOf(policy)
    expect([calls, frames, forms]).toEqual([
      ["'self'", gateway, adyen],
      [gateway, adyen],
      ["'self'", gateway, adyen],
    ])
    expect(Object.values(others).flat()).not.toContain(adyen)
  })

  test('Braintree: the one script that judges the device, by its exact origin', () => {
    const policy = withBraintree(contentSecurityPolicy(gateway))
    expect(rulesOf(policy)['script-src']).toEqual(["'self'", 'https://c.paypal.com'])
    expect(originsOf(policy)).toEqual([
      'https://*.braintree-api.com',
      'https://*.braintreegateway.com',
      'https://*.paypal.com',
      'https://assets.braintreegateway.com',
      'https://c.paypal.com',
      'https://checkout.paypal.com',
      gateway,
    ])
  })

  test.each([
    ['the built-in gateway', contentSecurityPolicy(gateway, ['body{}'])],
    ['Adyen', withAdyen(contentSecurityPolicy(gateway, ['body{}']), adyen)],
    ['Braintree', withBraintree(contentSecurityPolicy(gateway, ['body{}']))],
  ])('no script that stands in the page, none made from text, none from everywhere: %s', (_name, policy) => {
    const { 'script-src': scripts = [] } = rulesOf(policy)
    expect(scripts.filter((source) => /unsafe|\*|data:|blob:|^https?:$|nonce|sha/.test(source))).toEqual([])
    expect(policy).not.toContain('unsafe-')
  })
})
