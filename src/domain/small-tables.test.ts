import { describe, expect, test } from 'vitest'
import { signInPageOf } from '#domain/account/sign-in-pages.ts'
import { hidesRegistryButton, isMadeToOrder } from '#domain/catalog/property-codes.ts'
import { isInHouse, personalizationType } from '#domain/personalization/types.ts'
import { isRegistrantMode } from '#domain/registry/registrant-mode.ts'
import { logEntry, logLevels } from './client-log.ts'

test('PERS-01: the personalization types have these numbers, 700 and 705 are in-house', () => {
  expect(personalizationType).toEqual({ none: 0, legacy: 100, inHouseEmbroidery: 700, inHouseEtching: 705 })
  expect([0, 100, 700, 705].map(isInHouse)).toEqual([false, false, true, true])
})

test.each([
  [250, true, false],
  [300, true, true],
  [400, true, true],
  [100, false, false],
])(
  'PDP-08, PDP-09, REG-24: property code %s hides the registry button: %s, is made to order: %s',
  (code, hides, isMade) => {
    expect([hidesRegistryButton([1, code]), isMadeToOrder([1, code])]).toEqual([hides, isMade])
  },
)

describe('ROUTE-24, OPEN-17: pages of the sign-in popup logic', () => {
  test.each([
    ['/design-services/form', 'designServices'],
    ['/design-services/kids-form', 'designServices'],
    ['/design-services/appointments', 'designServices'],
    ['/gift-registry/guest/authenticate', 'registryForm'],
    ['/gift-registry/guest/new', 'registryForm'],
  ])('%s is recognised, also with a prefix and a query', (fragment, page) => {
    expect([fragment, `/ca${fragment}`, `${fragment}/?step=2#top`].map(signInPageOf)).toEqual([page, page, page])
  })

  test.each([
    '/design-services',
    '/design-services/format',
    '/account/login?returnUrl=/design-services/form',
    '/gift-registry/guest',
    '/',
  ])('%s is not', (path) => {
    expect(signInPageOf(path)).toBeNull()
  })
})

test('PLAT-06: registrant mode is off at first, and on for an owner on the list pages only', () => {
  expect(isRegistrantMode({ path: '', isSignedIn: false, isOwner: false })).toBe(false)
  const owner = { path: '/gift-registry/registrant-list/123', isSignedIn: true, isOwner: true }
  expect(isRegistrantMode(owner)).toBe(true)
  expect(isRegistrantMode({ ...owner, path: '/gift-registry/registrant-list' })).toBe(true)
  expect(isRegistrantMode({ ...owner, path: '/gift-registry/checklist/123' })).toBe(false)
  expect(isRegistrantMode({ ...owner, isSignedIn: false })).toBe(false)
  expect(isRegistrantMode({ ...owner, isOwner: false })).toBe(false)
})

test('PLAT-16, OPEN-92: a log entry is message and level, cut at 4000 characters, card numbers masked', () => {
  expect(logLevels).toEqual(['error', 'warn', 'info'])
  expect(logEntry('card 4111111111111111', 'error')).toEqual({ message: 'card ************1111', level: 'error' })
  expect(logEntry('x'.repeat(5000), 'info').message).toHaveLength(4000)
})
