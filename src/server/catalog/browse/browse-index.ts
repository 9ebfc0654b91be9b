import { bytesOfIndex, type ShelfIndex } from '#domain/catalog/facets-index.ts'
import { allVariants, type Variant, type VariantKey } from '#domain/variant.ts'
import type { Sql } from '#server/db/database.ts'
import { makeIndex, markStock } from './make-index.ts'

/** An index as it is now. */
export type FoundIndex = {
  readonly index: ShelfIndex
  /** It is of the version that was asked for: false while a new one is made. */
  readonly isCurrent: boolean
}

/** What is in memory, and what was made for it. */
export type ShelfIndexCounts = { readonly products: number; readonly bytes: number; readonly made: number }

/** The index of each storefront's shelves, made from the database: any process makes the same one. */
export type ShelfIndexes = {
  /**
   * The index of this version of the catalogue or a later one; while that is made the one before. What is in stock is at
   * most some minutes old.
   * @throws ShelvesNotMade when there is none yet, and making it takes its time
   */
  get(variant: Variant, version: number): Promise<FoundIndex>
  /** Has the indexes of all storefronts made that are older than this version of the catalogue, or whose stock is old. */
  learn(version: number): void
  /** False from the first time it learned of a catalogue until each storefront's index was made or could not be, half a minute at most. */
  isPrepared(): boolean
  counts(): ShelfIndexCounts
  /** Makes no more. */
  stop(): Promise<void>
}

/** There is no index of these shelves yet: answered as 503. */
export class ShelvesNotMade extends Error {
  override name = 'ShelvesNotMade'
}

/** Stock changes with every order, the catalogue does not: so long what was free counts as free. */
const stockFreshMs = 5 * 60_000
/** So many slices of making a visitor waits for: small shops never show an old shelf, large ones never keep anybody waiting. */
const patience = { withOldIndex: 4, withoutIndex: 20 }
/** A database that is slow must not keep a process away from visitors who want a product, a cart or the checkout. */
const maxPreparingMs = 30_000
/** After a large index was made, the next is not begun for so many times as long: an import that runs raises the version all the time. */
const restFactor = 4

type Shelves = {
  readonly variant: Variant
  found: { readonly index: ShelfIndex; readonly version: number; readonly stockAt: number } | undefined
  /** Why it could not be made the last time it was tried. */
  failure: unknown
  isTried: boolean
  isWanted: boolean
  isVisited: boolean
  restsUntil: number
}

type Options = { readonly now?: () => number; readonly onFailure?: (error: unknown) => void }

/** Keeps one index per storefront, and makes one at a time. */
export function createShelfIndexes(sql: Sql, options: Options = {}): ShelfIndexes {
  const { now = () => performance.now(), onFailure = () => undefined } = options
  const all = new Map<VariantKey, Shelves>()
  let latest = Number.NEGATIVE_INFINITY
  let working: Promise<void> | undefined
  let slice = Promise.withResolvers<void>()
  let made = 0
  let preparesUntil: number | undefined
  let isStopped = false

  function shelvesOf(variant: Variant): Shelves {
    const known = all.get(variant.key)
    if (known !== undefined) return known
    const fresh = {
      variant,
      found: undefined,
      failure: undefined,
      isTried: false,
      isWanted: false,
      isVisited: false,
      restsUntil: 0,
    }
    all.set(variant.key, fresh)
    return fresh
  }

  const isOld = ({ found }: Shelves) => found === undefined || found.version < latest
  const isStale = ({ found }: Shelves) => found !== undefined && now() - found.stockAt > stockFreshMs

  function next(): Shelves | undefined {
    if (isStopped) return undefined
    const due = [...all.values()].filter((each) => each.isWanted && (each.isVisited || now() >= each.restsUntil))
    return due.find(({ isVisited }) => isVisited) ?? due[0]
  }

  function endSlice(): void {
    slice.resolve()
    slice = Promise.withResolvers<void>()
    if (isStopped) throw new ShelvesNotMade('the process ends')
  }

  async function make(shelves: Shelves): Promise<void> {
    const began = now()
    const version = latest
    const { variant, found } = shelves
    let slices = 0
    const onSlice = () => {
      slices += 1
      endSlice()
    }
    const isAnew = found === undefined || found.version < version
    const making = isAnew ? makeIndex(sql, variant, onSlice) : markStock(sql, variant, found.index, onSlice)
    shelves.found = { index: await making, version, stockAt: began }
    if (isAnew) made += 1
    if (slices > 0) shelves.restsUntil = now() + restFactor * (now() - began)
  }

  async function work(): Promise<void> {
    for (let shelves = next(); shelves !== undefined; shelves = next()) {
      shelves.isVisited = false
      shelves.isWanted = false
      shelves.failure = undefined
      try {
        await make(shelves)
      } catch (error) {
        shelves.failure = error
        if (!isStopped) onFailure(error)
      }
      shelves.isTried = true
      // the version may have grown meanwhile
      shelves.isWanted ||= shelves.failure === undefined && isOld(shelves)
      slice.resolve()
      slice = Promise.withResolvers<void>()
    }
    working = undefined
  }

  function begin(): void {
    if (working === undefined && next() !== undefined) working = work()
  }

  return {
    async get(variant, version) {
      const shelves = shelvesOf(variant)
      latest = Math.max(latest, version)
      const isBehind = () => shelves.found === undefined || shelves.found.version < version
      if (isOld(shelves) || isStale(shelves)) {
        shelves.isWanted = true
        shelves.isVisited ||= shelves.found === undefined
        begin()
      }
      const slices = shelves.found === undefined ? patience.withoutIndex : patience.withOldIndex
      for (let nth = 0; nth < slices && isBehind() && working !== undefined; nth += 1) await slice.promise
      if (shelves.found !== undefined) return { index: shelves.found.index, isCurrent: !isBehind() }
      throw shelves.failure ?? new ShelvesNotMade('the index of the shelves is being made')
    },
    learn(version) {
      preparesUntil ??= now() + maxPreparingMs
      latest = Math.max(latest, version)
      for (const variant of allVariants) {
        const shelves = shelvesOf(variant)
        // also where nobody comes: the first who does sees what is free now
        shelves.isWanted ||= isOld(shelves) || isStale(shelves)
      }
      begin()
    },
    isPrepared: () =>
      preparesUntil === undefined ||
      now() > preparesUntil ||
      allVariants.every((variant) => shelvesOf(variant).isTried),
    counts() {
      const indexes = [...all.values()].flatMap(({ found }) => (found === undefined ? [] : [found.index]))
      const sum = (of: (index: ShelfIndex) => number) => indexes.reduce((total, index) => total + of(index), 0)
      return { products: sum(({ products }) => products.size), bytes: sum(bytesOfIndex), made }
    },
    async stop() {
      isStopped = true
      await working
    },
  }
}
