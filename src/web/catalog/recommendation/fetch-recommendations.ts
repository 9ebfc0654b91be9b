import type { ReplyOf } from '#contracts/call.ts'
import type { recommendationCalls } from '#contracts/catalog/recommendation-calls.ts'
import { recommendationLimit } from '#domain/catalog/recommendation-limits.ts'
import { type Podid, recommendationPods } from '#domain/catalog/recommendation-pods.ts'
import { calls } from '#web/calls/client.ts'
import type { CallOptions } from '#web/calls/send.ts'

export type RecommendationQuery = {
  readonly podid: Podid
  /** The sku that the list is for; none for a list of the whole storefront. */
  readonly itemId?: number | undefined
  readonly hasAddToCart: boolean
  readonly hasShopAll: boolean
}

/** The recommendations of a place (RECO-01). Throws on a podid there is not, before any call (RECO-04). */
export async function fetchRecommendations(
  query: RecommendationQuery,
  options?: CallOptions,
): Promise<ReplyOf<typeof recommendationCalls.index>> {
  const { podid, itemId, hasAddToCart, hasShopAll } = query
  if (!Object.hasOwn(recommendationPods, podid)) throw new Error(`There is no podid '${podid}'`)
  return calls.recommendation.index(
    {
      podid,
      limit: recommendationLimit,
      item_id: itemId === undefined ? '' : String(itemId),
      showaddtocart: hasAddToCart ? 'true' : 'false',
      showshopall: hasShopAll ? 'true' : 'false',
    },
    options,
  )
}
