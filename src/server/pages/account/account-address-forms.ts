import { entryPlaces } from '#domain/account/entry-places.ts'
import {
  makeDefaultAddress,
  readAddressBook,
  removeAccountAddress,
  restoreAccountAddress,
} from '#server/address/address-book-store.ts'
import type { Database, Tx } from '#server/db/database.ts'
import { setFlash } from '#server/pages/cookies.ts'
import type { Form } from '#server/pages/forms/form.ts'
import { accountPath } from './return-url.ts'
import { loginPath } from './signed-in.ts'

export type AccountAddressParts = { readonly database: Database; readonly flashCookieKey: Buffer }

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const unknownAddress = 'This address is no longer in your account.'

/** The entry of an address on the account's page. */
export function placeOfAddress(addressId: string): string {
  return `${accountPath}#${entryPlaces.address(addressId)}`
}

/** What is said of a change that is done, and where the focus goes then. */
type Done = { readonly said: string; readonly to: string }

/** A member's saved addresses, as plain forms. An id of somebody else's is as an unknown one. */
export function accountAddressForms({ database, flashCookieKey }: AccountAddressParts): Form[] {
  const form = (path: string, change: (tx: Tx, shopperId: string, addressId: string) => Promise<Done | null>) =>
    ({
      path,
      allowsFirstVisit: false,
      refusedTo: accountPath,
      submit: async ({ reply, site, session }, { addressId = '' }) => {
        if (session.auth !== 'member') return loginPath
        const { shopperId } = session
        const isId = uuid.test(addressId)
        const done = isId ? await database.transaction((tx) => change(tx, shopperId, addressId)) : null
        setFlash(reply, site, flashCookieKey, done?.said ?? unknownAddress)
        return done?.to ?? accountPath
      },
    }) satisfies Form

  return [
    form('/account/addresses/remove', async (tx, shopperId, addressId) => {
      const before = (await readAddressBook(tx, shopperId)).filter(({ isRemoved }) => !isRemoved)
      if (!(await removeAccountAddress(tx, shopperId, addressId))) return null
      const next = before[before.findIndex((entry) => entry.addressId === addressId) + 1]
      const to = next === undefined ? `${accountPath}#${entryPlaces.addresses}` : placeOfAddress(next.addressId)
      return { said: 'The address is removed from your account.', to }
    }),
    form('/account/addresses/default', async (tx, shopperId, addressId) => {
      if (!(await makeDefaultAddress(tx, shopperId, addressId))) return null
      return { said: 'This address now goes first.', to: placeOfAddress(addressId) }
    }),
    form('/account/addresses/undo', async (tx, shopperId, addressId) => {
      if (!(await restoreAccountAddress(tx, shopperId, addressId))) return null
      return { said: 'The address is back in your account.', to: placeOfAddress(addressId) }
    }),
  ]
}
