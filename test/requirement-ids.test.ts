import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isShown, requirementRows, testsOfRows } from '#test/requirement-rows.ts'

const folder = 'docs/requirements'
const texts = readdirSync(folder)
  .filter((name) => name.endsWith('.md'))
  .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))
const rows = texts.flatMap(({ name, text }) =>
  [...text.matchAll(/^\|\s*([A-Z]+-\d+[a-z]?|P\d+)\s*\|/gm)].map((found) => ({ id: found[1] ?? '', name })),
)
const known = new Set(rows.map(({ id }) => id))

/** What looks like the id of a row and is the name of something else. */
const otherNames = /^(UTF|SHA|AES|PDF|ISO|OAT|GTIN|Z\d)-/

describe('the legend', () => {
  test('every id is given once, in the file of its area', () => {
    const ids = rows.map(({ id }) => id)
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
    const misplaced = rows.filter(({ id, name }) =>
      id.includes('-') ? name !== `${id.split('-')[0]?.toLowerCase()}.md` : name !== 'promises.md',
    )
    expect(misplaced).toEqual([])
  })

  test('every id that is cited anywhere exists', () => {
    const files = execFileSync('git', ['ls-files', 'src', 'test', 'docs', 'bench', 'scripts', 'catalog', 'README.md'])
      .toString()
      .split('\n')
      .filter((name) => /\.(ts|tsx|mjs|css|sql|md|html)$/.test(name) && name !== 'test/requirement-ids.test.ts')
    const unknown = files.flatMap((name) =>
      citedIds(readFileSync(name, 'utf8')).flatMap((id) => (known.has(id) ? [] : [`${name}: ${id}`])),
    )
    expect([...new Set(unknown)]).toEqual([])
  })
})

/** Rows that no test's title names at the level they ask for, by area, and why. Nothing else may be missing. */
const notShown: { readonly [area: string]: { readonly why: string; readonly rows: string } } = {
  BEYOND: { why: 'the message studio is not built', rows: '14' },
  P: {
    why: 'promises of the whole: shown by the drill and by tests that name the rows of each part',
    rows: '1 3 4 5 6 7 8 9 10 11 12 13 14 15 17 18 19',
  },
  SEC: {
    why: 'shown, where they are, by tests that name the row of the feature alone',
    rows: `01 03 04 05 10 11 12 15 16 17 18 21 22 23 24 25 26 28 29 30 35 36 38 39 40 41 42 45 46 47 49 50
      51 52 53 54 55 56 58 63 66`,
  },
}

describe('tests of the rows', () => {
  const shown = testsOfRows()
  const missing = requirementRows().filter((row) => !isShown(row, shown.get(row.id)))
  const excused = Object.entries(notShown).flatMap(([area, { rows }]) =>
    rows.split(/\s+/).map((number) => (area === 'P' ? `P${number}` : `${area}-${number}`)),
  )

  test('every row is named by a test at the level that its "how it is checked" asks for', () => {
    const faults = missing.filter(({ id }) => !excused.includes(id))
    expect(faults.map(({ id, wants }) => `${id} asks for ${wants.join(', ')}`)).toEqual([])
  })

  test('no row is excused that is shown, or is not there', () => {
    const ids = missing.map(({ id }) => id)
    expect(excused.filter((id) => !ids.includes(id))).toEqual([])
  })
})

function citedIds(text: string): string[] {
  const ids = [...text.matchAll(/(?<![\w-])[A-Z]{2,}-\d{2,3}[a-z]?(?![\w-])/g)].map((found) => found[0])
  const promises = [...text.matchAll(/(?<=\(|test(?:\.each)?\(['`]|describe\(['`]|, )P\d{1,2}(?=[,:)])/g)].map(
    (found) => found[0],
  )
  return [...ids.filter((id) => !otherNames.test(id)), ...promises]
}
