import type { CartReply } from '#contracts/pages.ts'
import { isShippedTo } from '#domain/address/other-country.ts'
import { readAccountAddresses } from '#server/address/account-address-store.ts'
import { storeNumber } from '#server/cart/store-number.ts'
import type { Sql } from '#server/db/database.ts'
import type { CallContext } from '#server/http/context.ts'
import { readPickupStores } from '#server/pricing/pickup-stock-store.ts'

/**
 * Where a cart without a postal code probably goes: the account's first address, which the checkout offers too, else
 * the store that was chosen for a line (CALM-01); '' when neither is known. No statement for a cart that has its code.
 */
export async function readSuggestedZip(
  sql: Sql,
  { shopper, variant }: CallContext,
  { lineItems, cartSummary }: CartReply,
): Promise<string> {
  if (cartSummary.taxZipCode !== '' || lineItems.length === 0) return ''
  const addresses = shopper.auth === 'member' ? await readAccountAddresses(sql, shopper.shopperId) : []
  const home = addresses.find(({ address }) => isShippedTo(address, variant.country))
  if (home !== undefined) return home.address.postalCode
  const chosen = storeNumber(lineItems.find(({ isPickup }) => isPickup)?.storeNumber ?? '')
  if (chosen === null) return ''
  const stores = await readPickupStores(sql, variant, [chosen], [])
  return stores.get(chosen)?.destination.postalCode ?? ''
}
