import { base32OfId, idOfBase32 } from './base32.ts'

export type PaymentSlot = 1 | 2
/** Whose payment it is: what a webhook event of the processor is found by. */
export type PaymentAddress = { readonly shopperId: string; readonly orderId: string; readonly slot: PaymentSlot }

/** Which of the shops that may share one processor this is. */
export type Installation = {
  /** Six characters of a-z and 2-7, made once. */
  readonly id: string
  /** References of before there was an id belong to it: its database had some when the id was made. */
  readonly ownsUnmarked: boolean
}

/**
 * The merchant reference of a payment, `<installation>.<shopper>.<order>.<slot>` in 62 characters: unique for ever, also the
 * processor's idempotency key. The shopper is in it so that an event finds its rows in a database spread by shopper.
 */
export function paymentReferenceOf(installation: Installation, { shopperId, orderId, slot }: PaymentAddress): string {
  return `${installation.id}.${base32OfId(shopperId, 26)}.${base32OfId(orderId, 26)}.${slot}`
}

/** What a reference says, and of which installation: '' in one of before there were any. Null when it is in neither form. */
export function readPaymentReference(reference: string): (PaymentAddress & { readonly installation: string }) | null {
  const parts = reference.split('.')
  const installation = parts.length === 4 ? (parts.shift() ?? '') : ''
  const [shopper = '', order = '', slot, ...rest] = parts
  const shopperId = idOfBase32(shopper)
  const orderId = idOfBase32(order)
  if (shopperId === null || orderId === null || rest.length > 0) return null
  if (reference.length > unmarkedLength && !installationPattern.test(installation)) return null
  if (slot === '1' || slot === '2') return { installation, shopperId, orderId, slot: slot === '1' ? 1 : 2 }
  return null
}

const unmarkedLength = 55
const installationPattern = /^[a-z2-7]{6}$/

/** The payment a reference names, or null when it is not of this installation: that one is never touched (SAFE-62). */
export function readOwnReference(installation: Installation, reference: string): PaymentAddress | null {
  const read = readPaymentReference(reference)
  if (read === null) return null
  const { installation: id, ...address } = read
  const isOwn = id === '' ? installation.ownsUnmarked : id === installation.id
  return isOwn ? address : null
}
