import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { catalogImportReference } from './import-reference.ts'

test('docs/reference/catalog-import.md is what the schema says (npm run docs:reference)', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../docs/reference/catalog-import.md'), 'utf8')
  expect(page).toBe(catalogImportReference())
})

test('every field of the reference has a meaning', () => {
  const rows = catalogImportReference()
    .split('\n')
    .filter((line) => line.startsWith('| `'))
  expect(rows.length).toBeGreaterThan(80)
  expect(rows.filter((row) => row.endsWith('|  |'))).toEqual([])
})
