import { mailboxKey } from '#domain/address/mailbox.ts'
import { orderNumberOf } from '#domain/order/order-number.ts'
import { type Installation, paymentReferenceOf } from '#domain/order/payment-reference.ts'
import { hexOf, idLike, nameOf, type Random, tokenLike } from './random.ts'

/** What of a story that the product wrote is another in each retelling, whatever was bought. */
export type ToldPart =
  | { readonly kind: 'id' | 'token'; readonly like: string }
  | { readonly kind: 'bytes'; readonly bytes: number }
  | { readonly kind: 'orderNumber'; readonly order: number }
  | { readonly kind: 'reference'; readonly shopper: number; readonly order: number; readonly slot: 1 | 2 }
  | { readonly kind: 'email'; readonly nth: number }
  | { readonly kind: 'mac'; readonly email: number; readonly isMailbox: boolean }
  | { readonly kind: 'time' | 'day' | 'month'; readonly ms: number }
  | { readonly kind: 'firstName' | 'lastName' }

/** The nth retelling: what was said so far, and how much later than the story it is, milliseconds. */
export type Telling = {
  readonly nth: number
  readonly random: Random
  readonly values: readonly string[]
  readonly later: number
  readonly installation: Installation
  readonly macOf: (email: string) => Buffer
}

/** The text of a part in a retelling; what it leans on was said before it. */
export function sayPart(part: ToldPart, { nth, random, values, later, installation, macOf }: Telling): string {
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
      return paymentReferenceOf(installation, address)
    }
    case 'email':
      return emailOf(nth, part.nth)
    case 'mac': {
      const email = value(part.email)
      return macOf(part.isMailbox ? mailboxKey(email) : email).toString('hex')
    }
    case 'time':
      return new Date(part.ms + later).toISOString()
    case 'day':
      return new Date(part.ms + later).toISOString().slice(0, 10)
    case 'month':
      return `${new Date(part.ms + later).toISOString().slice(0, 7)}-01`
    case 'firstName':
    case 'lastName':
      return nameOf(random)
  }
}

/** The address of the nth shopper, and of others in her story; mail to example.com reaches nobody. */
export function emailOf(nth: number, who = 0): string {
  return `story-${(nth * 4 + who).toString(16).padStart(8, '0')}@grown.example.com`
}

const golden = (Math.sqrt(5) - 1) / 2

/** When the nth story is told within a span before a moment, so that any number of them are spread over all of it; milliseconds. */
export function momentOf(nth: number, until: number, span: number): number {
  return until - Math.floor(((nth * golden) % 1) * span)
}
