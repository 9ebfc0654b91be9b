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

/** All that stands in the way of a request, at most one thing for each field, in the order of the form. */
export function orderRequestProblems(request: OrderRequest, hasCart: boolean): RequestProblem[] {
  return orderRequestFields.flatMap((field) => {
    const problem = problemAt(field, request, hasCart) ?? tooLong(field, request)
    return problem === null ? [] : [{ field, problem }]
  })
}

function problemAt(
  field: keyof OrderRequest,
  request: OrderRequest,
  hasCart: boolean,
): RequestProblem['problem'] | null {
  const { name, email, country, phone, message } = request
  switch (field) {
    case 'name':
      if (name === '') return { code: 'missingField', label: 'your name' }
      return /\p{L}/u.test(name) ? null : { code: 'invalidField', label: 'your name' }
    case 'email':
      return isEmail(email) ? null : { code: 'invalidEmail' }
    case 'country':
      return requestCountries.some(({ code }) => code === country)
        ? null
        : { code: 'missingField', label: 'the country' }
    case 'phone':
      return phone === '' || isPhone(phone) ? null : { code: 'invalidField', label: 'the phone number' }
    case 'message':
      return message === '' && !hasCart ? { code: 'missingField', label: 'what you would like to order' } : null
  }
}

/** Numbers abroad have no one length; E.164 ends at 15 digits. */
function isPhone(phone: string): boolean {
  const digits = phone.replace(/\D/g, '').length
  return /^[+\d][\d\s().-]*$/.test(phone) && digits >= 6 && digits <= 15
}

const limited = { name: 'your name', phone: 'the phone number', message: 'your message' } as const

function tooLong(field: keyof OrderRequest, request: OrderRequest): RequestProblem['problem'] | null {
  if (field === 'email' || field === 'country') return null
  const limit = orderRequestLimits[field]
  return [...request[field]].length > limit ? { code: 'fieldTooLong', label: limited[field], limit } : null
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
