import type { FastifyReply } from 'fastify'
import { cacheControl } from '#server/http/cache-control.ts'

/** What a refused request answers (OPEN-03): the two fields every POST has. */
export type Refusal = { readonly isSuccess: false; readonly errorMessage: string; readonly requestId?: string }

export function refusal(errorMessage: string, requestId?: string): Refusal {
  return requestId === undefined ? { isSuccess: false, errorMessage } : { isSuccess: false, errorMessage, requestId }
}

/** A card number where none belongs (SAFE-30), with the field it stands in; '' when it is a field's name. */
export function cardNumberRefusal(field: string): Refusal & { readonly field: string } {
  return { ...refusal(refusalTexts.cardNumber), field }
}

/** OPEN-06: 200 with this, and nothing changed. */
export const resetReply = { IsReset: true } as const

const jsonType = 'application/json; charset=utf-8'

/** Sends an answer of a call as JSON that nobody keeps. */
export function sendJson(reply: FastifyReply, status: number, body: unknown): FastifyReply {
  return reply
    .code(status)
    .header('content-type', jsonType)
    .header('cache-control', cacheControl.personal)
    .send(JSON.stringify(body))
}

/** Fixed sentences of refusals that come before any storefront message could be looked up. */
export const refusalTexts = {
  malformed: 'The request could not be read.',
  wrongFields: 'The request has wrong fields.',
  cardNumber: 'Card numbers are not accepted here.',
  unreadable: 'This holds signs that cannot be read. Please type it again.',
  stale: 'This page was open for a long time. Please send it once more.',
  signedOut: 'You are no longer signed in, so nothing was changed. Please sign in, then try again.',
  notJson: 'Send JSON with the content type application/json.',
  notUtf8: 'Send text in UTF-8.',
  tooLarge: 'The request is too large.',
  notFound: 'There is nothing at this address.',
  wrongMethod: 'This address does not answer to that method.',
  elsewhere: 'Requests from other sites are refused.',
  unknownHost: 'This server does not serve that host.',
  keyReused: 'This Idempotency-Key was used for another request.',
  badKey: 'An Idempotency-Key has 8 to 64 letters, digits, dashes or underscores, and is no card number.',
  busy: 'We are having trouble connecting. Please try again in a few minutes.',
  tooMany: 'Too many requests. Please wait a moment.',
  tooManyForms:
    'More came from your network than we can take at once, so nothing was changed. Please send it once more in a moment.',
  fault: 'Something went wrong. Please try again.',
} as const
