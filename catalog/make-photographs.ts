import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { pieces } from '#catalog/demo-catalogue.ts'
import { otherFile, pieceWidths, roomWidths } from '#domain/catalog/picture.ts'
import { type Pressing, writePictureFiles } from '#server/catalog/picture-files.ts'
import { colorOf } from './data/palette.ts'
import { toneValue } from './demo-skus.ts'
import { type Album, albumFile, photographFolder, readAlbum } from './photographs/album.ts'
import { develop } from './photographs/develop.ts'
import { leftOut } from './photographs/left-out.ts'
import { type Master, masterOf } from './photographs/masters.ts'
import { roomAlts, roomsOf } from './photographs/rooms.ts'

/**
 * Makes the photographs of the demo catalogue from renders (catalog/render/README.md): `node catalog/make-photographs.ts
 * FOLDER`. Each colour of a piece is developed from its neutral render, and written in all widths and formats into
 * catalog/photographs/files, which is committed; album.json says what there is. A photograph is made again only when its
 * render, its colour or the way of pressing has changed. Those whose render is not in the folder stay. Run
 * catalog/make-demo.ts afterwards.
 */

/** Chosen by eye: below, the weave of a sofa is smoothed away. All of them stay under 60 MB. */
const pressing: { readonly [Kind in Wish['kind']]: Pressing } = {
  studio: { avif: 72, webp: 84, jpg: 82, effort: 3 },
  detail: { avif: 66, webp: 80, jpg: 82, effort: 3 },
  room: { avif: 62, webp: 76, jpg: 80, effort: 3 },
}

/** One photograph to be: of which render, in which colour. */
type Wish = {
  readonly name: string
  readonly kind: 'studio' | 'detail' | 'room'
  readonly master: string
  readonly color: string
}

function wishes(): Wish[] {
  const ofPieces = [...pieces.CB, ...pieces.CB2].flatMap(({ id, tones }): Wish[] => [
    ...tones.map((tone) => ({
      ...{ name: `${id}-${toneValue(tone)}`, kind: 'studio' as const, master: `${id}-studio` },
      color: colorOf(tone),
    })),
    { name: `${id}-detail`, kind: 'detail', master: `${id}-detail`, color: colorOf(tones[0] ?? 'oat') },
  ])
  const rooms = Object.keys(roomAlts).map((name): Wish => ({ name, kind: 'room', master: name, color: '#000000' }))
  return [...ofPieces, ...rooms].filter(({ name }) => !leftOut.includes(name))
}

async function make(wish: Wish, master: Master, name: string): Promise<Album[string]> {
  const neutral = await master.pixels()
  const parts = await master.parts()
  const pixels = parts.length === 0 ? neutral : develop(neutral, await master.gloss(), parts, wish.color)
  const widths = wish.kind === 'room' ? roomWidths : pieceWidths
  return writePictureFiles(pixels, { name, folder: photographFolder, widths, pressing: pressing[wish.kind] })
}

function fileName(wish: Wish, master: Master): string {
  const facts = [master.hash, wish.color, wish.kind, JSON.stringify(pressing[wish.kind])]
  return `${wish.name}.${createHash('sha256').update(facts.join(' ')).digest('hex').slice(0, 10)}`
}

async function main(folder: string): Promise<void> {
  setPriority(15)
  mkdirSync(photographFolder, { recursive: true })
  const before = readAlbum()
  const wanted = wishes()
  const album: { [name: string]: Album[string] } = {}
  for (const { name } of wanted) if (before[name]) album[name] = before[name]
  let made = 0
  for (const wish of wanted) {
    const master = masterOf(folder, wish.master)
    if (master === undefined) continue
    const name = fileName(wish, master)
    const known = album[wish.name]
    if (known?.file.startsWith(`${name}.`) && existsSync(join(photographFolder, known.file))) continue
    album[wish.name] = await make(wish, master, name)
    made += 1
    save(album)
    console.log(`${wish.name} (${made})`)
  }
  save(album)
  writeFileSync(join(photographFolder, 'scenes.json'), scenesOf(album))
  const gone = sweep(album)
  const bytes = readdirSync(photographFolder).reduce(
    (sum, file) => sum + statSync(join(photographFolder, file)).size,
    0,
  )
  console.log(
    `${Object.keys(album).length} photographs, ${made} made, ${gone} old files removed, ${Math.round(bytes / 1e5) / 10} MB`,
  )
}

/** Written after every photograph: what is done is done when the program is ended. */
function save(album: Album): void {
  const sorted = Object.entries(album).sort(([one], [other]) => (one < other ? -1 : 1))
  const lines = sorted.map(([name, facts]) => `${JSON.stringify(name)}: ${JSON.stringify(facts)}`)
  writeFileSync(`${albumFile}.part`, `{\n${lines.join(',\n')}\n}\n`)
  renameSync(`${albumFile}.part`, albumFile)
}

/** The rooms of each brand, as the home page reads them from a folder of pictures. */
function scenesOf(album: Album): string {
  const rooms = (['CB', 'CB2'] as const).map((brand) => [
    brand,
    roomsOf(brand).flatMap((name) => (album[name] ? [{ ...album[name], alt: roomAlts[name] }] : [])),
  ])
  return `${JSON.stringify(Object.fromEntries(rooms), null, 1)}\n`
}

/** Removes files of which the album says nothing. */
function sweep(album: Album): number {
  const kept = new Set(
    Object.values(album).flatMap(({ file, widths = [] }) => [
      ...widths.flatMap((width) => [otherFile(file, width, 'avif'), otherFile(file, width, 'webp')]),
      otherFile(file, 240, 'jpg'),
    ]),
  )
  const old = readdirSync(photographFolder).filter((file) => /\.w\d+\./.test(file) && !kept.has(file))
  for (const file of old) rmSync(join(photographFolder, file))
  return old.length
}

const [folder] = process.argv.slice(2)
if (folder === undefined || !existsSync(folder)) {
  console.error('Usage: node catalog/make-photographs.ts FOLDER-OF-RENDERS')
  process.exitCode = 2
} else {
  await main(folder)
}
