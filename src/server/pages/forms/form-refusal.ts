import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FieldKinds } from '#contracts/field-kinds.ts'
import type { Keys } from '#server/config/secrets.ts'
import { type BodyFault, faultOfBody } from '#server/http/calls/body-rules.ts'
import { refusalTexts } from '#server/http/calls/envelope.ts'
import '#server/http/fastify-request.ts'
import { comesFromOwnPage, isOwnOrigin } from '#server/http/guards/request-origin.ts'
import { ownReferer } from '#server/pages/account/return-url.ts'
import { setRefused } from '#server/pages/cookies.ts'
import type { Form } from './form.ts'

/** What stands in the fields of all native forms that is not to be looked at as a card number (SAFE-30, SAFE-32). */
const places: FieldKinds = {
  ...{ lineItemId: 'id', cardId: 'id', addressId: 'id', designId: 'id', orderId: 'id', shareId: 'id' },
  ...{ token: 'id', cardToken: 'id', key: 'id', linkKey: 'id', sessionToken: 'id', __RequestVerificationToken: 'id' },
  ...{ password: 'secret', email: 'email', username: 'email' },
}
// of a file that is not sent along only its name comes, which nobody reads
const rules = { cardNumberFields: ['picture'], places }

export function faultOfForm(body: unknown): BodyFault | null {
  return faultOfBody(body, rules)
}

type Refused = {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly fields: { readonly [name: string]: string }
  /** Null: it came from our page, and too often or not with its right token. */
  readonly fault: BodyFault | null
}

/**
 * Leads back to the page a form came from, with its message and what was typed, save passwords (SAFE-33); a card number is
 * kept nowhere. A form of another site gets neither.
 */
export function refuseForm(
  { flashCookieKey, isProduction }: { readonly flashCookieKey: Keys; readonly isProduction: boolean },
  form: Pick<Form, 'refusedTo' | 'fields' | 'fieldAt'>,
  { request, reply, fields, fault }: Refused,
): string {
  const { site, headers } = request
  const { refusedTo, fieldAt = (name) => name } = form
  const elsewhere = typeof refusedTo === 'string' ? refusedTo : refusedTo(fields)
  const from = headers['sec-fetch-site']
  // a page that tells nobody its address sends no origin either
  const isOwn = from === undefined ? isOwnOrigin(headers, site, isProduction) : from === 'same-origin'
  if (fault === null ? !isOwn : !comesFromOwnPage(headers, site, isProduction)) return elsewhere
  const own = form.fields ?? []
  const typed = own.filter(
    (name) =>
      places[name] !== 'secret' &&
      fields[name] &&
      fieldAt(name, fields) !== '' &&
      faultOfForm({ [name]: fields[name] }) === null,
  )
  const typedAgain = Object.fromEntries(typed.map((name) => [fieldAt(name, fields), fields[name] ?? '']))
  const field = fault?.kind === 'cardNumber' && own.includes(fault.field) ? fieldAt(fault.field, fields) : ''
  const text = refusalTexts[fault?.kind ?? (request.isThrottled ? 'tooManyForms' : 'stale')]
  setRefused(reply, site, flashCookieKey, { text, errors: field === '' ? {} : { [field]: text } }, typedAgain)
  return ownReferer(headers, site) ?? elsewhere
}
