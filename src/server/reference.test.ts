import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { callsReference } from '#server/http/openapi.ts'
import { settingsReference } from '#server/settings-reference.ts'
import { ratesReference } from '#server/shipping/rates-reference.ts'

test.each([
  ['docs/reference/calls.md', callsReference],
  ['docs/reference/settings.md', settingsReference],
  ['docs/reference/shipping-rates.md', ratesReference],
])('%s is what the code says (else: npm run docs:reference)', (path, make) => {
  expect(readFileSync(path, 'utf8')).toBe(make())
})
