import type { Installation } from '#domain/order/payment-reference.ts'
import { randomOf } from '#server/demo/random.ts'
import { momentOf, sayPart, type Telling } from '#server/demo/retelling.ts'
import { kinds, numberOfProduct, skuOf } from './pieces.ts'
import { promoCodeOf } from './stories.ts'
import type { Part, Template, TemplateRow } from './template.ts'

export const dayMs = 86_400_000

/** In what shop it is told again. */
export type Setting = {
  readonly installation: Installation
  readonly macOf: (email: string) => Buffer
  /** How many products there are to buy. */
  readonly products: number
  /** Stories lie within so many days before this moment. */
  readonly until: number
  readonly days: number
}

/** The nth retelling of a story: the text of each of its parts. */
export type Retold = { readonly template: Template; readonly values: readonly string[]; readonly at: number }

/** Tells a story for the nth time: all ids, names, times and pieces are of its own, and the same for the same number. */
export function retell(template: Template, nth: number, setting: Setting): Retold {
  const random = randomOf(nth)
  const at = momentOf(nth, setting.until, setting.days * dayMs)
  const values: string[] = []
  const products = new Map<number, number>()
  const { installation, macOf } = setting
  const said: Saying = { nth, random, setting, values, products, later: at - template.began, installation, macOf }
  for (const part of template.parts) values.push(say(part, said))
  return { template, values, at }
}

type Saying = Telling & {
  readonly setting: Setting
  readonly products: Map<number, number>
}

function say(part: Part, said: Saying): string {
  switch (part.kind) {
    case 'sku':
      return String(skuOf(productFor(part.product, said), part.color))
    case 'product':
      return String(numberOfProduct(productFor(part.product, said)))
    case 'trip':
      return tripOn(part.tripId, new Date(part.ms + said.later).toISOString())
    case 'promo':
      return promoCodeOf(said.nth)
    case 'registry':
      return String(registryOf(said.nth))
    default:
      return sayPart(part, said)
  }
}

/** The number of the registry in the nth story; there is at most one in each. */
export function registryOf(nth: number): number {
  return 1_000_000 + nth
}

/** Another product of its kind; some are bought more often than others. */
function productFor(product: number, { random, setting, products }: Saying): number {
  const known = products.get(product)
  if (known !== undefined) return known
  const ofKind = Math.max(1, Math.floor((setting.products - product - 1) / kinds) + 1)
  const other = product + kinds * Math.floor(random.fraction() ** 2 * ofKind)
  products.set(product, other)
  return other
}

/** The same hours of the same region on another day: a trip's number begins with its day. */
function tripOn(tripId: number, iso: string): string {
  return `${iso.slice(0, 10).replaceAll('-', '')}${String(tripId % 10_000).padStart(4, '0')}`
}

/** A row as COPY reads it. */
export function lineOf(row: TemplateRow, values: readonly string[]): string {
  let line = ''
  for (const piece of row) line += typeof piece === 'string' ? piece : values[piece]
  return line
}
