import sharp from 'sharp'
import type { NormalDesign } from '#domain/personalization/normal-design.ts'
import type { DrawingPool } from '#server/personalization/drawing-pool.ts'

/** A picture's file: as drawn, or for readers of mail, who show no drawings. */
export type DrawingFormat = 'svg' | 'jpg'

/** Finds the design of the hash that is asked for. */
type ReadDesign = () => Promise<NormalDesign | undefined>

/** The pictures of designs, each drawn once as long as it is kept. */
export type Drawings = {
  /**
   * The file of a hash: kept, or drawn of the design that `read` finds; null when there is none or it cannot be made.
   * @throws TooManyDrawings when too many wait already.
   */
  file(hash: string, format: DrawingFormat, read: ReadDesign): Promise<Buffer | null>
  close(): Promise<void>
}

/** As many are at work and wait as may be. */
export class TooManyDrawings extends Error {
  override name = 'TooManyDrawings'
}

export type DrawingsOptions = {
  readonly pool: DrawingPool
  readonly mostAtWork?: number
  readonly mostWaiting?: number
  /** Of the files kept. */
  readonly mostBytes?: number
}

const mailWidth = 240

/** Draws what is asked for: equal requests share one drawing, the files least lately used are forgotten first. */
export function createDrawings(options: DrawingsOptions): Drawings {
  const { pool, mostAtWork = 2, mostWaiting = 20, mostBytes = 32_000_000 } = options
  const kept = createKeptFiles(mostBytes)
  const pending = new Map<string, Promise<Buffer | null>>()
  const inTurn = createTurns(mostAtWork, mostWaiting)

  async function make(hash: string, format: DrawingFormat, read: ReadDesign): Promise<Buffer | null> {
    const made = format === 'svg' ? await draw(hash, read) : await small(hash, read)
    if (made !== null) kept.put(`${hash}.${format}`, made)
    return made
  }

  async function draw(hash: string, read: ReadDesign): Promise<Buffer | null> {
    const design = await read()
    return design === undefined ? null : inTurn(() => pool.draw({ hash, design }))
  }

  async function small(hash: string, read: ReadDesign): Promise<Buffer | null> {
    const svg = await file(hash, 'svg', read)
    return svg === null ? null : inTurn(() => smallPicture(svg))
  }

  async function file(hash: string, format: DrawingFormat, read: ReadDesign): Promise<Buffer | null> {
    const name = `${hash}.${format}`
    const known = kept.get(name)
    if (known !== undefined) return known
    const shared = pending.get(name) ?? make(hash, format, read).finally(() => pending.delete(name))
    pending.set(name, shared)
    return shared
  }

  return {
    file,
    close: () => pool.close(),
  }
}

function smallPicture(svg: Buffer): Promise<Buffer> {
  return sharp(svg).resize(mailWidth).flatten({ background: '#ffffff' }).jpeg({ quality: 84 }).toBuffer()
}

/** Lets so many at once, and so many wait in the order they came. */
function createTurns(mostAtWork: number, mostWaiting: number) {
  const waiting: (() => void)[] = []
  let atWork = 0
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (atWork < mostAtWork) atWork += 1
    else {
      if (waiting.length >= mostWaiting) throw new TooManyDrawings(`${mostWaiting} drawings wait already`)
      // whoever ends hands its place on
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) atWork -= 1
      else next()
    }
  }
}

/** Files by name up to so many bytes, the least lately used out first. */
function createKeptFiles(mostBytes: number) {
  const files = new Map<string, Buffer>()
  let bytes = 0
  const drop = (name: string) => {
    bytes -= files.get(name)?.length ?? 0
    files.delete(name)
  }
  return {
    get(name: string): Buffer | undefined {
      const file = files.get(name)
      if (file === undefined) return undefined
      files.delete(name)
      files.set(name, file)
      return file
    },
    put(name: string, file: Buffer): void {
      drop(name)
      files.set(name, file)
      bytes += file.length
      for (const eldest of files.keys()) {
        if (bytes <= mostBytes) break
        drop(eldest)
      }
    },
  }
}
