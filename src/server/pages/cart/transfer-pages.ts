import { pictureAddress } from '#domain/catalog/sku.ts'
import { transferPath } from '#server/cart/transfer/transfer-handlers.ts'
import type { CartTransferService } from '#server/cart/transfer/transfer-service.ts'
import { skuFacts } from '#server/catalog/catalog-store.ts'
import type { Keys } from '#server/config/secrets.ts'
import type { Database } from '#server/db/database.ts'
import { problemText } from '#server/http/problem-text.ts'
import { setFlash } from '#server/pages/cookies.ts'
import type { Form } from '#server/pages/forms/form.ts'
import type { OwnPage } from '#server/pages/page-table.ts'

const cartPath = '/checkout/cart'

type Parts = { readonly transfers: CartTransferService; readonly database: Database }

/** Where a scanned code leads: it shows what comes, and takes nothing before the shopper says so; a preview may open it. */
export function transferPages({ transfers, database }: Parts): OwnPage[] {
  return [
    {
      path: transferPath,
      async load({ request, reply, site, context }) {
        reply.header('referrer-policy', 'no-referrer')
        const given = (request.query as { readonly token?: unknown }).token
        const token = typeof given === 'string' ? given : ''
        const cart = await transfers.look(token, site.variant, context.now)
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
export function transferForms(transfers: CartTransferService, flashCookieKey: Keys): Form[] {
  return [
    {
      path: transferPath,
      allowsFirstVisit: false,
      refusedTo: ({ token = '' }) => `${transferPath}?${new URLSearchParams({ token })}`,
      async submit({ reply, site, context }, { token = '' }) {
        const { shopper, variant, now } = context
        const outcome = await transfers.take(token, { shopperId: shopper.shopperId, variant }, now)
        if (outcome === 'ended') return transferPath
        if (outcome !== 'taken') setFlash(reply, site, flashCookieKey, problemText(context, outcome))
        return cartPath
      },
    },
  ]
}
