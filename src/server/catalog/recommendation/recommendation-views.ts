import type { Call } from '#contracts/call.ts'
import type { Variant } from '#domain/variant.ts'
import type { Database } from '#server/db/database.ts'
import { type Handler, nobody } from '#server/http/context.ts'
import { insertProductViews, type ProductView } from './recommendation-view-store.ts'

/** Notes who looks at which product without a write in the request: looks are gathered and kept in one statement. */
export type ProductViews = {
  note(shopperId: string, variant: Variant, sku: number): void
  /** Writes what was gathered; what cannot be written is let go, because a look is not worth a retry. */
  flush(): Promise<void>
}

/** Looks kept in memory between two writes; more are not counted. */
const max = 5_000

export function createProductViews({ database }: { readonly database: Database }): ProductViews {
  let gathered = new Map<string, ProductView>()
  return {
    note(shopperId, { brand, country }, sku) {
      if (gathered.size < max)
        gathered.set(`${shopperId} ${brand} ${country} ${sku}`, { shopperId, brand, country, sku })
    },
    async flush() {
      if (gathered.size === 0) return
      const views = [...gathered.values()]
      gathered = new Map()
      await insertProductViews(database, views)
    },
  }
}

/** The handler of a call about a sku, which notes beside its answer that the shopper looks at it. Who has no session is not counted. */
export function notingViews<C extends Call>(handler: Handler<C>, views: Pick<ProductViews, 'note'>): Handler<C> {
  if (handler.kind !== 'read') return handler
  return {
    kind: 'read',
    run(context, input, sql) {
      const { sku } = input as { readonly sku?: unknown }
      if (context.shopper !== nobody && typeof sku === 'number') {
        views.note(context.shopper.shopperId, context.variant, sku)
      }
      return handler.run(context, input, sql)
    },
  }
}
