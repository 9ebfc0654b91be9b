import { useEffect, useEffectEvent } from 'react'
import type { CartReply } from '#contracts/pages.ts'
import { countryOfPostalCode } from '#domain/address/postal-code.ts'
import { clearGivenPostalCode, readGivenPostalCode } from '#web/address/given-postal-code.ts'
import type { CartActions } from '#web/cart/cart-actions.ts'

/**
 * Applies the postal code that is known without asking: one given on a product page, else what the server knows while
 * the cart has none (CALM-01). A code that is refused leaves the field as it is, to be typed.
 */
export function useKnownZip(cart: CartReply, suggestedZip: string, actions: CartActions): void {
  const apply = useEffectEvent(() => {
    const isShipped = cart.lineItems.some(({ isDonation, isPickup }) => !isDonation && !isPickup)
    if (!isShipped || cart.isPlacing || cart.isInternational) return
    const given = readGivenPostalCode()
    const { taxZipCode } = cart.cartSummary
    const zip = given || (taxZipCode === '' && !cart.orderSummary.isTaxKnown ? suggestedZip : '')
    clearGivenPostalCode()
    if (zip !== '' && zip !== taxZipCode) actions.applyZip(zip, countryOfPostalCode(zip), '')
  })
  useEffect(() => apply(), [])
}
