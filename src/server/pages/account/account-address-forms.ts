import { entryPlaces } from '#domain/account/entry-places.ts'
import { limits } from '#domain/limits.ts'
import { restoreAddress } from '#server/account/entries/restore-entries.ts'
import { makeDefaultAddress, readAddressBook, removeAccountAddress } from '#server/address/address-book-store.ts'
import type { Form } from '#server/pages/forms/form.ts'
import { type EntryFormParts, entryForm, entryRestored } from './entry-forms.ts'
import { accountPath } from './return-url.ts'

export type AccountAddressParts = EntryFormParts

const heading = `${accountPath}#${entryPlaces.addresses}`

export const savedAlready = 'This address is in your account already.'
export const unknownAddress = 'This address is no longer in your account.'

/** The entry of an address on the account's page. */
export function placeOfAddress(addressId: string): string {
  return `${accountPath}#${entryPlaces.address(addressId)}`
}

/** A member's saved addresses, as plain forms. */
export function accountAddressForms(parts: AccountAddressParts): Form[] {
  const at = (path: string) => ({ path, field: 'addressId', unknown: unknownAddress })
  return [
    entryForm(parts, at('/account/addresses/remove'), async (tx, { session: { shopperId } }, addressId) => {
      const before = (await readAddressBook(tx, shopperId)).filter(({ isRemoved }) => !isRemoved)
      if (!(await removeAccountAddress(tx, shopperId, addressId))) return null
      const next = before[before.findIndex((entry) => entry.addressId === addressId) + 1]
      return { said: 'The address is removed from your account.', to: next ? placeOfAddress(next.addressId) : heading }
    }),
    entryForm(parts, at('/account/addresses/default'), async (tx, { session: { shopperId } }, addressId) => {
      if (!(await makeDefaultAddress(tx, shopperId, addressId))) return null
      return { said: 'This address now goes first.', to: placeOfAddress(addressId) }
    }),
    entryForm(parts, at('/account/addresses/undo'), async (tx, { session: { shopperId }, context }, addressId) => {
      const texts = {
        back: 'The address is back in your account.',
        addedAnew: savedAlready,
        full: context.text('account.addressesFull', { limit: limits.savedAddresses }),
      }
      return entryRestored(await restoreAddress(tx, shopperId, addressId), texts, placeOfAddress, heading)
    }),
  ]
}
