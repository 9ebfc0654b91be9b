import { removeAccountAddress } from '#server/address/account-address-store.ts'
import type { Database } from '#server/db/database.ts'
import { setFlash } from '#server/pages/cookies.ts'
import type { Form } from '#server/pages/forms/form.ts'
import { accountPath } from './return-url.ts'
import { loginPath } from './signed-in.ts'

export type AccountAddressParts = {
  readonly database: Database
  readonly flashCookieKey: Buffer
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** A member's saved addresses, as plain forms. An id of somebody else's is as an unknown one. */
export function accountAddressForms({ database, flashCookieKey }: AccountAddressParts): Form[] {
  const form = { allowsFirstVisit: false, refusedTo: accountPath }
  return [
    {
      ...form,
      path: '/account/addresses/remove',
      async submit({ reply, site, session }, { addressId = '' }) {
        if (session.auth !== 'member') return loginPath
        const isRemoved = uuid.test(addressId) && (await removeAccountAddress(database, session.shopperId, addressId))
        const said = isRemoved
          ? 'The address is removed from your account.'
          : 'This address is no longer in your account.'
        setFlash(reply, site, flashCookieKey, said)
        return accountPath
      },
    },
  ]
}
