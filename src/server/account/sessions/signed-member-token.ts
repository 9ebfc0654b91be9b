import { createHmac, randomBytes } from 'node:crypto'
import { keysFor, type Secret, signedBy } from '#server/config/secrets.ts'

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
export function signedMemberTokens(secret: Secret): SignedMemberTokens {
  const keys = keysFor(secret, 'member-session')
  const mac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest()
  return {
    open(shopperId) {
      const id = Buffer.from(shopperId.replaceAll('-', ''), 'hex').toString('base64url')
      const signed = `${memberMark}${id}.${randomBytes(32).toString('base64url')}`
      return `${signed}.${mac(keys()[0], signed).toString('base64url')}`
    },
    read(token) {
      const [, id = '', , signature = ''] = form.exec(token) ?? []
      const signed = token.slice(0, token.lastIndexOf('.'))
      if (signedBy(keys, Buffer.from(signature, 'base64url'), (key) => mac(key, signed)) === undefined) return null
      const hex = Buffer.from(id, 'base64url').toString('hex')
      return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
    },
  }
}
