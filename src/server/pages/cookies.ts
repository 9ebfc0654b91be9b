import { createHmac } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { accountCookie } from '#domain/account-cookie.ts'
import { shipToCookie } from '#domain/address/ship-to.ts'
import { type Keys, signedBy } from '#server/config/secrets.ts'
import { deviceCookieName } from '#server/http/calls/call-context.ts'
import type { Site } from '#server/http/host-table.ts'
import '#server/http/fastify-request.ts'

const month = 30 * 24 * 3600
const year = 365 * 24 * 3600
const flashCookie = 'notice'

/** The session's cookie (OPEN-05): not for scripts, for this host only. */
export function setSessionCookie(reply: FastifyReply, site: Site, token: string): void {
  reply.setCookie(site.sessionCookie, token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: site.isSecure,
    maxAge: month,
  })
}

/** Says for a year, to the page too, that somebody has signed in here (OPEN-09). */
export function setAccountCookie(reply: FastifyReply, site: Site): void {
  reply.setCookie(accountCookie, '1', { path: '/', sameSite: 'lax', secure: site.isSecure, maxAge: year })
}

/** Says for a year which country the shopper has things sent to (OPEN-09, OPEN-42). */
export function setShipToCookie(reply: FastifyReply, site: Site, country: string): void {
  reply.setCookie(shipToCookie, country, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: site.isSecure,
    maxAge: year,
  })
}

export function clearAccountCookie(reply: FastifyReply, site: Site): void {
  reply.clearCookie(accountCookie, { path: '/', sameSite: 'lax', secure: site.isSecure })
}

/** What a form without scripts leaves for the next page: its answer, and what was typed when that must be typed again. */
export type FlashMessage = {
  readonly text: string
  readonly typed: { readonly [field: string]: string }
  /** The field that the text stands at; '' for the top of the page. */
  readonly field: string
  /** What is wrong with each field that was refused. */
  readonly errors: { readonly [field: string]: string }
  /** A form was refused: its page says so at the form (CALM-22). */
  readonly isRefused: boolean
}

const noFlash: FlashMessage = { text: '', typed: {}, field: '', errors: {}, isRefused: false }
/** A cookie has 4,096 bytes at most; this many are 2,700 in base64. */
const maxBytes = 2_000

/** A sentence for the next page, with what it needs to fill its form again; signed, so that it is ours. False: that is too much to keep. */
export function setFlash(
  reply: FastifyReply,
  site: Site,
  key: Keys,
  text: string,
  typed: FlashMessage['typed'] = {},
  field = '',
): boolean {
  const errors = field === '' ? {} : { [field]: text }
  return writeFlash(reply, site, key, { text, typed, field, errors, isRefused: field !== '' })
}

/** A form was refused: for what is wrong with its fields, all of it at once (CALM-60), or for the text where there is none. False: what was typed is too much to keep. */
export function setRefused(
  reply: FastifyReply,
  site: Site,
  key: Keys,
  { text = '', errors = {} }: Partial<Pick<FlashMessage, 'text' | 'errors'>>,
  typed: FlashMessage['typed'] = {},
): boolean {
  const [field = '', first = text] = Object.entries(errors)[0] ?? []
  return writeFlash(reply, site, key, { text: first, typed, field, errors, isRefused: true })
}

function writeFlash(reply: FastifyReply, site: Site, key: Keys, whole: FlashMessage): boolean {
  const errors = Object.fromEntries(Object.entries(whole.errors).map(([field, text]) => [field, text.slice(0, 500)]))
  const said = { ...whole, text: whole.text.slice(0, 500), errors }
  const less = [said, { ...said, typed: {} }, { ...said, typed: {}, errors: {} }].map((one) =>
    Buffer.from(JSON.stringify(one)),
  )
  const fitting = less.findIndex(({ length }) => length <= maxBytes)
  const body = (less[fitting] ?? Buffer.from('')).toString('base64url')
  setFlashCookie(reply, site, `${body}.${signatureOf(key()[0], body).toString('base64url')}`)
  return fitting === 0 || Object.keys(whole.typed).length === 0
}

function setFlashCookie(reply: FastifyReply, site: Site, value: string): void {
  reply.setCookie(flashCookie, value, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: site.isSecure,
    maxAge: 60,
  })
}

/** Gives the cookie back that `takeFlash` took away, as it came, for the answer that is read. */
export function returnFlash({ cookies, site }: FastifyRequest, reply: FastifyReply): void {
  const value = cookies[flashCookie]
  if (value !== undefined) setFlashCookie(reply, site, value)
}

/** What the form before has left, and its cookie taken away; without a text when there is nothing. */
export function takeFlash(request: FastifyRequest, reply: FastifyReply, key: Keys): FlashMessage {
  const value = request.cookies[flashCookie]
  if (value === undefined) return noFlash
  reply.clearCookie(flashCookie, { path: '/', sameSite: 'lax', secure: request.site.isSecure })
  const [body = '', signature = ''] = value.split('.')
  const given = Buffer.from(signature, 'base64url')
  if (signedBy(key, given, (each) => signatureOf(each, body)) === undefined) return noFlash
  return JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as FlashMessage
}

function signatureOf(key: Buffer, body: string): Buffer {
  return createHmac('sha256', key).update(body).digest()
}

/** Marks the browser as one that has signed in to an account (LOGIN-26). */
export function setDeviceCookie(reply: FastifyReply, site: Site, device: string): void {
  reply.setCookie(deviceCookieName, device, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: site.isSecure,
    maxAge: year,
  })
}
