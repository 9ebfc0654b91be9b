import type { AccountService } from '#server/account/account-service.ts'
import { removeAccountAddress } from '#server/address/account-address-store.ts'
import type { Database } from '#server/db/database.ts'
import { setFlash } from '#server/pages/cookies.ts'
import type { Form } from '#server/pages/forms/form.ts'
import { typedIn } from '#server/pages/forms/form-guard.ts'
import { wrongTexts } from './registration-pages.ts'
import { accountPath } from './return-url.ts'
import { loginPath } from './signed-in.ts'

export type AccountDetailParts = {
  readonly accounts: AccountService
  readonly database: Database
  readonly flashCookieKey: Buffer
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** A member's own name and saved addresses, as plain forms. An id of somebody else's is as an unknown one. */
export function accountDetailForms({ accounts, database, flashCookieKey }: AccountDetailParts): Form[] {
  const form = { allowsFirstVisit: false, refusedTo: accountPath }
  return [
    {
      ...form,
      path: '/account/profile',
      fields: ['firstName', 'lastName'],
      async submit({ reply, site, session }, fields) {
        if (session.auth !== 'member') return loginPath
        const { firstName = '', lastName = '' } = fields
        const wrong = await accounts.rename(session.shopperId, {
          firstName: firstName.trim(),
          lastName: lastName.trim(),
        })
        if (wrong === null) setFlash(reply, site, flashCookieKey, 'Your name is changed.')
        else setFlash(reply, site, flashCookieKey, wrongTexts[wrong], typedIn(fields, ['firstName', 'lastName']), wrong)
        return accountPath
      },
    },
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
