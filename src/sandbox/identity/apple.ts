import { createPublicKey, verify } from 'node:crypto'

/** The store as Apple knows it: its services id, its team and the public half of its key. */
export type AppleClient = {
  readonly clientId: string
  readonly teamId: string
  readonly keyId: string
  readonly publicKey: string
}

const halfYear = 15_777_000

/**
 * Whether a client secret is what Apple asks for in place of one: a JWT of the team, signed with its key by ES256, for this
 * issuer and this services id, good for six months at most.
 */
export function isAppleClientSecret(secret: string, client: AppleClient, issuer: string, now: Date): boolean {
  const [header = '', payload = '', signature = '', ...rest] = secret.split('.')
  if (rest.length > 0 || signature === '') return false
  const head = read(header)
  if (head?.alg !== 'ES256' || head.kid !== client.keyId) return false
  const key = createPublicKey(client.publicKey)
  const signed = Buffer.from(`${header}.${payload}`)
  const isSigned = verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))
  const claims = isSigned ? read(payload) : null
  if (claims === null) return false
  const { iss, sub, aud, iat, exp } = claims
  if (iss !== client.teamId || sub !== client.clientId || aud !== issuer) return false
  const seconds = now.getTime() / 1000
  if (typeof iat !== 'number' || typeof exp !== 'number') return false
  return iat <= seconds + 60 && exp > seconds && exp - iat <= halfYear
}

function read(part: string): { readonly [name: string]: unknown } | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
    return typeof value === 'object' && value !== null ? { ...value } : null
  } catch {
    return null
  }
}
