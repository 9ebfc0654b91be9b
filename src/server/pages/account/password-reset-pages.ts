import { resetRefusalTexts } from '#server/account/password-reset-handlers.ts'
import type { PasswordResets } from '#server/account/password-reset-service.ts'
import type { Keys } from '#server/config/secrets.ts'
import type { Database } from '#server/db/database.ts'
import { securityEvent } from '#server/http/guards/security-events.ts'
import { setDeviceCookie, setFlash, setRefused, setSessionCookie } from '#server/pages/cookies.ts'
import type { Fields, Form } from '#server/pages/forms/form.ts'
import { typedIn } from '#server/pages/forms/form-guard.ts'
import type { OwnPage } from '#server/pages/page-table.ts'
import { commonPasswordText } from './registration-pages.ts'
import { ownReferer } from './return-url.ts'
import { loginPath } from './signed-in.ts'

const path = '/account/reset-password'
const changed = 'Your password is changed. Please sign in with the new one.'
const texts = {
  done: changed,
  badPassword: 'Please choose a password of 8 to 128 characters that is not your email address.',
  commonPassword: commonPasswordText,
} as const

/** Without its key the page says that the link has ended. */
const addressOf = (token: string) => `${path}?${new URLSearchParams({ token })}`

/** Where a link was asked for, where the browser does not say it: the page of a link that has ended tells nobody. */
const askedAt = ({ isLinkEnded = '' }: Fields) => (isLinkEnded === 'true' ? path : loginPath)

/** The page a mailed link leads to (OPEN-98). */
export function passwordResetPages(resets: PasswordResets): OwnPage[] {
  return [
    {
      path,
      async load({ request, reply }) {
        const given = (request.query as { readonly token?: unknown }).token
        const token = typeof given === 'string' && (await resets.isLive(given)) ? given : ''
        // the address is the key to the account: no other page is told of it
        reply.header('referrer-policy', 'no-referrer')
        return { kind: 'page', page: { name: 'resetPassword', token } }
      },
    },
  ]
}

/** Its form, and the one that asks for a link; each works without scripts. */
export function passwordResetForms(
  resets: PasswordResets,
  database: Pick<Database, 'transaction'>,
  flashCookieKey: Keys,
): Form[] {
  return [
    {
      path: '/account/ask-reset',
      fields: ['email'],
      allowsFirstVisit: false,
      refusedTo: askedAt,
      async submit({ request, reply, site, session, context }, fields) {
        const { email = '' } = fields
        const { clientAddress: address, text } = context
        const refused = await database.transaction(async (tx) => {
          const token = await resets.newRequestToken(tx, session, address)
          return token === '' ? 'tooManyTries' : resets.request(tx, { email, token, session, address })
        })
        if (refused === 'tooManyTries') securityEvent(request, 'throttled', session)
        if (refused === null) setFlash(reply, site, flashCookieKey, text('resetPassword.sent'))
        else {
          const said = text(resetRefusalTexts[refused])
          const wrong = refused === 'invalidEmail' ? { errors: { email: said } } : { text: said }
          setRefused(reply, site, flashCookieKey, wrong, typedIn({ email }, ['email']))
        }
        return ownReferer(request.headers, site) ?? (refused === null ? loginPath : askedAt(fields))
      },
    },
    {
      path,
      fields: ['password'],
      allowsFirstVisit: false,
      refusedTo: ({ token = '' }) => addressOf(token),
      async submit({ request, reply, site, session }, { token = '', password = '' }) {
        reply.header('referrer-policy', 'no-referrer')
        const outcome = await resets.reset(token, password, { session, variant: site.variant })
        if (outcome.state === 'linkEnded') return path
        if (outcome.state !== 'done') {
          setRefused(reply, site, flashCookieKey, { errors: { password: texts[outcome.state] } })
          return addressOf(token)
        }
        setFlash(reply, site, flashCookieKey, texts.done)
        setDeviceCookie(reply, site, outcome.device)
        if (outcome.opened !== null) setSessionCookie(reply, site, outcome.opened.token)
        securityEvent(request, 'password-reset', session)
        return '/account/login'
      },
    },
  ]
}
