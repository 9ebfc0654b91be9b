import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { crossSellFeedPath } from '#contracts/catalog/recommendation-paths.ts'
import { isCallbackName, jsonpText } from '#domain/catalog/recommendation-callback.ts'
import { crossSellLimit } from '#domain/catalog/recommendation-limits.ts'
import { crossSellFeeds } from '#domain/catalog/recommendation-pods.ts'
import { storeTime } from '#domain/days.ts'
import type { Sql } from '#server/db/database.ts'
import { refusal, refusalTexts, sendJson } from '#server/http/calls/envelope.ts'
import { recommendedSkus } from './recommendation-service.ts'
import '#server/http/fastify-request.ts'

export type CrossSellFeedParts = { readonly shared: Sql; readonly now: () => Date }

/**
 * GET /recommendation/feed?item=..&kind=..&callback=..: the skus that fit an item, as JSONP (OPEN-107, XSELL-10 to
 * XSELL-13). The same for everybody: no cookie is looked at. Only our own pages can load it, because of the header
 * cross-origin-resource-policy that every answer has.
 */
export function crossSellFeed(app: FastifyInstance, parts: CrossSellFeedParts): void {
  app.get(crossSellFeedPath, (request, reply) => answer(parts, request, reply))
}

async function answer(
  { shared, now }: CrossSellFeedParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { item, kind = 'page', callback } = request.query as { readonly [name: string]: unknown }
  const source = kind === 'page' || kind === 'addToCart' ? crossSellFeeds[kind].source : undefined
  const isSku = typeof item === 'string' && /^[1-9]\d{0,11}$/.test(item)
  if (typeof callback !== 'string' || !isCallbackName(callback) || !isSku || source === undefined) {
    return sendJson(reply, 400, refusal(refusalTexts.wrongFields))
  }
  const query = { source, sku: Number(item), held: [], limit: crossSellLimit, today: storeTime(now()).day }
  const skus = await recommendedSkus(shared, request.site.variant, query)
  return reply
    .headers({ 'content-type': 'application/javascript; charset=utf-8', 'cache-control': 'public, max-age=300' })
    .send(jsonpText(callback, { skus }))
}
