import { createPrivateKey, sign } from 'node:crypto'
import type { IdentityProviderConfig } from '#server/providers/identity/settings.ts'

type AppleKey = Extract<IdentityProviderConfig['secret'], { readonly kind: 'appleKey' }>

/** Apple takes one of up to six months; ours is made for each request. */
const goodForSeconds = 300

/** What Apple takes in place of a client secret: a JWT signed by ES256 with the team's key. */
export function appleClientSecret(key: AppleKey, clientId: string, issuer: string, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000)
  const text = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const header = { alg: 'ES256', kid: key.keyId }
  const claims = { iss: key.teamId, iat: seconds, exp: seconds + goodForSeconds, aud: issuer, sub: clientId }
  const signed = `${text(header)}.${text(claims)}`
  const signature = sign('sha256', Buffer.from(signed), {
    key: createPrivateKey(key.privateKey),
    // JWTs take the two numbers side by side, not in DER
    dsaEncoding: 'ieee-p1363',
  })
  return `${signed}.${signature.toString('base64url')}`
}
