import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Picture } from '#domain/catalog/sku.ts'
import { createObjectStore } from '#server/providers/picture-store/object-store.ts'
import type { PictureStore } from '#server/providers/picture-store/port.ts'
import { objectStoreAt, openObjectStore } from '#test/builders/object-store.ts'
import { createTestDatabase } from '#test/database.ts'
import { storeText } from './import-messages.ts'
import { type PictureOptions, preparePictures } from './import-pictures.ts'
import { importCatalog } from './importer.ts'

let folder: string
let originals: string
let objects: Awaited<ReturnType<typeof openObjectStore>>

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cartwright-objects-'))
  originals = join(folder, 'originals')
  mkdirSync(originals)
  objects = await openObjectStore()
})
afterEach(async () => {
  await objects.stand.sandbox.close()
  rmSync(folder, { recursive: true, force: true })
})

const names = ['sofa.png', 'lamp.png', 'rug.png']

/** A catalogue of a category for each original, 500 pixels wide: five files each. */
async function catalogue(): Promise<string> {
  for (const [at, name] of names.entries()) {
    await sharp({ create: { width: 500, height: 625 + at, channels: 3, background: '#e8dccb' } }).toFile(
      join(originals, name),
    )
  }
  const file = join(folder, 'catalogue.jsonl')
  const lines = names.map((name, at) =>
    JSON.stringify({
      ...{ type: 'category', brand: 'CB', slug: `room-${at}`, name: `Room ${at}` },
      picture: { file: name, alt: 'A room' },
    }),
  )
  writeFileSync(file, lines.join('\n'))
  return file
}

/** A store that counts what is written, and does something after a number of files. */
function counting(store: PictureStore, after?: { readonly files: number; readonly act: () => Promise<void> }) {
  const written: string[] = []
  const counted: PictureStore = {
    ...store,
    async write(name, bytes) {
      await store.write(name, bytes)
      written.push(name)
      if (written.length === after?.files) await after.act()
    },
  }
  return { written, store: counted }
}

async function prepare(store: PictureStore, more: Partial<PictureOptions> = {}) {
  const prepared = await preparePictures({ file: await catalogue(), originals, store, ...more })
  const lines = readFileSync(prepared.file, 'utf8').trim().split('\n')
  const pictures = lines.map((line) => (JSON.parse(line) as { picture: Picture }).picture)
  return { ...prepared, pictures }
}

describe('an import into an object store', () => {
  test('OPS-43: puts all files of each original there, and a second one writes none', async () => {
    const first = counting(objects.store)
    const made = await prepare(first.store)
    expect([made.made, made.present, first.written.length]).toEqual([3, 0, 3 * 6])
    for (const { file } of made.pictures) {
      const answer = await fetch(`${objects.store.servedAt}/${file}`)
      expect((await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).format).toBe('webp')
    }
    const testDatabase = await createTestDatabase()
    const report = await importCatalog(testDatabase.database, { file: made.file, refused: made.refused })
    await testDatabase.drop()
    expect(report).toMatchObject({ isTaken: true, changed: 3 })
    made.remove()

    const again = counting(objects.store)
    const second = await prepare(again.store)
    second.remove()
    expect([second.made, second.present, again.written]).toEqual([0, 3, []])
    expect(second.pictures).toEqual(made.pictures)
  })

  test('OPS-43: an import that was cut off in the middle of a picture writes what is missing of it alone', async () => {
    const cut = counting(objects.store, { files: 8, act: () => Promise.reject(new Error('killed')) })
    await expect(prepare(cut.store)).rejects.toThrow('killed')
    const next = counting(objects.store)
    const { remove } = await prepare(next.store)
    remove()
    expect(new Set([...cut.written, ...next.written]).size).toBe(18)
    expect(cut.written.filter((name) => next.written.includes(name))).toEqual([])
  })

  test('OPS-43: while the store is away the import says at which line, and goes on when it is back', async () => {
    const said: string[] = []
    const away = counting(objects.store, {
      files: 8,
      act: () => objects.stand.drill({ fault: 'refuseConnection', delayMs: 1_200 }),
    })
    const { made, pictures, remove } = await prepare(away.store, {
      firstWaitMs: 50,
      onStore: ({ line, field }, word) =>
        said.push(`line ${line}, ${field}: ${storeText('s3://cartwright/pictures', word)}`),
    })
    remove()
    expect(said).toEqual([
      expect.stringMatching(
        /^line 2, picture.file: s3:\/\/cartwright\/pictures does not answer \(.+\). The import waits, and goes on when it is back.$/,
      ),
      'line 2, picture.file: s3://cartwright/pictures is back; the import goes on.',
    ])
    expect([made, away.written.length, new Set(away.written).size]).toEqual([3, 18, 18])
    const present = await objects.store.present(pictures.map(({ file }) => file))
    expect(present.size).toBe(3)
  })

  test('OPS-43: a store that says no ends the import with the line, and nothing is taken over', async () => {
    const config = { ...objectStoreAt(objects.stand.origin), secretAccessKey: 'another' }
    await expect(prepare(createObjectStore(config))).rejects.toThrow(
      'line 1, picture.file: s3://cartwright/pictures says no: 403 SignatureDoesNotMatch. Nothing was taken over',
    )
  })
})
