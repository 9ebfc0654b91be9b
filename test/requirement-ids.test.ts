import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

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

function citedIds(text: string): string[] {
  const ids = [...text.matchAll(/(?<![\w-])[A-Z]{2,}-\d{2,3}[a-z]?(?![\w-])/g)].map((found) => found[0])
  const promises = [...text.matchAll(/(?<=\(|test(?:\.each)?\(['`]|describe\(['`]|, )P\d{1,2}(?=[,:)])/g)].map(
    (found) => found[0],
  )
  return [...ids.filter((id) => !otherNames.test(id)), ...promises]
}
