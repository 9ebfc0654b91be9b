import { createHmac, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { allVariants, type Variant } from '#domain/variant.ts'
import { keysFor, type Secret, signedBy } from '#server/config/secrets.ts'

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

/** What a signed cookie says, whenever it is read. */
type Said = Omit<SignedGuestSession, 'isOver'> & { readonly madeAt: number; readonly key: Buffer }

/** Cookies that were just found to be ours: a visitor asks more than once, and three MACs are a good part of a small answer. */
const maxRead = 5_000

const dayMs = 24 * 3600 * 1000
const maxMs = 30 * dayMs
const form = /^([\w-]{43})\.([0-9a-z]{1,10})\.([a-z0-9-]{2,8})\.([01])\.([\w-]{43})$/

/**
 * Signed cookies of guests. Shopper id and anti-forgery secret come of the random part by the installation's key, so that
 * every process knows them, and the row that is written with the first change is the same whoever writes it.
 */
export function signedGuestSessions(secret: Secret): SignedGuestSessions {
  const keys = keysFor(secret, 'passing-session')
  const mac = (key: Buffer, purpose: string, text: string) =>
    createHmac('sha256', key).update(`${purpose}\n${text}`).digest()
  const recent = new LRUCache<string, Said>({ max: maxRead })

  function saidBy(token: string): Said | null {
    const [, random = '', seconds = '', variantKey, app, signature = ''] = form.exec(token) ?? []
    const signed = token.slice(0, token.lastIndexOf('.'))
    const key = signedBy(keys, Buffer.from(signature, 'base64url'), (each) => mac(each, 'cookie', signed))
    if (key === undefined) return null
    const variant = allVariants.find((each) => each.key === variantKey)
    if (variant === undefined) return null
    // who she is comes of the key that made her cookie, whichever is the newest by now
    const [shopperId, csrfSecret] = [uuidOf(mac(key, 'shopper', random)), mac(key, 'csrf', random)]
    const madeAt = Number.parseInt(seconds, 36) * 1000
    const said = { shopperId, csrfSecret, variant, isApp: app === '1', madeAt, key }
    recent.set(token, said)
    return said
  }

  return {
    open({ key: variantKey }, isApp, now) {
      const seconds = Math.floor(now.getTime() / 1000).toString(36)
      const signed = `${randomBytes(32).toString('base64url')}.${seconds}.${variantKey}.${isApp ? 1 : 0}`
      return `${signed}.${mac(keys()[0], 'cookie', signed).toString('base64url')}`
    },

    read(token, now) {
      const known = recent.get(token)
      // what a key made that is none any more is no cookie of ours
      const said = known !== undefined && keys().includes(known.key) ? known : saidBy(token)
      if (said === null) return null
      const { madeAt, key: _key, ...session } = said
      const age = now.getTime() - madeAt
      // made by a machine whose clock goes before ours: refused, the shopper would lose her cart from page to page
      return age < -dayMs ? null : { ...session, isOver: age > maxMs }
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
