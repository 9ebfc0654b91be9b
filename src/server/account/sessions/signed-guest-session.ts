import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { allVariants, type Variant } from '#domain/variant.ts'
import { keyFor } from '#server/config/secrets.ts'

/** A guest's session that stands in its cookie alone: nothing is written for who only passes by. */
export type SignedGuestSession = {
  readonly shopperId: string
  readonly csrfSecret: Buffer
  readonly variant: Variant
  readonly isApp: boolean
  /** 30 days have passed since it was made: it counts only while a row says so. */
  readonly isOver: boolean
}

export type SignedGuestSessions = {
  /** The cookie's value of a new guest. */
  open(variant: Variant, isApp: boolean, now: Date): string
  /** What a cookie's value says, when it is ours and made no more than a day after `now`; else null. */
  read(token: string, now: Date): SignedGuestSession | null
}

const dayMs = 24 * 3600 * 1000
const maxMs = 30 * dayMs
const form = /^([\w-]{43})\.([0-9a-z]{1,10})\.([a-z0-9-]{2,8})\.([01])\.([\w-]{43})$/

/**
 * Signed cookies of guests. Shopper id and anti-forgery secret come of the random part by the installation's key, so that
 * every process knows them, and the row that is written with the first change is the same whoever writes it.
 */
export function signedGuestSessions(secret: string): SignedGuestSessions {
  const key = keyFor(secret, 'passing-session')
  const mac = (purpose: string, text: string) => createHmac('sha256', key).update(`${purpose}\n${text}`).digest()

  return {
    open({ key: variantKey }, isApp, now) {
      const seconds = Math.floor(now.getTime() / 1000).toString(36)
      const signed = `${randomBytes(32).toString('base64url')}.${seconds}.${variantKey}.${isApp ? 1 : 0}`
      return `${signed}.${mac('cookie', signed).toString('base64url')}`
    },

    read(token, now) {
      const [, random = '', seconds = '', variantKey, app, signature = ''] = form.exec(token) ?? []
      const expected = mac('cookie', token.slice(0, token.lastIndexOf('.')))
      const given = Buffer.from(signature, 'base64url')
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
      const age = now.getTime() - Number.parseInt(seconds, 36) * 1000
      const variant = allVariants.find((each) => each.key === variantKey)
      // made by a machine whose clock goes before ours: refused, the shopper would lose her cart from page to page
      if (variant === undefined || age < -dayMs) return null
      const [shopperId, csrfSecret] = [uuidOf(mac('shopper', random)), mac('csrf', random)]
      return { shopperId, csrfSecret, variant, isApp: app === '1', isOver: age > maxMs }
    },
  }
}

/** A UUID of version 8 (RFC 9562: bits of one's own making). */
function uuidOf(bytes: Buffer): string {
  const own = Buffer.from(bytes.subarray(0, 16))
  own[6] = ((own[6] ?? 0) & 0x0f) | 0x80
  own[8] = ((own[8] ?? 0) & 0x3f) | 0x80
  const hex = own.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
