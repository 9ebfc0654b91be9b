import { pictureAddress } from '#domain/catalog/sku.ts'
import { handOverPath } from '#server/cart/hand-over/hand-over-handlers.ts'
import type { HandOverService } from '#server/cart/hand-over/hand-over-service.ts'
import { skuFacts } from '#server/catalog/catalog-store.ts'
import type { Database } from '#server/db/database.ts'
import { problemText } from '#server/http/problem-text.ts'
import { setFlash } from '#server/pages/cookies.ts'
import type { Form } from '#server/pages/forms/form.ts'
import type { OwnPage } from '#server/pages/page-table.ts'

const cartPath = '/checkout/cart'

type Parts = { readonly handOvers: HandOverService; readonly database: Database }

/** Where a scanned code leads: it shows what comes, and takes nothing before the shopper says so; a preview may open it. */
export function handOverPages({ handOvers, database }: Parts): OwnPage[] {
  return [
    {
      path: handOverPath,
      async load({ request, reply, site, context }) {
        reply.header('referrer-policy', 'no-referrer')
        const given = (request.query as { readonly token?: unknown }).token
        const token = typeof given === 'string' ? given : ''
        const cart = await handOvers.look(token, site.variant, context.now)
        if (cart === null) return { kind: 'page', page: { name: 'handOver', token: '', items: [] } }
        const facts = await skuFacts(database, site.variant, [...new Set(cart.lines.map(({ sku }) => sku))])
        const items = cart.lines.map(({ lineId, sku, quantity }) => ({
          lineId,
          sku,
          title: facts.get(sku)?.title ?? '',
          imagePath: pictureAddress(facts.get(sku)?.picture ?? null),
          quantity,
        }))
        return { kind: 'page', page: { name: 'handOver', token, items } }
      },
    },
  ]
}

/** Its button, with or without scripts. */
export function handOverForms(handOvers: HandOverService, flashCookieKey: Buffer): Form[] {
  return [
    {
      path: handOverPath,
      allowsFirstVisit: false,
      refusedTo: ({ token = '' }) => `${handOverPath}?${new URLSearchParams({ token })}`,
      async submit({ reply, site, context }, { token = '' }) {
        const { shopper, variant, now } = context
        const outcome = await handOvers.take(token, { shopperId: shopper.shopperId, variant }, now)
        if (outcome === 'ended') return handOverPath
        if (outcome !== 'taken') setFlash(reply, site, flashCookieKey, problemText(context, outcome))
        return cartPath
      },
    },
  ]
}
