import { levels, requirementRows, testsOfRows } from '#test/requirement-rows.ts'

// npm run rows -- CART-09 SAFE: which tests name a row, or each row of an area, and at which level.
const wished = process.argv.slice(2)
const named = testsOfRows()
for (const { id, wants } of requirementRows()) {
  const isRequested = wished.length === 0 || wished.includes(id) || wished.includes(id.replace(/-?\d.*/, ''))
  if (!isRequested) continue
  console.log(`${id}${wants.length === 0 ? '' : `, asks for ${wants.join(', ')}`}`)
  for (const level of levels) for (const path of named.get(id)?.get(level) ?? []) console.log(`  ${level}: ${path}`)
  if (!named.has(id)) console.log('  no test')
}
