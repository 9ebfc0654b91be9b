import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { accountsReference } from '#server/account/import/accounts-reference.ts'
import { catalogImportReference } from '#server/catalog/import/import-reference.ts'
import { settingsReference } from '#server/config/settings-reference.ts'
import { callsReference } from '#server/http/calls/calls-reference.ts'
import { promotionsReference } from '#server/promo/promotions-reference.ts'
import { ratesReference } from '#server/shipping/rates-reference.ts'
import { metricsReference } from '#server/watch/metric-table.ts'
import { requirementRows } from './requirement-rows.ts'

const root = join(import.meta.dirname, '..')

/** The pages of docs/reference that are made from the code, by path. Tests hold them to it. */
const pages: { readonly [path: string]: () => string } = {
  'docs/reference/accounts.md': accountsReference,
  'docs/reference/calls.md': () => callsReference(requirementRows(root)),
  'docs/reference/catalog-import.md': catalogImportReference,
  'docs/reference/metrics.md': metricsReference,
  'docs/reference/promotions.md': promotionsReference,
  'docs/reference/settings.md': settingsReference,
  'docs/reference/shipping-rates.md': ratesReference,
}

for (const [path, make] of Object.entries(pages)) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), make())
  console.log(path)
}
