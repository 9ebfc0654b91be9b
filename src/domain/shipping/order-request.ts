import { isEmail } from '#domain/address/email.ts'
import { requestCountries } from '#domain/address/request-countries.ts'
import type { Problem } from '#domain/problems.ts'
import { orderRequestLimits } from './order-request-limits.ts'

/** What a shopper types who asks for an order to another country (SHIPPOP-16). */
export type OrderRequest = {
  readonly name: string
  readonly email: string
  /** The code of a country that is shipped to by request. */
  readonly country: string
  /** May be ''. */
  readonly phone: string
  /** May be '' where the cart says it. */
  readonly message: string
}

/** The fields of the form, in its order. */
export const orderRequestFields = [
  'name',
  'email',
  'country',
  'phone',
  'message',
] as const satisfies readonly (keyof OrderRequest)[]

type RequestProblem = {
  readonly field: keyof OrderRequest
  readonly problem: Problem<'missingField' | 'fieldTooLong' | 'invalidField' | 'invalidEmail'>
}

/** A request as it is sent on: trimmed, lines ended alike. */
export function tidyOrderRequest(typed: { readonly [Field in keyof OrderRequest]?: string }): OrderRequest {
  const { name = '', email = '', country = '', phone = '', message = '' } = typed
  return {
    name: oneLine(name),
    email: email.trim(),
    country: country.trim(),
    phone: oneLine(phone),
    message: message.replace(/\r\n?/g, '\n').trim(),
  }
}

/** The first thing that stands in the way of a request, in the order of the form; null when it is good. */
export function orderRequestProblem(request: OrderRequest, hasCart: boolean): RequestProblem | null {
  const { name, email, country, phone, message } = request
  if (name === '') return { field: 'name', problem: { code: 'missingField', label: 'your name' } }
  if (!/\p{L}/u.test(name)) return { field: 'name', problem: { code: 'invalidField', label: 'your name' } }
  if (!isEmail(email)) return { field: 'email', problem: { code: 'invalidEmail' } }
  if (!requestCountries.some(({ code }) => code === country)) {
    return { field: 'country', problem: { code: 'missingField', label: 'the country' } }
  }
  // numbers abroad have no one length; E.164 ends at 15 digits
  const digits = phone.replace(/\D/g, '').length
  if (phone !== '' && (!/^[+\d][\d\s().-]*$/.test(phone) || digits < 6 || digits > 15)) {
    return { field: 'phone', problem: { code: 'invalidField', label: 'the phone number' } }
  }
  if (message === '' && !hasCart) {
    return { field: 'message', problem: { code: 'missingField', label: 'what you would like to order' } }
  }
  return tooLong(request)
}

function tooLong(request: OrderRequest): RequestProblem | null {
  const labels = { name: 'your name', phone: 'the phone number', message: 'your message' } as const
  for (const field of ['name', 'phone', 'message'] as const) {
    const limit = orderRequestLimits[field]
    if ([...request[field]].length > limit) {
      return { field, problem: { code: 'fieldTooLong', label: labels[field], limit } }
    }
  }
  return null
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
