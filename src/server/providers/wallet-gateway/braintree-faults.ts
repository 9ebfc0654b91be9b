import type { NotSent, Unknown } from '#server/providers/card-gateway/port.ts'

/** What a call of Braintree's library that threw means for money; `missing`: it does not know the transaction. */
export type BraintreeFault = Unknown | NotSent | { readonly state: 'missing' }

const neverConnected = /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|before secure TLS connection/

const faultsByName: { readonly [name: string]: BraintreeFault } = {
  authenticationError: { state: 'notSent', why: 'turnedAway' },
  authorizationError: { state: 'notSent', why: 'turnedAway' },
  tooManyRequestsError: { state: 'notSent', why: 'turnedAway' },
  upgradeRequired: { state: 'notSent', why: 'turnedAway' },
  notFoundError: { state: 'missing' },
  serverError: { state: 'unknown', why: 'serverFault' },
  serviceUnavailableError: { state: 'unknown', why: 'serverFault' },
  gatewayTimeoutError: { state: 'unknown', why: 'serverFault' },
  requestTimeoutError: { state: 'unknown', why: 'serverFault' },
}

/** The library knows good answers and exceptions only; what is not surely unsent is unknown. */
export function faultOf(error: unknown): BraintreeFault {
  const { name, message } = error instanceof Error ? error : { name: '', message: '' }
  const known = faultsByName[name]
  if (known !== undefined) return known
  if (neverConnected.test(message)) return { state: 'notSent', why: 'noConnection' }
  if (message === 'Request timed out') return { state: 'unknown', why: 'timeout' }
  if (message.startsWith('Unexpected request error') || message.startsWith('Unexpected response error'))
    return { state: 'unknown', why: 'connectionCut' }
  return { state: 'unknown', why: message.startsWith('Unexpected HTTP response') ? 'serverFault' : 'unreadableAnswer' }
}
