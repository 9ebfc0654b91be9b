import type { AccountService } from '#server/account/account-service.ts'
import { removeAccountAddress } from '#server/address/account-address-store.ts'
import type { Database } from '#server/db/database.ts'
import { setNotice } from '#server/pages/cookies.ts'
import type { Form } from '#server/pages/forms/form.ts'
import { typedIn } from '#server/pages/forms/form-guard.ts'
import { wrongTexts } from './registration-pages.ts'
import { accountPath } from './return-url.ts'
import { loginPath } from './signed-in.ts'

export type AccountDetailParts = {
  readonly accounts: AccountService
  readonly database: Database
  readonly noticeKey: Buffer
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** A member's own name and saved addresses, as plain forms. An id of somebody else's is as an unknown one. */
export function accountDetailForms({ accounts, database, noticeKey }: AccountDetailParts): Form[] {
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
        if (wrong === null) setNotice(reply, site, noticeKey, 'Your name is changed.')
        else setNotice(reply, site, noticeKey, wrongTexts[wrong], typedIn(fields, ['firstName', 'lastName']), wrong)
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
        setNotice(reply, site, noticeKey, said)
        return accountPath
      },
    },
  ]
}
