import { z } from 'zod'
import type { OutsideIdentity } from '#server/providers/identity/port.ts'
import type { IdentityKey } from '#server/providers/identity/settings.ts'

const claim = z.string().trim().max(254).catch('')

const claimsShape = z.object({
  iss: z.string().min(1),
  sub: z.string().min(1).max(255),
  email: claim,
  email_verified: z.unknown().optional(),
  name: claim,
  given_name: claim,
  family_name: claim,
})

const timesShape = z.object({ exp: z.number(), iat: z.number(), nbf: z.number().optional() })

const appleUser = z.object({ name: z.object({ firstName: claim, lastName: claim }) })

/**
 * The person of an ID token that was verified. A name comes of the token or, from Apple at the first consent, of the field
 * `user`, which nobody signed: it is a name to show and nothing else.
 */
export function identityOf(claims: object, user: string | undefined, key: IdentityKey): OutsideIdentity {
  const { iss, sub, email, email_verified, name, given_name, family_name } = claimsShape.parse(claims)
  const profile = user === undefined ? null : readUser(user)
  const [first = '', ...others] = name.split(/\s+/)
  return {
    issuer: iss,
    subject: sub,
    email,
    // Apple writes it as a text, and nobody else may
    isEmailVerified: email_verified === true || (key === 'apple' && email_verified === 'true'),
    firstName: given_name || profile?.firstName || first,
    lastName: family_name || profile?.lastName || others.join(' '),
  }
}

/** Clocks of two machines; for what has just begun, never for what is over. */
const clockSeconds = 10

/**
 * Why an ID token is none at this second, else null. It is over to the second: the library would take it for as long after its
 * end as it is patient with its beginning.
 */
export function faultOfTimes(claims: object, nowSeconds: number): string | null {
  const { exp, iat, nbf } = timesShape.parse(claims)
  if (exp <= nowSeconds) return 'the token is over'
  if (iat > nowSeconds + clockSeconds) return 'the token was issued later than now'
  return nbf !== undefined && nbf > nowSeconds + clockSeconds ? 'the token does not count yet' : null
}

function readUser(text: string): { readonly firstName: string; readonly lastName: string } | null {
  try {
    return appleUser.safeParse(JSON.parse(text)).data?.name ?? null
  } catch {
    return null
  }
}
