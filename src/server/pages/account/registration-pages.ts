import { confirmAddressPath } from '#server/account/registration-mail.ts'
import type { Registrations, WrongField } from '#server/account/registration-service.ts'
import type { Keys } from '#server/config/secrets.ts'
import { securityEvent } from '#server/http/guards/security-events.ts'
import { setRefused } from '#server/pages/cookies.ts'
import type { Form } from '#server/pages/forms/form.ts'
import { typedIn } from '#server/pages/forms/form-guard.ts'
import type { OwnPage } from '#server/pages/page-table.ts'
import { backTo, queryOf } from './account-pages.ts'
import { accountPath, ownReferer, safeReturnUrl } from './return-url.ts'
import { checkMailPath, noReferrer, welcome } from './signed-in.ts'

const createPath = '/account/create-account'

/** Creating an account: the form, the page that says a mail is on its way, and the one its link leads to (OPEN-97). */
export function registrationPages(registrations: Registrations): OwnPage[] {
  return [
    {
      path: createPath,
      async load(visit) {
        const returnUrl = safeReturnUrl(queryOf(visit).returnUrl, visit.site.origin)
        if (visit.session.auth === 'member') return { kind: 'redirect', to: accountPath }
        return { kind: 'page', page: { name: 'createAccount', returnUrl, message: '' } }
      },
    },
    {
      path: checkMailPath,
      async load({ session }) {
        if (session.auth === 'member') return { kind: 'redirect', to: accountPath }
        const waiting = await registrations.waiting(session)
        if (waiting === undefined) return { kind: 'redirect', to: createPath }
        const { email, orderNumber, provider } = waiting
        const page = { name: 'checkMail', email, orderNumber: orderNumber ?? '', provider: provider ?? '' } as const
        return { kind: 'page', page }
      },
    },
    {
      path: confirmAddressPath,
      // opening it changes nothing: what looks through mails opens links too
      async load(visit) {
        const { token } = queryOf(visit)
        const found = typeof token === 'string' ? await registrations.look(token, visit.session) : null
        // the address is the key to the account: no other page is told of it
        noReferrer(visit.reply)
        const page = { name: 'confirmAddress', email: '', needs: 'press', provider: '', token: '' } as const
        return { kind: 'page', page: found === null ? page : { ...page, ...found, token: String(token) } }
      },
    },
  ]
}

/** Without its key the page says that the link has ended. */
const confirmAddressOf = (token: string) => `${confirmAddressPath}?${new URLSearchParams({ token })}`

/** Their forms, with or without scripts. */
export function registrationForms(registrations: Registrations, flashCookieKey: Keys): Form[] {
  const form = { allowsFirstVisit: false }
  return [
    {
      ...form,
      path: createPath,
      fields: ['firstName', 'lastName', 'email', 'password'],
      refusedTo: '/checkout/cart',
      async submit(visit, fields) {
        const { request, reply, site, session, context } = visit
        const { firstName = '', lastName = '', email = '', password = '', orderNumber = '' } = fields
        if (session.auth === 'member') return accountPath
        const returnUrl = safeReturnUrl(fields.returnUrl, site.origin)
        const from = { session, address: context.clientAddress, returnUrl, orderNumber }
        const wrong = await registrations.ask({ firstName, lastName, email, password }, from)
        const [first] = wrong
        if (first === undefined) return checkMailPath
        if (first === 'tooManyTries') securityEvent(request, 'throttled', session)
        const text = wrongTexts[first] || context.text('problem.tooManyTries')
        const at = wrong.filter((one) => fieldOf(one) !== '')
        const errors = Object.fromEntries(at.map((one) => [fieldOf(one), wrongTexts[one]]))
        const typed = typedIn(fields, ['firstName', 'lastName', 'email'])
        // an order's own page has one field only
        const ofOrder = orderNumber === '' ? null : ownReferer(request.headers, site)
        if (ofOrder !== null) {
          const { password: ofPassword } = errors
          const isHere = ofPassword !== undefined
          setRefused(reply, site, flashCookieKey, { text, errors: isHere ? { password: ofPassword } : {} })
          return ofOrder
        }
        setRefused(reply, site, flashCookieKey, { text, errors }, typed)
        return `${createPath}?${new URLSearchParams(backTo(fields))}`
      },
    },
    {
      ...form,
      path: confirmAddressPath,
      fields: ['password'],
      refusedTo: ({ token = '' }) => confirmAddressOf(token),
      async submit({ request, reply, site, session, context }, { token = '', password = '' }) {
        noReferrer(reply)
        const by = { session, address: context.clientAddress, variant: site.variant }
        const confirmed = await registrations.confirm(token, password, by)
        if (confirmed.state === 'signedIn') return welcome(request, reply, confirmed.signedIn, confirmed.returnUrl)
        if (confirmed.state === 'linkEnded') return confirmAddressPath
        const isThrottled = confirmed.state === 'tooManyTries'
        securityEvent(request, isThrottled ? 'throttled' : 'sign-in-failed', session)
        const said = isThrottled ? context.text('problem.tooManyTries') : wrongPassword
        setRefused(reply, site, flashCookieKey, isThrottled ? { text: said } : { errors: { password: said } })
        return confirmAddressOf(token)
      },
    },
  ]
}

/** The field of the form that is at fault; '' for none of them. */
function fieldOf(wrong: WrongField): string {
  if (wrong === 'commonPassword') return 'password'
  return wrong === 'tooManyTries' ? '' : wrong
}

export const commonPasswordText = 'This password is one of those most used, and guessed first. Please choose another.'
const wrongPassword = 'This is not the password that was chosen with this email address.'
export const wrongTexts: { readonly [Field in WrongField]: string } = {
  firstName: 'Please enter your first name.',
  lastName: 'Please enter your last name.',
  email: 'Please enter a valid Email Address (i.e. name@example.com).',
  password: 'Please choose a password of 8 to 128 characters that is not your email address.',
  commonPassword: commonPasswordText,
  tooManyTries: '',
}
