import { countryOfPostalCode } from '#domain/address/postal-code.ts'
import { clearGivenPostalCode, readGivenPostalCode } from '#web/address/given-postal-code.ts'
import { calls } from '#web/calls/client.ts'

/** Takes the postal code of the product page to the cart beside what was just added; the cart page does it where this fails. */
export async function givePostalCode(): Promise<void> {
  const zip = readGivenPostalCode()
  if (zip === '') return
  try {
    await calls.cart.applyZipCode({ zip, country: countryOfPostalCode(zip) })
    clearGivenPostalCode()
  } catch {
    // kept for the cart page
  }
}
