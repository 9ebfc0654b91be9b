import type { recommendationCalls } from '#contracts/catalog/recommendation-calls.ts'
import { crossSellFeedPath } from '#contracts/catalog/recommendation-paths.ts'
import { crossSellLimit, recommendationLimit } from '#domain/catalog/recommendation-limits.ts'
import { type CrossSellKind, crossSellTitle, recommendationPods } from '#domain/catalog/recommendation-pods.ts'
import { storeTime } from '#domain/days.ts'
import type { Sql } from '#server/db/database.ts'
import type { CallContext, Handlers } from '#server/http/context.ts'
import { availableFacts, recommendedSkus } from './recommendation-service.ts'
import { recommendationItem } from './recommendation-view.ts'

/** The server behind recommendations and cross-sell: it reads what the job has computed, and computes nothing itself. */
export function recommendationHandlers(): Handlers<typeof recommendationCalls> {
  return {
    index: {
      kind: 'read',
      async run(context, input, sql) {
        const { title, source } = recommendationPods[input.podid]
        const today = storeTime(context.now).day
        const limit = Math.min(input.limit, recommendationLimit)
        const query = { source, sku: skuOf(input.item_id), limit, today }
        const skus = await recommendedSkus(sql, context.variant, query)
        return { title, items: await itemsOf(context, sql, skus, today) }
      },
    },
    crossSell: {
      kind: 'read',
      async run(_context, { sku }) {
        return { piDataUrl: feedAddress(sku, 'page'), addToCartPiDataUrl: feedAddress(sku, 'addToCart') }
      },
    },
    mainPi: {
      kind: 'read',
      async run(context, input, sql) {
        const today = storeTime(context.now).day
        const items = await itemsOf(context, sql, [...new Set(input.skus)], today)
        return { title: crossSellTitle, items: items.slice(0, crossSellLimit) }
      },
    },
  }
}

async function itemsOf({ variant }: CallContext, sql: Sql, skus: readonly number[], today: string) {
  const facts = await availableFacts(sql, variant, skus, today)
  return facts.map((each) => recommendationItem(each, variant, today))
}

function feedAddress(sku: number, kind: CrossSellKind): string {
  return `${crossSellFeedPath}?${new URLSearchParams({ item: String(sku), kind })}`
}

/** The sku of an item_id; null where it is none. */
function skuOf(itemId: string): number | null {
  return /^[1-9]\d{0,11}$/.test(itemId) ? Number(itemId) : null
}
