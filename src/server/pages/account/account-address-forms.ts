import { entryPlaces } from '#domain/account/entry-places.ts'
import { limits } from '#domain/limits.ts'
import { restoreAddress } from '#server/account/entries/restore-entries.ts'
import { makeDefaultAddress, readAddressBook, removeAccountAddress } from '#server/address/address-book-store.ts'
import type { Database, Tx } from '#server/db/database.ts'
import { setFlash } from '#server/pages/cookies.ts'
import type { Form } from '#server/pages/forms/form.ts'
import type { Visit } from '#server/pages/visit.ts'
import { accountPath } from './return-url.ts'
import { loginPath } from './signed-in.ts'

export type AccountAddressParts = { readonly database: Database; readonly flashCookieKey: Buffer }

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const heading = `${accountPath}#${entryPlaces.addresses}`

export const savedAlready = 'This address is in your account already.'
export const unknownAddress = 'This address is no longer in your account.'

/** The entry of an address on the account's page. */
export function placeOfAddress(addressId: string): string {
  return `${accountPath}#${entryPlaces.address(addressId)}`
}

/** What is said of a change that is done, and where the focus goes then. */
type Done = { readonly said: string; readonly to: string }

/** A member's saved addresses, as plain forms. An id of somebody else's is as an unknown one. */
export function accountAddressForms({ database, flashCookieKey }: AccountAddressParts): Form[] {
  const form = (path: string, change: (tx: Tx, visit: Visit, addressId: string) => Promise<Done | null>) =>
    ({
      path,
      allowsFirstVisit: false,
      refusedTo: accountPath,
      signInAt: loginPath,
      submit: async (visit, { addressId = '' }) => {
        const isId = uuid.test(addressId)
        const done = isId ? await database.transaction((tx) => change(tx, visit, addressId)) : null
        setFlash(visit.reply, visit.site, flashCookieKey, done?.said ?? unknownAddress)
        return done?.to ?? accountPath
      },
    }) satisfies Form

  return [
    form('/account/addresses/remove', async (tx, { session: { shopperId } }, addressId) => {
      const before = (await readAddressBook(tx, shopperId)).filter(({ isRemoved }) => !isRemoved)
      if (!(await removeAccountAddress(tx, shopperId, addressId))) return null
      const next = before[before.findIndex((entry) => entry.addressId === addressId) + 1]
      return { said: 'The address is removed from your account.', to: next ? placeOfAddress(next.addressId) : heading }
    }),
    form('/account/addresses/default', async (tx, { session: { shopperId } }, addressId) => {
      if (!(await makeDefaultAddress(tx, shopperId, addressId))) return null
      return { said: 'This address now goes first.', to: placeOfAddress(addressId) }
    }),
    form('/account/addresses/undo', async (tx, { session: { shopperId }, context }, addressId) => {
      const restored = await restoreAddress(tx, shopperId, addressId)
      switch (restored.state) {
        case 'back':
          return { said: 'The address is back in your account.', to: placeOfAddress(addressId) }
        case 'addedAnew':
          return { said: savedAlready, to: placeOfAddress(restored.id) }
        case 'full':
          return { said: context.text('account.addressesFull', { limit: limits.savedAddresses }), to: heading }
        case 'gone':
          return null
      }
    }),
  ]
}
