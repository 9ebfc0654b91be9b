// node scripts/fill-image.ts FOLDER DEMO: puts into a folder what the image of deploy/Containerfile holds, from an installed and built tree.
import { execFileSync } from 'node:child_process'
import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const [folder = '', demo = '0'] = process.argv.slice(2)
if (folder === '' || !/^[01]$/.test(demo)) throw new Error('node scripts/fill-image.ts FOLDER 0|1')
const isDemo = demo === '1'
const app = join(folder, 'app')

/** What a server runs of; of the sources neither what the bundle was made of nor, without the demo, what plays the outside world. */
const served = [
  'build/client',
  'build/server',
  'migrations',
  'packages',
  'scripts/follow.mjs',
  'scripts/ask.mjs',
  'package.json',
]
const sources = ['src/contracts', 'src/domain', 'src/server']
const ofDemo = ['build/pictures', 'catalog', 'src/sandbox']
/** What plays mail and sign-in imports these. */
const packagesOfDemo = ['oidc-provider', 'postal-mime', 'smtp-server']
/** Photographs of the demo were made from these, long before. */
const notServed = /\.test\.tsx?$|\.map$|\.d\.[cm]?ts$|^catalog\/studio/

mkdirSync(app, { recursive: true })
for (const path of [...served, ...sources, ...(isDemo ? ofDemo : [])]) {
  cpSync(path, join(app, path), { recursive: true, filter: (from) => !notServed.test(from) })
}
installPackages()
// the pinned Node is the image's own: beside the packages it would lie there twice
copyFileSync('node_modules/node/bin/node', join(folder, 'node'))

function installPackages(): void {
  const about = JSON.parse(readFileSync('package.json', 'utf8'))
  delete about.dependencies.node
  for (const name of isDemo ? packagesOfDemo : []) about.dependencies[name] = about.devDependencies[name]
  const work = join(folder, 'packages')
  mkdirSync(work)
  writeFileSync(join(work, 'package.json'), JSON.stringify({ ...about, devDependencies: {} }))
  copyFileSync('package-lock.json', join(work, 'package-lock.json'))
  // none of them has anything to run when it is installed; the versions are those of the lock file
  const words = ['install', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  execFileSync('npm', words, { cwd: work, stdio: 'inherit' })
  const modules = join(work, 'node_modules')
  cpSync(modules, join(app, 'node_modules'), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (from) => !notServed.test(from),
  })
  rmSync(work, { recursive: true })
}
