import { availabilityOf } from '#domain/catalog/availability.ts'
import type { RecommendationSource } from '#domain/catalog/recommendation-pods.ts'
import type { SkuFacts } from '#domain/catalog/sku.ts'
import type { Variant } from '#domain/variant.ts'
import { skuFacts } from '#server/catalog/catalog-store.ts'
import type { Sql } from '#server/db/database.ts'
import { readCandidates, readOwnProduct } from './recommendation-store.ts'

export type RecommendationRequest = {
  readonly source: RecommendationSource
  /** The item that the list is for and that is never in it; null for none. */
  readonly sku: number | null
  /** Products that are never in it either. */
  readonly held: readonly string[]
  readonly limit: number
  /** 'YYYY-MM-DD' at the stores. */
  readonly today: string
}

/** The skus to recommend, best first; of a sku nobody knows, as without one. */
export async function recommendedSkus(sql: Sql, variant: Variant, query: RecommendationRequest): Promise<number[]> {
  const own = query.sku === null ? undefined : await readOwnProduct(sql, variant, query.sku)
  return readCandidates(sql, variant, { ...query, own })
}

/** What is known of these skus, in this order; those that cannot be had are left out. */
export async function availableFacts(
  sql: Sql,
  variant: Variant,
  skus: readonly number[],
  today: string,
): Promise<SkuFacts[]> {
  const facts = await skuFacts(sql, variant, skus)
  return skus.flatMap((sku) => {
    const found = facts.get(sku)
    if (found === undefined) return []
    const status = availabilityOf(found, today)
    return status === 1 || status === 2 ? [found] : []
  })
}
