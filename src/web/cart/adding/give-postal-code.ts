import { countryOfPostalCode } from '#domain/address/postal-code.ts'
import { noteSentPostalCode, readUnsentPostalCode } from '#web/address/given-postal-code.ts'
import { calls } from '#web/calls/client.ts'

/**
 * Takes the postal code of the product page to the cart beside what was just added; the cart page does it where this
 * fails, or was too late for the page that is on its way.
 */
export async function givePostalCode(): Promise<void> {
  const zip = readUnsentPostalCode()
  if (zip === '') return
  try {
    await calls.cart.applyZipCode({ zip, country: countryOfPostalCode(zip) })
    noteSentPostalCode()
  } catch {
    // kept for the cart page
  }
}
