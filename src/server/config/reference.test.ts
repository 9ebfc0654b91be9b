import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { callsReference } from '#server/http/calls/calls-reference.ts'
import { ratesReference } from '#server/shipping/rates-reference.ts'
import { requirementRows } from '../../../scripts/requirement-rows.ts'
import { productionTable, settingsReference } from './settings-reference.ts'

test.each([
  ['docs/reference/calls.md', () => callsReference(requirementRows('.'))],
  ['docs/reference/settings.md', settingsReference],
  ['docs/reference/shipping-rates.md', ratesReference],
])('%s is what the code says (else: npm run docs:reference)', (path, make) => {
  expect(readFileSync(path, 'utf8')).toBe(make())
})

test('SAFE-04: the guide to production lists what its start asks for, no less and no more', () => {
  const guide = readFileSync('docs/how-to/run-in-production.md', 'utf8')
  expect(guide).toContain(`\n${productionTable()}\n\n`)
})
