import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'

const pages = execFileSync('git', ['ls-files', '*.md']).toString().trim().split('\n')

/** Folders at the top that hold what is ours, and those of `src`, which are often named without it. */
const top = ['src', 'test', 'docs', 'scripts', 'migrations', 'packages', 'catalog', 'bench']
const zones = ['domain', 'contracts', 'server', 'web', 'sandbox']
const path = new RegExp(`(?<![\\w./…-])(?:${[...top, ...zones].join('|')})/[\\w.*{},<>/…-]*`, 'g')

/** What is there only once something was run. */
const made = new Set(['bench/results/', 'bench/grown/'])

describe('the documents', () => {
  test('every file and folder of ours that they name is there', () => {
    const wrong = pages.flatMap((page) =>
      pathsIn(readFileSync(page, 'utf8')).flatMap((named) => (isThere(named) ? [] : [`${page}: ${named}`])),
    )
    expect(wrong).toEqual([])
  })

  test('every page of ours that they link to is there', () => {
    const wrong = pages.flatMap((page) =>
      [...readFileSync(page, 'utf8').matchAll(/\]\(([^)\s#:]+)(?:#[^)]*)?\)/g)].flatMap(([, link = '']) =>
        globSync(join(dirname(page), link)).length > 0 ? [] : [`${page}: ${link}`],
      ),
    )
    expect(wrong).toEqual([])
  })

  test('a path is read as people write it', () => {
    expect(pathsIn('see `src/a/b.ts`, server/{x,y}/z.ts and test/e2e.')).toEqual([
      'src/a/b.ts',
      'server/x/z.ts',
      'server/y/z.ts',
      'test/e2e',
    ])
    expect(pathsIn('`src/<zone>/cart`, `server/pages/{cache,…}`, https://x.test/src/a')).toEqual([
      'src/*/cart',
      'server/pages/cache',
    ])
    expect(isThere('src/domain/no-such-rule.ts')).toBe(false)
  })
})

/** The paths of a text: `{a,b}` stands for both, `<name>` for any, `…` for what is not said. */
function pathsIn(text: string): string[] {
  return [...text.replaceAll('<br/>', ' ').matchAll(path)].flatMap(([found]) =>
    alternatives(found.replace(/[.,]+$/, '').replace(/<\w+>/g, '*')).filter((named) => !named.includes('…')),
  )
}

function alternatives(pattern: string): string[] {
  const [whole, inner] = /\{([^{}]*)\}/.exec(pattern) ?? []
  if (whole === undefined || inner === undefined) return [pattern]
  return inner.split(',').flatMap((one) => alternatives(pattern.replace(whole, one)))
}

function isThere(named: string): boolean {
  if (made.has(named)) return true
  const isOfZone = zones.some((zone) => named.startsWith(`${zone}/`))
  return globSync(isOfZone ? join('src', named) : named).length > 0
}
