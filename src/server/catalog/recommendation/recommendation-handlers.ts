import type { recommendationCalls } from '#contracts/catalog/recommendation-calls.ts'
import { crossSellFeedPath } from '#contracts/catalog/recommendation-paths.ts'
import { crossSellLimit, recommendationLimit } from '#domain/catalog/recommendation-limits.ts'
import { type CrossSellKind, crossSellTitle, recommendationPods } from '#domain/catalog/recommendation-pods.ts'
import { storeTime } from '#domain/days.ts'
import type { Sql } from '#server/db/database.ts'
import { type CallContext, type Handlers, idsOf } from '#server/http/context.ts'
import { readHeldProducts } from './held-product-store.ts'
import { availableFacts, recommendedSkus } from './recommendation-service.ts'
import { recommendationItem } from './recommendation-view.ts'

/**
 * The server behind recommendations and cross-sell: it reads what the job has computed, and computes nothing itself.
 * @param shared where what everybody may see is read; what the shopper has is read with her call
 */
export function recommendationHandlers(shared: Sql): Handlers<typeof recommendationCalls> {
  return {
    index: {
      kind: 'read',
      async run(context, input, sql) {
        const { title, source } = recommendationPods[input.podid]
        const today = storeTime(context.now).day
        const limit = Math.min(input.limit, recommendationLimit)
        const held = await heldProducts(context, sql)
        const query = { source, sku: skuOf(input.item_id), held, limit, today }
        const skus = await recommendedSkus(shared, context.variant, query)
        return { title, items: await itemsOf(context, shared, { skus, held, today }) }
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
        const held = await heldProducts(context, sql)
        const items = await itemsOf(context, shared, { skus: [...new Set(input.skus)], held, today })
        return { title: crossSellTitle, items: items.slice(0, crossSellLimit) }
      },
    },
  }
}

type ShownQuery = { readonly skus: readonly number[]; readonly held: readonly string[]; readonly today: string }

async function itemsOf({ variant }: CallContext, sql: Sql, { skus, held, today }: ShownQuery) {
  const facts = (await availableFacts(sql, variant, skus, today)).filter(({ productId }) => !held.includes(productId))
  return facts.map((each) => recommendationItem(each, variant, today))
}

function feedAddress(sku: number, kind: CrossSellKind): string {
  return `${crossSellFeedPath}?${new URLSearchParams({ item: String(sku), kind })}`
}

/** What the shopper has in her cart or has just bought; nothing of a visitor without a session. */
async function heldProducts({ variant, shopper, session, now }: CallContext, sql: Sql): Promise<readonly string[]> {
  if (session === null) return []
  return readHeldProducts(sql, variant, { shopperId: shopper.shopperId, ids: idsOf(shopper), now })
}

/** The sku of an item_id; null where it is none. */
function skuOf(itemId: string): number | null {
  return /^[1-9]\d{0,11}$/.test(itemId) ? Number(itemId) : null
}
