import { base32OfId, idOfBase32 } from './base32.ts'

export type PaymentSlot = 1 | 2
/** Whose payment it is: what a notice of the processor is found by. */
export type PaymentAddress = { readonly shopperId: string; readonly orderId: string; readonly slot: PaymentSlot }

/**
 * The merchant reference of a payment, `<shopper>.<order>.<slot>` in 55 characters: unique for ever, also the processor's
 * idempotency key. The shopper is in it so that a notice finds its rows in a database spread by shopper.
 */
export function paymentReferenceOf({ shopperId, orderId, slot }: PaymentAddress): string {
  return `${base32OfId(shopperId, 26)}.${base32OfId(orderId, 26)}.${slot}`
}

/** The payment a reference names, or null when it is not one of ours. */
export function readPaymentReference(reference: string): PaymentAddress | null {
  const [shopper = '', order = '', slot, ...rest] = reference.split('.')
  const shopperId = idOfBase32(shopper)
  const orderId = idOfBase32(order)
  if (shopperId === null || orderId === null || rest.length > 0) return null
  if (slot === '1' || slot === '2') return { shopperId, orderId, slot: slot === '1' ? 1 : 2 }
  return null
}
