import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { accountsReference } from '#server/account/import/accounts-reference.ts'
import { callsReference } from '#server/http/calls/calls-reference.ts'
import { promotionsReference } from '#server/promo/promotions-reference.ts'
import { ratesReference } from '#server/shipping/rates-reference.ts'
import { requirementRows } from '../../../scripts/requirement-rows.ts'
import { productionNeeds } from './production-needs.ts'
import { settingsReference } from './settings-reference.ts'

test.each([
  ['docs/reference/accounts.md', accountsReference],
  ['docs/reference/calls.md', () => callsReference(requirementRows('.'))],
  ['docs/reference/promotions.md', promotionsReference],
  ['docs/reference/settings.md', settingsReference],
  ['docs/reference/shipping-rates.md', ratesReference],
])('%s is what the code says (else: npm run docs:reference)', (path, make) => {
  expect(readFileSync(path, 'utf8')).toBe(make())
})

test('SAFE-04: the guide to production lists what its start asks for, no less and no more', () => {
  const guide = readFileSync('docs/how-to/run-in-production.md', 'utf8')
  const rows = productionNeeds.map(({ name, meaning }) => `| \`${name}\` | ${meaning} |`)
  const table = ['| setting | what it is |', '|---|---|', ...rows].join('\n')
  expect(guide).toContain(`\n${table}\n\n`)
})
