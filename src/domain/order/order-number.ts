import { base32OfId } from './base32.ts'

/**
 * The number a shopper reads and says on the phone: 12 letters and digits of the order's random id in groups of four, such
 * as '4KT7-9QWX-2F4H'. Made from the id, not counted, so that a spread database needs no common counter and nobody can
 * tell how many orders there are.
 */
export function orderNumberOf(orderId: string): string {
  return base32OfId(orderId, 12).replace(/^(.{4})(.{4})(.{4})$/, '$1-$2-$3')
}
