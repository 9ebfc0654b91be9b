import { mailboxKey } from '#domain/address/mailbox.ts'
import { orderNumberOf } from '#domain/order/order-number.ts'
import { type Installation, paymentReferenceOf } from '#domain/order/payment-reference.ts'
import { kinds, numberOfProduct, skuOf } from './pieces.ts'
import { hexOf, idLike, nameOf, type Random, randomOf, tokenLike } from './random.ts'
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

const golden = (Math.sqrt(5) - 1) / 2

/** Tells a story for the nth time: all ids, names, times and pieces are of its own, and the same for the same number. */
export function retell(template: Template, nth: number, setting: Setting): Retold {
  const random = randomOf(nth)
  const at = setting.until - Math.floor(((nth * golden) % 1) * setting.days * dayMs)
  const values: string[] = []
  const products = new Map<number, number>()
  const said: Saying = { nth, random, setting, values, products, later: at - template.began }
  for (const part of template.parts) values.push(say(part, said))
  return { template, values, at }
}

type Saying = {
  readonly nth: number
  readonly random: Random
  readonly setting: Setting
  readonly values: string[]
  readonly products: Map<number, number>
  readonly later: number
}

function say(part: Part, said: Saying): string {
  const { nth, random, setting, values, later } = said
  const value = (place: number) => values[place] ?? ''
  switch (part.kind) {
    case 'id':
      return idLike(part.like, random)
    case 'token':
      return tokenLike(part.like, random)
    case 'bytes':
      return hexOf(random, part.bytes)
    case 'orderNumber':
      return orderNumberOf(value(part.order))
    case 'reference': {
      const address = { shopperId: value(part.shopper), orderId: value(part.order), slot: part.slot }
      return paymentReferenceOf(setting.installation, address)
    }
    case 'email':
      return emailOf(nth, part.nth)
    case 'mac': {
      const email = value(part.email)
      return setting.macOf(part.isMailbox ? mailboxKey(email) : email).toString('hex')
    }
    case 'sku':
      return String(skuOf(productFor(part.product, said), part.color))
    case 'product':
      return String(numberOfProduct(productFor(part.product, said)))
    case 'time':
      return new Date(part.ms + later).toISOString()
    case 'day':
      return new Date(part.ms + later).toISOString().slice(0, 10)
    case 'month':
      return `${new Date(part.ms + later).toISOString().slice(0, 7)}-01`
    case 'trip':
      return tripOn(part.tripId, new Date(part.ms + later).toISOString())
    case 'firstName':
    case 'lastName':
      return nameOf(random)
    case 'promo':
      return promoCodeOf(nth)
    case 'registry':
      return String(registryOf(nth))
  }
}

/** The address of the nth shopper, and of others in her story. */
export function emailOf(nth: number, who = 0): string {
  return `story-${(nth * 4 + who).toString(16).padStart(8, '0')}@grown.example.com`
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
