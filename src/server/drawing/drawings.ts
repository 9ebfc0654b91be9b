import { createHash } from 'node:crypto'
import type { NormalDesign } from '#domain/personalization/normal-design.ts'
import type { DrawingPool } from '#server/drawing/drawing-pool.ts'
import { createFileCache } from '#server/drawing/file-cache.ts'
import type { ReceiptFacts } from '#server/order/mail/receipt-pdf.ts'
import { createTurns } from '#server/turns.ts'

/** A picture's file: as drawn, or for readers of mail, who show no drawings. */
export type DrawingFormat = 'svg' | 'jpg'

/** Finds the design of the hash that is asked for. */
type ReadDesign = () => Promise<NormalDesign | undefined>

/** The pictures of designs and the receipts of orders, each drawn once as long as it is kept. */
export type Drawings = {
  /**
   * The picture of a hash: kept, or drawn of the design that `read` finds; null when there is none or it cannot be made.
   * @throws TooManyDrawings when too many wait already.
   */
  picture(hash: string, format: DrawingFormat, read: ReadDesign): Promise<Buffer | null>
  /**
   * The receipt that says exactly this, as PDF: kept, or drawn. Whoever asks has shown that it is theirs to see.
   * @throws TooManyDrawings when too many wait already.
   */
  receipt(facts: ReceiptFacts): Promise<Buffer>
  close(): Promise<void>
}

/** As many are at work and wait as may be. */
export class TooManyDrawings extends Error {
  override name = 'TooManyDrawings'
}

export type DrawingsOptions = {
  readonly pool: DrawingPool
  readonly maxConcurrent?: number
  readonly maxWaiting?: number
  /** Of the cached files. */
  readonly maxBytes?: number
}

const mailWidth = 240

/** Draws what is asked for: equal requests share one drawing, the files least lately used are forgotten first. */
export function createDrawings(options: DrawingsOptions): Drawings {
  const { pool, maxConcurrent = 2, maxWaiting = 20, maxBytes = 16_000_000 } = options
  const cached = createFileCache(maxBytes)
  const pending = new Map<string, Promise<Buffer | null>>()
  const inTurn = createTurns({
    maxConcurrent,
    maxWaiting,
    refuse: () => new TooManyDrawings(`${maxWaiting} drawings wait already`),
  })

  async function once(name: string, make: () => Promise<Buffer | null>): Promise<Buffer | null> {
    const known = cached.get(name)
    if (known !== undefined) return known
    const shared = pending.get(name) ?? fill(name, make).finally(() => pending.delete(name))
    pending.set(name, shared)
    return shared
  }

  async function fill(name: string, make: () => Promise<Buffer | null>): Promise<Buffer | null> {
    const made = await make()
    if (made !== null) cached.put(name, made)
    return made
  }

  async function draw(hash: string, read: ReadDesign): Promise<Buffer | null> {
    const design = await read()
    return design === undefined ? null : inTurn(() => pool.draw({ kind: 'picture', name: hash, design }))
  }

  async function small(hash: string, read: ReadDesign): Promise<Buffer | null> {
    const svg = await picture(hash, 'svg', read)
    return svg === null ? null : inTurn(() => smallPicture(svg))
  }

  function picture(hash: string, format: DrawingFormat, read: ReadDesign): Promise<Buffer | null> {
    return once(`${hash}.${format}`, () => (format === 'svg' ? draw(hash, read) : small(hash, read)))
  }

  return {
    picture,
    async receipt(facts) {
      const name = receiptName(facts)
      const pdf = await once(name, () => inTurn(() => pool.draw({ kind: 'receipt', name, facts })))
      if (pdf === null) throw new Error(`The thread made no receipt ${name}`)
      return pdf
    },
    close: () => pool.close(),
  }
}

/** A receipt is named after all it says: no other order, and no other state of this one, has a file of this name. */
function receiptName(facts: ReceiptFacts): string {
  const said = createHash('sha256').update(JSON.stringify(facts)).digest('hex')
  return `receipt ${facts.orderNumber} ${said}`
}

async function smallPicture(svg: Buffer): Promise<Buffer> {
  // large, and for the few mails with words on a piece
  const { default: sharp } = await import('sharp')
  return sharp(svg).resize(mailWidth).flatten({ background: '#ffffff' }).jpeg({ quality: 84 }).toBuffer()
}
