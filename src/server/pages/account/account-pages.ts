import type { ProviderName } from '#contracts/pages.ts'
import { wrongSignIn } from '#domain/account/sign-in-pages.ts'
import { registryTitle } from '#domain/registry/registry.ts'
import { type AccountService, signInMessage } from '#server/account/account-service.ts'
import { readAccount, readAccountOrders } from '#server/account/account-store.ts'
import type { Registrations } from '#server/account/registration-service.ts'
import { readAddressBook } from '#server/address/address-book-store.ts'
import type { Keys } from '#server/config/secrets.ts'
import type { Database } from '#server/db/database.ts'
import { securityEvent } from '#server/http/guards/security-events.ts'
import { clearAccountCookie, setRefused, setSessionCookie } from '#server/pages/cookies.ts'
import type { Fields, Form } from '#server/pages/forms/form.ts'
import { typedIn } from '#server/pages/forms/form-guard.ts'
import type { OwnPage } from '#server/pages/page-table.ts'
import type { Visit } from '#server/pages/visit.ts'
import { readCardEntries } from '#server/payment/removed-card-store.ts'
import { readRegistries } from '#server/registry/registry-store.ts'
import { giftRegistryView } from '#server/registry/registry-view.ts'
import { entriesOfPage } from './account-entries.ts'
import { loadOwnDesigns } from './own-designs.ts'
import { accountPath, safeReturnUrl } from './return-url.ts'
import { checkMailPath, confirmPath, loginPath, welcome } from './signed-in.ts'

export type AccountPageParts = {
  readonly accounts: AccountService
  readonly registrations: Registrations
  /** Names of the providers that have a button on the sign-in page. */
  readonly providers: readonly ProviderName[]
  readonly database: Database
  readonly flashCookieKey: Keys
}

/** The pages of an account: sign in, create, confirm, the account itself. */
export function accountPages({
  database,
  providers,
  registrations,
}: Pick<AccountPageParts, 'database' | 'providers' | 'registrations'>): OwnPage[] {
  return [
    {
      path: accountPath,
      async load({ session, context, site }) {
        if (session.auth === 'guest') {
          const isWaiting = (await registrations.waiting(session)) !== undefined
          return { kind: 'redirect', to: isWaiting ? checkMailPath : `${loginPath}?returnUrl=%2Faccount` }
        }
        const { shopperId } = session
        const { variant } = site
        const [account, orders, cards, saved, lists, designs] = await Promise.all([
          readAccount(database, shopperId),
          readAccountOrders(database, shopperId, variant),
          readCardEntries(database, shopperId),
          readAddressBook(database, shopperId),
          readRegistries(database, { shopperId, variant }),
          loadOwnDesigns(database, { shopperId, variant }),
        ])
        if (account === undefined) throw new Error('A member without an account')
        const { firstName, lastName, email } = account
        const placed = orders.map((order) => ({ ...order, placedAt: order.placedAt.toISOString() }))
        const registries = lists.map((row) => ({
          grId: row.grId,
          title: registryTitle(giftRegistryView(row, variant)),
        }))
        const entries = entriesOfPage({ addresses: saved, cards }, context.now)
        const own = { firstName, lastName, email, orders: placed, ...entries, designs, registries }
        return { kind: 'page', page: { name: 'account', ...own } }
      },
    },
    {
      path: loginPath,
      async load(visit) {
        const query = queryOf(visit)
        const returnUrl = safeReturnUrl(query.returnUrl, visit.site.origin)
        if (visit.session.auth === 'member') return { kind: 'redirect', to: returnUrl }
        const isRedirect = query.isRedirect === 'true'
        return {
          kind: 'page',
          page: { name: 'login', returnUrl, isRedirect, heading: 'Sign In', message: '', providers },
        }
      },
    },
    {
      path: confirmPath,
      async load(visit) {
        const returnUrl = safeReturnUrl(queryOf(visit).returnUrl, visit.site.origin)
        if (visit.session.auth === 'guest') return { kind: 'redirect', to: loginPath }
        // leads on by itself, without a script; the link is for who does not want to wait
        visit.reply.header('refresh', `0; url=${returnUrl}`)
        const links = [{ text: 'Continue', href: returnUrl }]
        return { kind: 'page', page: { name: 'text', title: 'You are signed in', paragraphs: ['One moment …'], links } }
      },
    },
  ]
}

/** The forms of an account; each answers with 303, with or without scripts. */
export function accountForms({
  accounts,
  flashCookieKey,
}: Pick<AccountPageParts, 'accounts' | 'flashCookieKey'>): Form[] {
  const form = { allowsFirstVisit: false, refusedTo: '/checkout/cart' }

  /** Takes over the new session; the old cookie is a stranger from now on. */
  async function signIn(visit: Visit, token: string, redirectUrl: unknown): Promise<string> {
    const { request, reply, site, session } = visit
    const signedIn = await accounts.signIn(token, session, site.variant)
    if (signedIn === null) {
      securityEvent(request, 'sign-in-failed', session)
      return loginPath
    }
    return welcome(request, reply, signedIn, redirectUrl)
  }

  return [
    {
      ...form,
      path: '/account/auth',
      submit: (visit, fields) => signIn(visit, fields.sessionToken ?? '', fields.redirectUrl),
    },
    {
      ...form,
      path: loginPath,
      fields: ['email', 'password'],
      async submit(visit, fields) {
        const { request, reply, site, session, context } = visit
        const { email = '', password = '' } = fields
        const back = `${loginPath}?${new URLSearchParams(backTo(fields))}`
        const typed = typedIn(fields, ['email'])
        const missing = {
          ...(email === '' ? { email: context.text('oktaSignInWidget.usernameRequired') } : {}),
          ...(password === '' ? { password: context.text('oktaSignInWidget.passwordRequired') } : {}),
        }
        if (Object.keys(missing).length > 0) {
          setRefused(reply, site, flashCookieKey, { errors: missing }, typed)
          return back
        }
        const attempt = { email, password, session, address: context.clientAddress, device: context.deviceCookie }
        const result = await accounts.authenticate(attempt)
        if (result.status === 'SUCCESS') return signIn(visit, result.sessionToken, fields.returnUrl)
        const isLocked = result.status === 'LOCKED_OUT'
        const isThrottled = isLocked && result.by === 'address'
        securityEvent(request, isThrottled ? 'throttled' : isLocked ? 'locked-out' : 'sign-in-failed', session)
        const messageKey = signInMessage(result)
        const usual = isLocked ? context.text('oktaSignInWidget.lockout') : wrongSignIn
        const said = messageKey === null ? usual : context.text(messageKey)
        // of a lock no field is at fault
        const errors = said === wrongSignIn ? { password: said } : {}
        setRefused(reply, site, flashCookieKey, { text: said, errors }, typed)
        return back
      },
    },
    {
      ...form,
      path: '/account/sign-out',
      async submit(visit) {
        const { request, reply, site, session } = visit
        const { token } = await accounts.signOut(session, site.variant)
        setSessionCookie(reply, site, token)
        clearAccountCookie(reply, site)
        securityEvent(request, 'signed-out', session)
        return '/'
      },
    },
    {
      ...form,
      path: '/account/sign-out-everywhere',
      async submit(visit) {
        const { request, reply, site, session } = visit
        if (session.auth === 'guest') return loginPath
        const { token } = await accounts.signOutEverywhere(session, site.variant)
        setSessionCookie(reply, site, token)
        clearAccountCookie(reply, site)
        securityEvent(request, 'signed-out', session)
        return '/'
      },
    },
  ]
}

/** What of the form's fields its page needs again. */
export function backTo(fields: Fields): Record<string, string> {
  const { returnUrl, isRedirect } = fields
  return { ...(returnUrl ? { returnUrl } : {}), ...(isRedirect === 'true' ? { isRedirect } : {}) }
}

/** The query of a page's address. */
export function queryOf({ request }: Visit): { readonly [name: string]: unknown } {
  return request.query as { readonly [name: string]: unknown }
}
