import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { keyFor } from '#server/config/secrets.ts'

export type SignedMemberTokens = {
  /** The cookie's value of a new session of a member. */
  open(shopperId: string): string
  /** Whose session it is, when the value is ours; else null. Whether it is still live a row says. */
  read(token: string): string | null
}

/** What the cookies of members begin with; those of guests have a random part there. */
export const memberMark = 'm.'

const form = /^m\.([\w-]{22})\.([\w-]{43})\.([\w-]{43})$/

/**
 * Signed cookies of members (SPEED-04): they tell the shopper's id beside the random part, by a key of their own, so that a
 * session need not be found before what belongs to its shopper, and one that we never made is known without asking anybody.
 */
export function signedMemberTokens(secret: string): SignedMemberTokens {
  const key = keyFor(secret, 'member-session')
  const mac = (text: string) => createHmac('sha256', key).update(text).digest()
  return {
    open(shopperId) {
      const id = Buffer.from(shopperId.replaceAll('-', ''), 'hex').toString('base64url')
      const signed = `${memberMark}${id}.${randomBytes(32).toString('base64url')}`
      return `${signed}.${mac(signed).toString('base64url')}`
    },
    read(token) {
      const [, id = '', , signature = ''] = form.exec(token) ?? []
      const expected = mac(token.slice(0, token.lastIndexOf('.')))
      const given = Buffer.from(signature, 'base64url')
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
      const hex = Buffer.from(id, 'base64url').toString('hex')
      return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
    },
  }
}
