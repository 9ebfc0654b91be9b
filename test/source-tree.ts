import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/** One source file of the repository: its path from the top, its text, and the files of ours it imports. */
export type SourceFile = { readonly path: string; readonly text: string; readonly imports: readonly Import[] }
export type Import = { readonly path: string; readonly isTypeOnly: boolean; readonly isDynamic: boolean }

const importPattern =
  /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[^'";]*?\s+from\s+)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g

/** All TypeScript files git knows or could know below a folder. */
export function sourceFiles(folder: string): SourceFile[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', folder], {
    encoding: 'utf8',
  })
  return listed
    .split('\n')
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'))
    .flatMap((path) => {
      const text = readIfThere(path)
      return text === undefined ? [] : [{ path, text, imports: importsOf(path, text) }]
    })
}

export const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path)

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

function importsOf(path: string, text: string): Import[] {
  const found: Import[] = []
  for (const match of text.matchAll(importPattern)) {
    const target = match[2] ?? match[3]
    const resolved = target === undefined ? undefined : resolveOwn(path, target)
    if (resolved !== undefined)
      found.push({ path: resolved, isTypeOnly: match[1] !== undefined, isDynamic: match[3] !== undefined })
  }
  return found
}

function resolveOwn(from: string, target: string): string | undefined {
  if (target.startsWith('.')) return normalize(join(dirname(from), target))
  const own = /^#(domain|contracts|server|web|sandbox)\/(.+)$/.exec(target)
  if (own) return `src/${own[1]}/${own[2]}`
  const top = /^#(catalog|test)\/(.+)$/.exec(target)
  return top ? `${top[1]}/${top[2]}` : undefined
}
