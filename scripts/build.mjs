import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { environment, npm, root } from './run.mjs'

const output = join(root, 'build')
const stampFile = join(output, 'web.stamp')
// what the bundle and the pictures are made of, and the settings they are made with
const sources = [
  'catalog',
  'src/domain',
  'src/contracts',
  'src/web',
  // which pages bring their styles
  'src/server/pages/render/page-facts.ts',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
]

/** Whether the web bundle and the pictures that are there were made from these very sources. */
export function isBuilt() {
  return isCurrent(hashOf(sources))
}

/** Builds the web bundle and the demo's pictures unless the one that is there was made from these very sources. */
export async function build() {
  const wanted = hashOf(sources)
  if (isCurrent(wanted)) return
  console.log('Building the web bundle and the pictures …')
  rmSync(stampFile, { force: true })
  // made for production whoever starts it: with NODE_ENV=development React's bundle would be one that production cannot run
  const env = { ...environment({ tools: true }), NODE_ENV: 'production' }
  const { code } = await npm(['run', '--silent', 'build'], { env })
  if (code !== 0) throw new Error('The web bundle could not be built (see above).')
  mkdirSync(output, { recursive: true })
  writeFileSync(stampFile, JSON.stringify({ sources: wanted, files: builtFiles() }))
}

function isCurrent(wanted) {
  if (!existsSync(stampFile)) return false
  const stamp = JSON.parse(readFileSync(stampFile, 'utf8'))
  return stamp.sources === wanted && stamp.files.every((file) => existsSync(join(output, file)))
}

function hashOf(paths) {
  const hash = createHash('sha256')
  for (const path of paths.flatMap((top) => filesUnder(join(root, top)))) {
    const name = relative(root, path).split(sep).join('/')
    if (/\.test\.tsx?$/.test(name)) continue
    hash.update(`${name}\0`).update(readFileSync(path)).update('\0')
  }
  return hash.digest('hex')
}

/** The bundle's files; the compiler's own notes lie in build/types. */
function builtFiles() {
  return filesUnder(output)
    .map((path) => relative(output, path))
    .filter((name) => !name.startsWith(`types${sep}`) && name !== 'web.stamp')
}

function filesUnder(path) {
  if (!existsSync(path)) return []
  try {
    return readdirSync(path, { withFileTypes: true })
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap((entry) => filesUnder(join(path, entry.name)))
  } catch (error) {
    if (error.code === 'ENOTDIR') return [path]
    throw error
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await build()
