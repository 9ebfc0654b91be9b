import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { allVariants, type VariantKey } from '#domain/variant.ts'
import { type Keys, keysFor, type Secret } from '#server/config/secrets.ts'

/** Whose cart a link hands over, of which store, and until when. */
export type CartTransfer = {
  readonly transferId: string
  readonly shopperId: string
  readonly variantKey: VariantKey
  readonly expiresAt: Date
}

export type TransferTokens = {
  seal(transfer: CartTransfer): string
  /** What a token says; null for one that this installation has not sealed just so. Expired ones are read, too. */
  open(token: string): CartTransfer | null
}

const [nonceBytes, tagBytes] = [12, 16]

/** Tokens that show nothing of what is in them and cannot be changed (AES-256-GCM). */
export function transferTokens(secret: Secret): TransferTokens {
  const keys = keysFor(secret, 'hand-over')
  return {
    seal({ transferId, shopperId, variantKey, expiresAt }) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', keys()[0], nonce)
      const moment = Buffer.alloc(6)
      moment.writeUIntBE(expiresAt.getTime(), 0, 6)
      const text = Buffer.concat([bytesOf(transferId), bytesOf(shopperId), moment, Buffer.from(variantKey)])
      return Buffer.concat([nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()]).toString('base64url')
    },
    open(token) {
      const sealed = Buffer.from(token, 'base64url')
      if (sealed.length < nonceBytes + tagBytes + 38 || sealed.length > 120) return null
      const text = opened(keys, sealed)
      if (text === null) return null
      const variant = allVariants.find(({ key: name }) => name === text.subarray(38).toString())
      if (variant === undefined) return null
      return {
        transferId: uuidOf(text.subarray(0, 16)),
        shopperId: uuidOf(text.subarray(16, 32)),
        variantKey: variant.key,
        expiresAt: new Date(text.readUIntBE(32, 6)),
      }
    },
  }
}

/** What a token holds that one of the keys has sealed. */
function opened(keys: Keys, sealed: Buffer): Buffer | null {
  for (const key of keys()) {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes))
    decipher.setAuthTag(sealed.subarray(-tagBytes))
    const text = decipher.update(sealed.subarray(nonceBytes, -tagBytes))
    try {
      decipher.final()
      return text
    } catch {
      // another key's, or nobody's
    }
  }
  return null
}

function bytesOf(uuid: string): Buffer {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex')
}

function uuidOf(bytes: Buffer): string {
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
