import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** What a reader makes before she names it. */
const made = /^deploy\/(?:secrets|import|kubernetes\/overlays\/shop)\b/

test.each([
  ['OPS-20, OPS-21, OPS-23', 'run-in-production.md', 8],
  ['OPS-22', 'run-on-kubernetes.md', 5],
  ['OPS-26', 'back-up-and-restore.md', 2],
])('%s: every file of deploy that docs/how-to/%s names is there', (_rows, page, least) => {
  const text = readFileSync(`docs/how-to/${page}`, 'utf8')
  const named = [...text.matchAll(/(?<!test\/|[\w.-])deploy\/[\w./*-]*[\w*]/g)].map(([path]) => path)
  expect(named.length).toBeGreaterThanOrEqual(least)
  expect(named.filter((path) => !made.test(path) && globSync(path).length === 0)).toEqual([])
})
