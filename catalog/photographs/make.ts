import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { mailWidth, otherFile, pieceWidths, roomWidths } from '#domain/catalog/picture.ts'
import { type Pixels, type Pressing, writePictureFiles } from '#server/catalog/import/picture-files.ts'
import { createPictureFolder } from '#server/providers/picture-store/folder.ts'
import { type Album, readAlbum } from './album.ts'
import { develop } from './develop.ts'
import { type Master, masterOf } from './masters.ts'
import { roomAlts, roomsOf } from './rooms.ts'
import type { Wish } from './wishes.ts'

/** Chosen by eye: below, the weave of a sofa is smoothed away. All of them stay under 60 MB. */
const pressing: { readonly [Kind in Wish['kind']]: Pressing } = {
  studio: { avif: 72, webp: 84, jpg: 82, effort: 3 },
  detail: { avif: 66, webp: 80, jpg: 82, effort: 3 },
  room: { avif: 62, webp: 76, jpg: 80, effort: 3 },
  setting: { avif: 62, webp: 76, jpg: 80, effort: 3 },
}

/** Another way of developing makes all photographs anew. */
const way = 'develop-2'

export type PhotographPlaces = {
  /** The renders, as catalog/studio/README.md names them. */
  readonly renders: string
  /** Where the files go. */
  readonly files: string
  /** What is known of them. */
  readonly album: string
}

/** What was done: photographs there are now, those made this time, old files taken away. */
export type PhotographReport = { readonly all: number; readonly made: number; readonly swept: number }

/**
 * Makes the photographs that are wished for and of which there is a render. One whose render, colour and pressing are
 * the same stays as it is; so does one whose render is not at hand. What nobody wishes for any more is taken away.
 */
export async function makePhotographs(
  places: PhotographPlaces,
  wanted: readonly Wish[],
  onMade: (name: string) => void = () => undefined,
): Promise<PhotographReport> {
  mkdirSync(places.files, { recursive: true })
  const before = readAlbum(places.album)
  const album: { [name: string]: Album[string] } = {}
  for (const { name } of wanted) if (before[name]) album[name] = before[name]
  let made = 0
  for (const wish of wanted) {
    const master = masterOf(places.renders, wish.master)
    if (master === undefined) continue
    const name = fileName(wish, master)
    const known = album[wish.name]
    if (known?.file.startsWith(`${name}.`) && existsSync(join(places.files, known.file))) continue
    album[wish.name] = await make(wish, master, name, places.files)
    made += 1
    // what is done is done when the program is ended
    save(album, places.album)
    onMade(wish.name)
  }
  save(album, places.album)
  writeFileSync(join(places.files, 'scenes.json'), scenesOf(album))
  return { all: Object.keys(album).length, made, swept: sweep(album, places.files) }
}

async function make(wish: Wish, master: Master, name: string, folder: string): Promise<Album[string]> {
  const neutral = await master.pixels()
  const parts = await master.parts()
  const colored = parts.length === 0 ? neutral : develop(neutral, await master.gloss(), parts, wish.color)
  const pixels = wish.at === undefined ? colored : cutUpright(colored, wish.at)
  const widths = wish.kind === 'room' ? roomWidths : pieceWidths
  return writePictureFiles(pixels, { name, store: createPictureFolder(folder), widths, pressing: pressing[wish.kind] })
}

/** Four to five, as high as the picture, round the middle of a piece. */
function cutUpright({ data, width, height }: Pixels, at: number): Pixels {
  const wide = Math.min(width, Math.round((height * 4) / 5))
  const left = Math.round(Math.min(width - wide, Math.max(0, at * width - wide / 2)))
  const rows = Array.from({ length: height }, (_, row) =>
    data.subarray((row * width + left) * 3, (row * width + left + wide) * 3),
  )
  return { data: Buffer.concat(rows), width: wide, height }
}

function fileName(wish: Wish, master: Master): string {
  const facts = [way, master.hash, wish.color, wish.kind, JSON.stringify(pressing[wish.kind])]
  if (wish.at !== undefined) facts.push(String(wish.at))
  return `${wish.name}.${createHash('sha256').update(facts.join(' ')).digest('hex').slice(0, 10)}`
}

function save(album: Album, file: string): void {
  const sorted = Object.entries(album).sort(([one], [other]) => (one < other ? -1 : 1))
  const lines = sorted.map(([name, facts]) => `${JSON.stringify(name)}: ${JSON.stringify(facts)}`)
  writeFileSync(`${file}.part`, `{\n${lines.join(',\n')}\n}\n`)
  renameSync(`${file}.part`, file)
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
function sweep(album: Album, folder: string): number {
  const kept = new Set(Object.values(album).flatMap(filesOf))
  const old = readdirSync(folder).filter((file) => /\.w\d+\./.test(file) && !kept.has(file))
  for (const file of old) rmSync(join(folder, file))
  return old.length
}

/** The names of all files of a photograph. */
export function filesOf({ file, widths = [] }: Album[string]): string[] {
  return [
    ...widths.flatMap((width) => [otherFile(file, width, 'avif'), otherFile(file, width, 'webp')]),
    ...(widths.includes(mailWidth) ? [otherFile(file, mailWidth, 'jpg')] : []),
  ]
}
