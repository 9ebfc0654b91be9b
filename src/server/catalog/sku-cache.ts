import { LRUCache } from 'lru-cache'
import type { SkuFacts, SkuStamp } from '#domain/catalog/sku.ts'
import type { Variant } from '#domain/variant.ts'
import { readSkuStamps, skuFacts, versionedSkuFacts } from '#server/catalog/catalog-store.ts'
import type { Sql } from '#server/db/database.ts'

/** How often facts were held already, and what is held: skus, each in its country, and characters of them as JSON. */
export type SkuCacheCounts = {
  readonly hits: number
  readonly misses: number
  readonly skus: number
  readonly size: number
}

/**
 * The facts of skus that this process has read (SPEED-05 to SPEED-07). Nothing empties it by hand: the database names the
 * version of each sku with every use, and what is of an older one is read anew.
 */
export type SkuCache = {
  /**
   * As `skuFacts` of the store, never older than the database says at this moment. `stamps` are those that came with
   * another statement just now; of what is held without one they are read first.
   */
  facts(
    sql: Sql,
    variant: Variant,
    skus: readonly number[],
    stamps?: readonly SkuStamp[],
  ): Promise<ReadonlyMap<number, SkuFacts>>
  counts(): SkuCacheCounts
}

export type SkuCacheOptions = {
  readonly maxSkus?: number
  /** Characters of their JSON together; in memory they take about twice as many bytes. */
  readonly maxSize?: number
  /** Told with what is read anew which import was the newest then. */
  readonly onRead?: (newestImport: number) => void
}

type Held = { readonly version: number; readonly facts: SkuFacts }

/** A cache of a process, empty. */
export function createSkuCache(options: SkuCacheOptions = {}): SkuCache {
  const { maxSkus = 8_000, maxSize = 20_000_000, onRead } = options
  const held = new LRUCache<string, Held>({
    ...{ max: maxSkus, maxSize },
    sizeCalculation: ({ facts }) => JSON.stringify(facts).length,
  })
  let hits = 0
  let misses = 0
  return {
    async facts(sql, variant, skus, stamps = []) {
      const known = new Map(stamps.map((stamp) => [stamp.sku, stamp]))
      const unstamped = skus.filter((sku) => !known.has(sku) && held.has(keyOf(variant, sku)))
      for (const stamp of await readSkuStamps(sql, variant, unstamped)) known.set(stamp.sku, stamp)
      const found = new Map<number, SkuFacts>()
      const missing: number[] = []
      for (const sku of skus) {
        const stamp = known.get(sku)
        const one = held.get(keyOf(variant, sku))
        if (stamp === undefined || one === undefined || one.version !== stamp.version) missing.push(sku)
        else found.set(sku, withFree(one.facts, stamp.free))
      }
      hits += found.size
      misses += missing.length
      const read = await versionedSkuFacts(sql, variant, missing)
      if (missing.length > 0) onRead?.(read.newestImport)
      for (const { version, facts } of read.found) {
        held.set(keyOf(variant, facts.sku), { version, facts })
        found.set(facts.sku, facts)
      }
      return found
    },
    counts: () => ({ hits, misses, skus: held.size, size: held.calculatedSize }),
  }
}

/** Holds nothing: every use reads all facts (FACTS_CACHE=off). */
export const noSkuCache: SkuCache = {
  facts: (sql, variant, skus) => skuFacts(sql, variant, skus),
  counts: () => ({ hits: 0, misses: 0, skus: 0, size: 0 }),
}

function keyOf({ country }: Variant, sku: number): string {
  return `${country}${sku}`
}

function withFree(facts: SkuFacts, warehouseFree: number): SkuFacts {
  return facts.warehouseFree === warehouseFree ? facts : { ...facts, warehouseFree }
}
