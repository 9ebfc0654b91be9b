import type { z } from 'zod'
import type { address as addressShape } from '#contracts/address/shapes.ts'
import { type Address, shownAddress } from '#domain/address/address.ts'
import type { FieldProblem } from '#domain/address/validate-address.ts'
import { registryAddressId } from '#domain/registry/registry-address.ts'
import type { Text } from '#server/http/context.ts'
import { problemText } from '#server/http/problem-text.ts'

export type AddressView = z.output<typeof addressShape>

/** An address of the wire (OPEN-74); of a registrant's only what a giver may see, under the id of her registry. */
export function addressView(address: Address, ids: { addressId?: string; recipientId?: string } = {}): AddressView {
  const { giftRegistryId } = address
  const { addressId = giftRegistryId === undefined ? '' : registryAddressId(giftRegistryId), recipientId = '' } = ids
  return { ...storedFields(shownAddress(address)), addressId, recipientId, saveToAccount: false }
}

/** The fields that are kept of a payload, and nothing else of it. */
export function storedFields(payload: Address): Address {
  const { firstName, lastName, companyName, address1, address2, city, state, postalCode, country, phone, email } =
    payload
  return { firstName, lastName, companyName, address1, address2, city, state, postalCode, country, phone, email }
}

/** Errors by field with their sentences, in the order of the form. */
export function fieldErrors(errors: readonly FieldProblem[], text: Text): { field: string; message: string }[] {
  return errors.map(({ field, problem }) => ({ field, message: problemText({ text }, problem) }))
}
