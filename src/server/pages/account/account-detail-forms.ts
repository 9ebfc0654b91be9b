import type { AccountService } from '#server/account/account-service.ts'
import type { Keys } from '#server/config/secrets.ts'
import { setFlash } from '#server/pages/cookies.ts'
import type { Form } from '#server/pages/forms/form.ts'
import { typedIn } from '#server/pages/forms/form-guard.ts'
import { wrongTexts } from './registration-pages.ts'
import { accountPath } from './return-url.ts'
import { loginPath } from './signed-in.ts'

export type AccountDetailParts = {
  readonly accounts: AccountService
  readonly flashCookieKey: Keys
}

/** A member's own name, as a plain form. */
export function accountDetailForms({ accounts, flashCookieKey }: AccountDetailParts): Form[] {
  const form = { allowsFirstVisit: false, refusedTo: accountPath, signInAt: loginPath }
  return [
    {
      ...form,
      path: '/account/profile',
      fields: ['firstName', 'lastName'],
      async submit({ reply, site, session }, fields) {
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
  ]
}
