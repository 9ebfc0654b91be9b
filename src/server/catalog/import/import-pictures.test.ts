import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Picture } from '#domain/catalog/sku.ts'
import { statement } from '#server/db/database.ts'
import { createPictureFolder } from '#server/providers/picture-store/folder.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { preparePictures } from './import-pictures.ts'
import { importCatalog } from './importer.ts'

let folder: string
let originals: string
let into: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cartwright-pictures-'))
  originals = join(folder, 'originals')
  into = join(folder, 'pictures')
  mkdirSync(originals)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A room of two colours, so that up and down can be told apart. */
function image(width: number, height: number) {
  const floor = { create: { width, height: Math.round(height / 4), channels: 3 as const, background: '#204060' } }
  return sharp({ create: { width, height, channels: 3, background: '#e8dccb' } }).composite([
    { input: floor, gravity: 'south' },
  ])
}

async function writeOriginal(name: string, width = 1000, height = 1250): Promise<void> {
  await image(width, height).toFile(join(originals, name))
}

function write(records: readonly object[]): string {
  const file = join(folder, 'catalogue.jsonl')
  writeFileSync(file, records.map((record) => JSON.stringify(record)).join('\n'))
  return file
}

const category = (slug: string, file: string) => ({
  ...{ type: 'category', brand: 'CB', slug, name: slug },
  picture: { file, alt: 'A room' },
})

/** The pictures of one category for each original, as the shop will know them, and what was refused. */
async function prepare(...files: readonly string[]) {
  const file = write(files.map((each, index) => category(`room-${index}`, each)))
  const prepared = await preparePictures({ file, originals, store: createPictureFolder(into) })
  const lines = readFileSync(prepared.file, 'utf8').trim().split('\n')
  prepared.remove()
  const pictures = lines.map((line) => (JSON.parse(line) as { picture: Picture }).picture)
  return { ...prepared, pictures, faults: [...prepared.refused.values()].flat() }
}

describe('an original', () => {
  test('becomes AVIF and WebP in all widths, and a JPEG for mails', async () => {
    await writeOriginal('Sofa Oat.JPG')
    const { pictures, made, faults } = await prepare('Sofa Oat.JPG')
    expect(faults).toEqual([])
    expect(made).toBe(1)
    expect(pictures[0]).toMatchObject({ alt: 'A room', width: 960, height: 1200, widths: [240, 480, 720, 960] })
    const name = /^(sofa-oat\.[0-9a-f]{10})\.w720\.webp$/.exec(pictures[0]?.file ?? '')?.[1]
    expect(readdirSync(into).sort()).toEqual(
      [
        '.made',
        `${name}.w240.jpg`,
        ...[240, 480, 720, 960].flatMap((width) => [`${name}.w${width}.avif`, `${name}.w${width}.webp`]),
      ].sort(),
    )
    const small = await sharp(join(into, `${name}.w240.avif`)).metadata()
    expect([small.width, small.height, small.format]).toEqual([240, 300, 'heif'])
  })

  test('is told by the colour that most of it has', async () => {
    await writeOriginal('room.png')
    const color = (await prepare('room.png')).pictures[0]?.color ?? ''
    const near = [0xe8, 0xdc, 0xcb].map((part, index) =>
      Math.abs(part - Number.parseInt(color.slice(1 + 2 * index, 3 + 2 * index), 16)),
    )
    expect(Math.max(...near)).toBeLessThan(16)
  })

  test('is never made wider than it is', async () => {
    await writeOriginal('small.png', 500, 700)
    expect((await prepare('small.png')).pictures[0]).toMatchObject({ width: 480, height: 672, widths: [240, 480] })
  })

  test('stands upright as its camera says, and tells nothing of camera and place', async () => {
    await image(1250, 1000)
      .withExif({ IFD0: { Copyright: 'somebody' } })
      .withMetadata({ orientation: 6 })
      .toFile(join(originals, 'turned.jpg'))
    const { pictures } = await prepare('turned.jpg')
    expect(pictures[0]).toMatchObject({ width: 960, height: 1200 })
    const made = join(into, pictures[0]?.file ?? '')
    const { exif, orientation, icc } = await sharp(made).metadata()
    expect([exif, orientation, icc]).toEqual([undefined, undefined, undefined])
    // the floor was below and is now on the left
    const { data, info } = await sharp(made).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    expect(data[(info.height / 2) * info.width * 3]).toBeLessThan(80)
  })

  test.each(['webp', 'tiff', 'png'])('may be see-through (%s): then it stands on white', async (ending) => {
    const clear = sharp({ create: { width: 600, height: 600, channels: 4, background: '#80808000' } })
    await (ending === 'tiff' ? clear.tiff({ compression: 'lzw' }) : clear).toFile(join(originals, `glass.${ending}`))
    const { pictures, faults } = await prepare(`glass.${ending}`)
    expect(faults).toEqual([])
    expect(pictures[0]?.color).toMatch(/^#f[0-9a-f]f[0-9a-f]f[0-9a-f]$/)
  })

  test('may be in greys or in the colours of print', async () => {
    await image(600, 600).toColourspace('b-w').toFile(join(originals, 'grey.jpg'))
    await image(600, 600).toColourspace('cmyk').toFile(join(originals, 'print.jpg'))
    const { pictures, faults } = await prepare('grey.jpg', 'print.jpg')
    expect(faults).toEqual([])
    for (const { file } of pictures) expect((await sharp(join(into, file)).metadata()).space).toBe('srgb')
  })

  test('is made once, however often it is named and imported', async () => {
    await writeOriginal('twice.png')
    const first = await prepare('twice.png', 'twice.png')
    expect([first.made, first.present]).toEqual([1, 0])
    const file = join(into, first.pictures[0]?.file ?? '')
    const before = statSync(file).mtimeMs
    const again = await prepare('twice.png')
    expect([again.made, again.present, statSync(file).mtimeMs]).toEqual([0, 1, before])
    expect(again.pictures[0]).toEqual(first.pictures[0])
  })

  test('has another name when it is another picture', async () => {
    await writeOriginal('sofa.png')
    const [first] = (await prepare('sofa.png')).pictures
    await writeOriginal('sofa.png', 990, 1250)
    const [second] = (await prepare('sofa.png')).pictures
    expect(second?.file).not.toBe(first?.file)
  })
})

describe('refused, by line, field and file', () => {
  test('is one that is missing, above the folder, or a folder', async () => {
    writeFileSync(join(folder, 'secret.png'), '')
    mkdirSync(join(originals, 'more'))
    const { faults } = await prepare('none.jpg', '../secret.png', '/etc/hostname', 'more')
    expect(faults.map(({ line, field }) => [line, field])).toEqual([1, 2, 3, 4].map((line) => [line, 'picture.file']))
    expect(faults[0]?.message).toBe('there is no file none.jpg among the originals')
    expect(faults[1]?.message).toContain('../secret.png is not the name of a file')
  })

  test('is one that is no picture, or a drawing', async () => {
    writeFileSync(join(originals, 'list.jpg'), 'sku;price')
    writeFileSync(join(originals, 'sofa.svg'), '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"/>')
    writeFileSync(join(originals, 'empty.png'), '')
    const { faults } = await prepare('list.jpg', 'sofa.svg', 'empty.png')
    expect(faults.map(({ message }) => message)).toEqual(
      ['list.jpg', 'sofa.svg', 'empty.png'].map(
        (name) => `${name} is not a picture of a kind that is taken: JPEG, PNG, WebP, TIFF`,
      ),
    )
  })

  test('is one that is cut off', async () => {
    for (const name of ['cut.jpg', 'cut.png', 'cut.webp', 'cut.tiff']) {
      await sharp({
        create: { width: 900, height: 900, channels: 3, background: '#888', noise: { type: 'gaussian', sigma: 30 } },
      }).toFile(join(originals, name))
      const path = join(originals, name)
      truncateSync(path, Math.floor(statSync(path).size * 0.6))
    }
    const { faults } = await prepare('cut.jpg', 'cut.png', 'cut.webp', 'cut.tiff')
    expect(faults.map(({ message }) => message.split(': ')[0])).toEqual(
      ['cut.jpg', 'cut.png', 'cut.webp', 'cut.tiff'].map((name) => `${name} is broken`),
    )
    expect(existsSync(into) ? readdirSync(into) : []).toEqual([])
  })

  test('is one that is too small or too large', async () => {
    await writeOriginal('thumb.png', 479, 900)
    await sharp({ create: { width: 8000, height: 6500, channels: 3, background: '#888' } })
      .png({ compressionLevel: 9 })
      .toFile(join(originals, 'wall.png'))
    const { faults } = await prepare('thumb.png', 'wall.png')
    expect(faults.map(({ message }) => message)).toEqual([
      'thumb.png is 479 pixels wide, less than 480',
      'wall.png has 52 megapixels, more than 50',
    ])
  })
})

describe('in the shop', () => {
  let testDatabase: TestDatabase
  beforeEach(async () => {
    testDatabase = await createTestDatabase()
  })
  afterEach(() => testDatabase.drop())

  const product = (pictures: readonly object[]) => ({
    ...{ type: 'product', brand: 'CB', productId: 'sofa', category: 'good', name: 'Sofa', pictures },
  })
  const slugs = async () =>
    (
      await testDatabase.database.rows(
        statement<{ slug: string; picture: Picture }>('test.slugs', 'select slug, picture from shop.category'),
      )
    ).map(({ slug, picture }) => ({ slug, widths: picture.widths }))

  async function take(records: readonly object[], skipBadLines: boolean, brand?: 'CB' | 'CB2') {
    const prepared = await preparePictures({ file: write(records), originals, store: createPictureFolder(into), brand })
    const { file, refused } = prepared
    const report = await importCatalog(testDatabase.database, { file, refused, skipBadLines, brand })
    prepared.remove()
    return report
  }

  test('nothing is taken over when one picture is bad, and the rest when it may be skipped', async () => {
    await writeOriginal('good.png', 480, 600)
    const records = [
      category('good', 'good.png'),
      category('bad', 'none.png'),
      product([{ file: 'good.png', alt: 'Front' }, { file: 'none.png' }]),
    ]
    const refused = await take(records, false)
    expect(refused.isTaken).toBe(false)
    expect(refused.faults.map(({ line, field }) => `${line} ${field}`)).toEqual([
      '2 picture.file',
      '3 pictures[1].file',
      '3 pictures[1].alt',
    ])
    expect(await slugs()).toEqual([])
    expect(await take(records, true)).toMatchObject({ isTaken: true, lines: 3, changed: 1, skipped: 2 })
    expect(await slugs()).toEqual([{ slug: 'good', widths: [240, 480] }])
    expect(await take(records, true)).toMatchObject({ changed: 0, unchanged: 1 })
  })

  test('a picture that is served already may stand beside originals, and another brand is not looked at', async () => {
    await writeOriginal('good.png', 480, 600)
    const served = { file: 'drawn.svg', alt: 'A lamp', width: 10, height: 10, color: '#ffffff' }
    const other = { ...category('other', 'none.png'), brand: 'CB2' }
    const records = [category('good', 'good.png'), { ...category('drawn', ''), picture: served }, other]
    expect(await take(records, false, 'CB')).toMatchObject({ isTaken: true, changed: 2, outside: 1 })
    expect(await slugs()).toEqual(
      expect.arrayContaining([
        { slug: 'good', widths: [240, 480] },
        { slug: 'drawn', widths: undefined },
      ]),
    )
  })
})
