import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { PictureStore } from '#server/providers/picture-store/port.ts'
import type { LineFault } from './import-check-store.ts'
import { readLines } from './import-lines.ts'
import { patientStore, type StoreWord } from './patient-store.ts'
import { makeOriginal, type OriginalOutcome, type PictureFacts } from './picture-original.ts'

export type PictureOptions = {
  /** Path of a JSON Lines file whose pictures name originals: only `file` and `alt` are given. */
  readonly file: string
  /** The folder that the originals lie in. */
  readonly originals: string
  /** Where the shop has its pictures. */
  readonly store: PictureStore
  /** Lines of another brand are not looked at. */
  readonly brand?: string | undefined
  /** Told now and then how far it is. */
  readonly onProgress?: (pictures: number) => void
  /** Told when the store does not answer while a line is at its turn, and when it is back. */
  readonly onStore?: (line: Pick<LineFault, 'line' | 'field'>, word: StoreWord) => void
  /** First wait for the store, milliseconds; a second unless given. */
  readonly firstWaitMs?: number
}

/** A copy of the catalogue file in which every picture is one that the shop serves. */
export type PreparedFile = {
  readonly file: string
  /** Lines whose pictures were refused, and why. */
  readonly refused: ReadonlyMap<number, readonly LineFault[]>
  /** Originals of which files were made, and those whose files were there already. */
  readonly made: number
  readonly present: number
  /** Takes the copy away. */
  readonly remove: () => void
}

/** Outcomes remembered: one picture often stands in several lines near each other. */
const remembered = 2000
/** Stands where a picture was refused, so that the rest of the line can be checked; such a line is never taken. */
const blank: PictureFacts = { file: 'none.svg', width: 1, height: 1, color: '#ffffff' }

/**
 * Makes the pictures of a catalogue file before anything of it is taken over: hours may pass, and no transaction should
 * wait for them. One original is in memory at a time. Made files stay when the import is refused later: nothing names
 * them yet, and the next try is quick. While the store does not answer it waits, and goes on where it was.
 * @throws ImportRefused where the store says no
 */
export async function preparePictures(options: PictureOptions): Promise<PreparedFile> {
  const folder = mkdtempSync(join(tmpdir(), 'cartwright-import-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    const maker = createMaker(options)
    const refused = new Map<number, LineFault[]>()
    const file = join(folder, basename(options.file))
    const copy = openSync(file, 'w')
    try {
      let last = 0
      for await (const lines of readLines(options.file, () => undefined)) {
        for (const { line, text } of lines) {
          const { text: filled, faults } = await fill(line, text, options.brand, maker.make)
          if (faults.length > 0) refused.set(line, faults)
          // empty lines keep their numbers
          writeSync(copy, `${'\n'.repeat(line - last - 1)}${filled}\n`)
          last = line
        }
      }
    } finally {
      closeSync(copy)
    }
    return { file, refused, ...maker.counts(), remove }
  } catch (error) {
    remove()
    throw error
  }
}

type Make = (name: string, line: Pick<LineFault, 'line' | 'field'>) => Promise<OriginalOutcome>

/** A line with the facts of its pictures written in. What is not understood stays, for the schema to name. */
async function fill(line: number, text: string, brand: string | undefined, make: Make) {
  const faults: LineFault[] = []
  const record = parse(text)
  if (record === undefined) return { text, faults }
  const isWanted = brand === undefined || record.brand === brand
  const filled = async (picture: unknown, field: string): Promise<unknown> => {
    if (!isOriginal(picture)) return picture
    if (!isWanted) return { ...picture, ...blank }
    const outcome = await make(picture.file, { line, field: `${field}.file` })
    if (outcome.facts === undefined) faults.push({ line, field: `${field}.file`, message: outcome.refusal })
    return { ...picture, ...(outcome.facts ?? blank) }
  }
  if ('picture' in record) record.picture = await filled(record.picture, 'picture')
  if (Array.isArray(record.pictures)) {
    const pictures: unknown[] = []
    for (const [index, picture] of record.pictures.entries()) {
      pictures.push(await filled(picture, `pictures[${index}]`))
    }
    record.pictures = pictures
  }
  return { text: JSON.stringify(record), faults }
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const json: unknown = JSON.parse(text)
    return isObject(json) ? json : undefined
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** One that says its measures is a file the shop has already. */
function isOriginal(picture: unknown): picture is { file: string } {
  return isObject(picture) && typeof picture.file === 'string' && !('width' in picture) && !('height' in picture)
}

function createMaker({ originals, store, onProgress, onStore, firstWaitMs = 1000 }: PictureOptions) {
  let at: Pick<LineFault, 'line' | 'field'> = { line: 0, field: '' }
  const patient = patientStore(store, { at: () => at, onStore, firstWaitMs })
  const recent = new Map<string, OriginalOutcome>()
  let made = 0
  let present = 0
  return {
    make: async (name: string, line: Pick<LineFault, 'line' | 'field'>): Promise<OriginalOutcome> => {
      const known = recent.get(name)
      if (known) return known
      at = line
      const outcome = await makeOriginal(name, { originals, store: patient })
      recent.set(name, outcome)
      for (const oldest of recent.keys()) {
        if (recent.size <= remembered) break
        recent.delete(oldest)
      }
      if (outcome.facts === undefined) return outcome
      if (outcome.isMade) made += 1
      else present += 1
      if ((made + present) % 100 === 0) onProgress?.(made + present)
      return outcome
    },
    counts: () => ({ made, present }),
  }
}
