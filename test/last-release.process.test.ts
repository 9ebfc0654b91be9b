import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startEmbeddedPostgres } from '#embedded-postgres/embedded-postgres.ts'
import { migrate } from '#server/db/migrate.ts'
import { databaseUrl } from '#test/postgres.ts'

const silent = { info: () => undefined, warn: () => undefined }

/** The release before: its tag, or the commit that RELEASE names; null where there is neither. */
function lastRelease(): string | null {
  if (process.env.RELEASE !== undefined) return process.env.RELEASE
  const asked = spawnSync('git', ['describe', '--tags', '--abbrev=0'], { encoding: 'utf8' })
  return asked.status === 0 ? asked.stdout.trim() : null
}

const release = lastRelease()
const why = release === null ? ' (skipped: the repository has no tag)' : ` (${release})`

/** The program of a release in a folder of its own, with the packages that it names. */
function unpack(tag: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'cartwright-release-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }), 600_000)
  const archive = execFileSync('git', ['archive', tag], { maxBuffer: 2 ** 31 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  if (areInstalled(packagesOf(folder), packagesOf('.')))
    symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'))
  else execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'pipe' })
  return folder
}

type Packages = { readonly [path: string]: { readonly version?: string } }

function packagesOf(root: string): Packages {
  return JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
}

/** Whether all that a release wants is here in the same version; there may be more. */
function areInstalled(wanted: Packages, here: Packages): boolean {
  return Object.entries(wanted).every(([path, { version }]) => path === '' || here[path]?.version === version)
}

test.skipIf(release === null)(
  `OPS-18: the calls suite of the release before passes on the database as this one migrates it${why}`,
  { timeout: 1_200_000 },
  async () => {
    const folder = unpack(release ?? '')
    const dataDir = mkdtempSync(join(tmpdir(), 'cartwright-test-'))
    const server = await startEmbeddedPostgres({ dataDir, port: 0, durable: false, log: silent })
    onTestFinished(async () => {
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    })
    // every database that the old suite makes is a copy of this one, so it finds all its migrations applied, and later ones
    const superuser = new URL(server.url)
    superuser.username = 'postgres'
    await migrate({ url: databaseUrl(superuser.href, 'template1'), log: silent })
    const vitest = join(folder, 'node_modules/vitest/vitest.mjs')
    const args = [vitest, 'run', '--project', 'node', '--maxWorkers', '1', 'test/suites/calls.test.ts']
    const { TEST_ROLE: _role, ...env } = process.env
    const ran = spawnSync(process.execPath, args, {
      ...{ cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 28 },
      env: { ...env, DATABASE_URL: superuser.href, NODE_COMPILE_CACHE: join(folder, '.cache') },
    })
    expect(ran.status, `${ran.stdout}\n${ran.stderr}`.slice(-5_000)).toBe(0)
    expect(ran.stdout).toMatch(/Tests .*\d+ passed/)
  },
)
