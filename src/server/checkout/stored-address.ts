import type { Address } from '#domain/address/address.ts'
import { otherCountryProblem } from '#domain/address/other-country.ts'
import type { Cart } from '#domain/cart/cart.ts'
import { good, type Outcome, refused } from '#domain/outcome.ts'
import { registryOfAddressId } from '#domain/registry/registry-address.ts'
import { readAccountAddresses } from '#server/address/account-address-store.ts'
import { storedFields } from '#server/address/address-view.ts'
import type { Tx } from '#server/db/database.ts'
import type { CallContext } from '#server/http/context.ts'

/**
 * An address the shopper may use by its id: one of her account, the home of a recipient of her cart, or that of a registry
 * she buys for. Somebody
 * else's is as unknown as one that does not exist (CALL-91): `unknownRecipient`.
 */
export async function storedAddress(
  { shopper }: Pick<CallContext, 'shopper'>,
  tx: Tx,
  cart: Cart,
  addressId: string,
): Promise<Outcome<Address>> {
  const address = cart.recipients.find((one) => one.recipientId === addressId)?.address
  if (address != null) return good(address)
  const registry = registryOfAddressId(addressId)
  const gifted = cart.registrantAddresses?.find(({ grId }) => grId === registry)
  if (gifted !== undefined) return good({ ...gifted.address, giftRegistryId: gifted.grId })
  const own = shopper.auth === 'member' ? await readAccountAddresses(tx, shopper.shopperId) : []
  const saved = own.find((one) => one.addressId === addressId)
  return saved === undefined ? refused({ code: 'unknownRecipient' }) : good(storedFields(saved.address))
}

/** The same, and one that this store ships to; of the other country it is refused as when it is typed (SAFE-17). */
export async function storedRecipientAddress(
  context: Pick<CallContext, 'shopper'>,
  tx: Tx,
  cart: Cart,
  addressId: string,
): Promise<Outcome<Address>> {
  const address = await storedAddress(context, tx, cart, addressId)
  const problem = address.ok ? otherCountryProblem(address.value, cart.country) : null
  return problem === null ? address : refused(problem)
}
