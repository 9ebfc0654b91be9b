import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { modules, npm, root, run } from './run.mjs'

const pinned = join(modules, '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')

/**
 * Installs what package-lock.json asks for, unless it is there.
 * @param development whether what only builds, tests and the demo need must be there too; else what serves is enough
 * @returns the path of the pinned Node
 */
export async function install({ development }) {
  if (!isInstalled(development) || !(await pinnedNodeRuns())) {
    console.log('Installing packages …')
    // said outright: npm would take NODE_ENV for an answer
    const kinds = development ? '--include=dev' : '--omit=dev'
    const { code } = await npm(['ci', kinds, '--no-audit', '--no-fund', '--loglevel=error'])
    if (code !== 0) throw new Error('The packages could not be installed (npm ci failed, see above).')
  }
  if (await pinnedNodeRuns()) return pinned
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  throw new Error(
    'The pinned Node (npm package "node") is not installed: its install script did not run. ' +
      'Run "npm ci" with install scripts allowed, or start with Node 24 or newer.',
  )
}

/** True when node_modules holds the very versions of package-lock.json. */
function isInstalled(development) {
  const record = join(modules, '.package-lock.json')
  if (!existsSync(record)) return false
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  const present = JSON.parse(readFileSync(record, 'utf8')).packages
  return Object.entries(wanted).every(([path, { version, optional, devOptional, dev }]) => {
    if (path === '') return true
    const there = present[path]
    if (there !== undefined) return there.version === version
    return Boolean(optional || devOptional || (dev && !development))
  })
}

async function pinnedNodeRuns() {
  if (!existsSync(pinned)) return false
  const wanted = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).dependencies.node
  const { code, output } = await run(pinned, ['--version'], { quiet: true })
  return code === 0 && output.trim() === `v${wanted}`
}
