import { randomBytes, timingSafeEqual } from 'node:crypto'

/** Bytes of the secret that a session's tokens are made of. */
export const tokenSecretBytes = 32

/**
 * A token of a session's secret (OPEN-04), different at every call: a one-time pad goes before the secret it hides, so
 * that a compressed page tells nothing about it by its length (BREACH).
 */
export function maskToken(secret: Buffer): string {
  const token = Buffer.allocUnsafe(tokenSecretBytes * 2)
  randomBytes(tokenSecretBytes).copy(token, 0)
  for (let at = 0; at < tokenSecretBytes; at += 1) token[tokenSecretBytes + at] = token[at]! ^ secret[at]!
  return token.toString('base64url')
}

/** Whether a token was made of this secret. */
export function isTokenOf(secret: Buffer, given: unknown): boolean {
  const told = secretOf(given)
  return told !== null && timingSafeEqual(told, secret)
}

/** The secret that a token says it was made of; null of what is no token. */
export function secretOf(given: unknown): Buffer | null {
  if (typeof given !== 'string' || given.length !== 86) return null
  const token = Buffer.from(given, 'base64url')
  if (token.length !== tokenSecretBytes * 2) return null
  const unmasked = Buffer.allocUnsafe(tokenSecretBytes)
  for (let at = 0; at < tokenSecretBytes; at += 1) unmasked[at] = token[at]! ^ token[tokenSecretBytes + at]!
  return unmasked
}
