import type { Config } from '#server/config/config.ts'
import type { OwnPage } from '#server/pages/page-table.ts'
import { ask, type PageSources } from '#server/pages/sources.ts'

/**
 * The popups of the cart, one press each, so that a retailer can see them before a shopper does (BEYOND-12). Like the drill of
 * the built-in gateway it is there only while that one stands in, or where FIRE_DRILL asks for it: in production nothing
 * answers at its address unless it does (SAFE-08).
 */
export function fireDrillPages(
  { cart }: Pick<PageSources, 'cart'>,
  { hasFireDrill }: Pick<Config, 'hasFireDrill'>,
): OwnPage[] {
  if (!hasFireDrill) return []
  return [
    {
      path: '/fire-drill/cart',
      async load(visit) {
        const reply = await ask(cart.getCartJsx, visit.context, {})
        return reply === null ? { kind: 'missing' } : { kind: 'page', page: { name: 'fireDrill', cart: reply } }
      },
    },
  ]
}
