import { z } from 'zod'
import type { OutsideIdentity } from '#server/providers/identity/port.ts'

const claim = z.string().trim().max(254).catch('')

const claimsShape = z.object({
  iss: z.string().min(1),
  sub: z.string().min(1).max(255),
  email: claim,
  // Apple writes it as a text
  email_verified: z.union([z.boolean(), z.enum(['true', 'false'])]).catch(false),
  name: claim,
  given_name: claim,
  family_name: claim,
})

const appleUser = z.object({ name: z.object({ firstName: claim, lastName: claim }) })

/**
 * The person of an ID token that was verified. A name comes of the token or, from Apple at the first consent, of the field
 * `user`, which nobody signed: it is a name to show and nothing else.
 */
export function identityOf(claims: object, user: string | undefined): OutsideIdentity {
  const { iss, sub, email, email_verified, name, given_name, family_name } = claimsShape.parse(claims)
  const told = user === undefined ? null : readUser(user)
  const [first = '', ...others] = name.split(/\s+/)
  return {
    issuer: iss,
    subject: sub,
    email,
    isEmailVerified: email_verified === true || email_verified === 'true',
    firstName: given_name || told?.firstName || first,
    lastName: family_name || told?.lastName || others.join(' '),
  }
}

function readUser(text: string): { readonly firstName: string; readonly lastName: string } | null {
  try {
    return appleUser.safeParse(JSON.parse(text)).data?.name ?? null
  } catch {
    return null
  }
}
