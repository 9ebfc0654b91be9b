import type { IdentityProviderConfig } from '#server/providers/identity/settings.ts'

/** What only this sign-in knows: told to the provider at the start, compared with its answer. */
export type SignInSecrets = {
  readonly state: string
  readonly nonce: string
  /** Of PKCE (RFC 7636); its S256 hash goes out first, itself with the code. */
  readonly verifier: string
}

/** A person as an outside provider knows them; only issuer and subject say who it is (ASVS 6.8.1). */
export type OutsideIdentity = {
  readonly issuer: string
  readonly subject: string
  /** '' when the provider told none. */
  readonly email: string
  /** Whether the provider vouches that the address is this person's. */
  readonly isEmailVerified: boolean
  readonly firstName: string
  readonly lastName: string
}

/** The provider did not answer, or with a fault of its own; `why` is for the log. */
export type Unavailable = { readonly state: 'unavailable'; readonly why: string }

export type Begun = { readonly state: 'begun'; readonly url: string } | Unavailable

export type Redeemed =
  | { readonly state: 'identified'; readonly identity: OutsideIdentity }
  /** The person, or the provider, said no. */
  | { readonly state: 'denied' }
  /** Something of the answer is not what it must be: nobody is signed in; `why` is for the log. */
  | { readonly state: 'refused'; readonly why: string }
  | Unavailable

/** The names of an answer that are read; all others are left alone. */
export type ProviderAnswer = {
  readonly code?: string
  readonly state?: string
  readonly iss?: string
  readonly error?: string
  readonly error_description?: string
  /** Apple's, at the first consent only: JSON with the person's name. */
  readonly user?: string
}

/**
 * An outside identity provider by OpenID Connect (OPEN-96): authorization code, PKCE, state and nonce. No method throws for
 * what the world does. Each request gives up after 4 s, goes to the provider's own hosts only and follows no redirect.
 */
export type IdentityProvider = Pick<IdentityProviderConfig, 'key' | 'name'> & {
  /** Where the browser goes to sign in. */
  begin(secrets: SignInSecrets, redirectUri: string): Promise<Begun>
  /** Trades the code of an answer for the person it stands for, when every check holds. */
  redeem(answer: ProviderAnswer, secrets: SignInSecrets, redirectUri: string): Promise<Redeemed>
}
