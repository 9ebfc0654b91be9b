import { copyFileSync, linkSync, mkdirSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { newFolder } from './server.ts'

type Lock = { readonly packages: { readonly [path: string]: { readonly dev?: boolean } } }

/** What a retailer copies to the machine that serves, besides the packages. */
const product = ['build/client', 'build/server', 'catalog', 'migrations', 'packages', 'scripts', 'src', 'package.json']

/** The folders of the packages that `npm ci --omit=dev` installs, as package-lock.json says. */
export function productionPackages(): string[] {
  const lock: Lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  return Object.keys(lock.packages).filter((path) => path !== '' && lock.packages[path]?.dev !== true)
}

/** The product as it was built, in a folder of its own, beside the production packages and no others. */
export function makeProductionFolder(): string {
  // out of our own folder, where Node would find every package above it
  const folder = realpathSync(newFolder())
  for (const path of product) place(path, join(folder, path))
  // the pinned Node runs these tests already
  for (const path of productionPackages().filter((one) => !/node_modules\/node(-bin-.*)?$/.test(one))) {
    place(path, join(folder, path))
  }
  return folder
}

/** A file or all of a folder, but packages inside a package: those stand in the list themselves. */
function place(from: string, to: string): void {
  const entries = entriesOf(from)
  if (entries === 'file') placeFile(from, to)
  for (const entry of entries === 'file' ? [] : entries) {
    if (entry.name === 'node_modules') continue
    if (entry.isDirectory()) place(join(from, entry.name), join(to, entry.name))
    else if (entry.isFile()) placeFile(join(from, entry.name), join(to, entry.name))
  }
}

function entriesOf(path: string) {
  try {
    return readdirSync(path, { withFileTypes: true })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOTDIR') return 'file'
    // a package for another kind of machine is in the lock file and not here
    if (code === 'ENOENT' && path.startsWith('node_modules')) return []
    throw error
  }
}

/** The same file under another name where the disk allows it: nothing here is ever written to. */
function placeFile(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  try {
    linkSync(from, to)
  } catch {
    copyFileSync(from, to)
  }
}
