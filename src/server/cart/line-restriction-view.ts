import { statesOf } from '#domain/address/states.ts'
import { pictureAddress, productAddress } from '#domain/catalog/sku.ts'
import type { CartReply } from '#server/cart/cart-view.ts'
import type { LineItem } from '#server/cart/line-view.ts'
import { readSubstitutes, type Substitute } from '#server/catalog/recommendation/substitute-store.ts'
import { judgedAbroad, lineProblem } from '#server/checkout/validation.ts'
import type { Sql } from '#server/db/database.ts'
import type { CallContext } from '#server/http/context.ts'
import type { CartQuote, QuotedLine } from '#server/pricing/pricing-service.ts'

const messageKeys = {
  restricted: 'line.restricted',
  installation: 'line.installation',
  personalization: 'line.personalization',
} as const

/**
 * The cart with what stands in the way of each line where it goes, and what could be had in its stead: said as soon as
 * the ZIP is known (BEYOND-10). One statement when a line is restricted, however many are; else none.
 */
export async function withRestrictions(
  sql: Sql,
  context: CallContext,
  cart: CartReply,
  requested: { readonly priced: CartQuote; readonly pfasStates: readonly string[] },
): Promise<CartReply> {
  const { lines } = context.isInternational ? judgedAbroad(requested.priced) : requested.priced
  const problems = lines.map((line) => lineProblem(line, requested.pfasStates))
  if (problems.every((problem) => problem === null)) return cart
  const restricted = lines.filter((_, index) => problems[index] === 'restricted')
  const skus = [...new Set(restricted.map(({ line }) => line.sku))]
  const substitutes = await readSubstitutes(sql, context.variant, skus)
  return {
    ...cart,
    lineItems: cart.lineItems.map((item, index) => {
      const kind = problems[index]
      const known = lines[index]
      if (kind == null || known === undefined) return item
      const message = context.text(messageKeys[kind], { state: stateName(known) })
      const substitute = kind === 'restricted' ? (substitutes.get(item.sku) ?? null) : null
      return { ...item, restriction: { kind, message, substitute: substitute && substituteView(substitute) } }
    }),
  }
}

function substituteView({
  sku,
  title,
  picture,
  currentCents,
}: Substitute): NonNullable<NonNullable<LineItem['restriction']>['substitute']> {
  return {
    sku,
    title,
    imagePath: pictureAddress(picture),
    navigateUrl: productAddress(sku),
    currentPrice: currentCents,
  }
}

function stateName({ destination }: QuotedLine): string {
  if (destination === null) return ''
  return statesOf[destination.country].find(({ code }) => code === destination.state)?.name ?? destination.state
}
