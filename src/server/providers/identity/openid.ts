import * as openid from 'openid-client'
import { appleClientSecret } from '#server/providers/identity/apple-secret.ts'
import { faultOfTimes, identityOf } from '#server/providers/identity/claims.ts'
import type { IdentityProvider, ProviderAnswer, Redeemed, Unavailable } from '#server/providers/identity/port.ts'
import type { IdentityKey, IdentityProviderConfig } from '#server/providers/identity/settings.ts'

/** Seconds of one request to a provider: discovery, keys, the code. */
const secondsPerRequest = 4
/** How long what a provider tells of itself counts. */
const discoveryMs = 3_600_000
/** Of the library; the times that count are looked at once more, each by its own rule. */
const clockToleranceSeconds = 10

/** Hosts besides the issuer's that a provider's addresses may lead to. */
const otherHosts: { readonly [Key in IdentityKey]: readonly string[] } = {
  google: ['oauth2.googleapis.com', 'www.googleapis.com', 'openidconnect.googleapis.com'],
  apple: [],
  okta: [],
}

const askedFor: { readonly [Key in IdentityKey]: { readonly [name: string]: string } } = {
  google: { scope: 'openid email profile', prompt: 'select_account' },
  // Apple gives name and address only by form post
  apple: { scope: 'openid email name', response_mode: 'form_post' },
  okta: { scope: 'openid email profile' },
}

/** The provider is to blame, or the way to it. */
class ProviderDown extends Error {}

/** By so many seconds the library's idea of the time may be wrong before it is told another. */
const maxSkewSeconds = 5

/** An outside provider by the certified client library. */
export function createIdentityProvider(
  config: IdentityProviderConfig,
  now: () => Date = () => new Date(),
): IdentityProvider {
  const { key, name } = config
  let known: {
    readonly until: number
    readonly skewSeconds: number
    readonly discovered: Promise<openid.Configuration>
  } | null = null

  /** Asked once by all who need it at the same time; a failure is not kept. */
  function configuration(): Promise<openid.Configuration> {
    const skewSeconds = Math.round((now().getTime() - Date.now()) / 1000)
    const isOfNow = known !== null && Math.abs(known.skewSeconds - skewSeconds) <= maxSkewSeconds
    if (known !== null && isOfNow && known.until > performance.now()) return known.discovered
    const discovered = discover(config, now, skewSeconds)
    const fresh = { until: performance.now() + discoveryMs, skewSeconds, discovered }
    known = fresh
    discovered.catch(() => {
      if (known === fresh) known = null
    })
    return discovered
  }

  return {
    key,
    name,
    async begin({ state, nonce, verifier }, redirectUri) {
      try {
        const url = openid.buildAuthorizationUrl(await configuration(), {
          ...askedFor[key],
          redirect_uri: redirectUri,
          state,
          nonce,
          code_challenge: await openid.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        })
        return { state: 'begun', url: url.href }
      } catch (error) {
        return unavailable(error)
      }
    },

    async redeem(answer, { state, nonce, verifier }, redirectUri) {
      try {
        const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true }
        const tokens = await openid.authorizationCodeGrant(
          await configuration(),
          addressOf(redirectUri, answer),
          checks,
        )
        const claims = tokens.claims()
        if (claims === undefined) return { state: 'refused', why: 'no ID token' }
        const why = faultOfTimes(claims, Math.floor(now().getTime() / 1000))
        if (why !== null) return { state: 'refused', why }
        return { state: 'identified', identity: identityOf(claims, answer.user, key) }
      } catch (error) {
        return failureOf(error)
      }
    },
  }
}

async function discover(
  config: IdentityProviderConfig,
  now: () => Date,
  skewSeconds: number,
): Promise<openid.Configuration> {
  const { issuer, clientId, secret, isStandIn, key } = config
  const url = new URL(issuer)
  const hosts = new Set([url.host, ...otherHosts[key]])
  const found = await openid.discovery(
    url,
    clientId,
    { [openid.clockTolerance]: clockToleranceSeconds, [openid.clockSkew]: skewSeconds },
    secret.kind === 'shared'
      ? openid.ClientSecretBasic(secret.value)
      : (server, client, body) => {
          body.set('client_id', client.client_id)
          body.set('client_secret', appleClientSecret(secret, client.client_id, server.issuer, now()))
        },
    {
      timeout: secondsPerRequest,
      [openid.customFetch]: (address, options) => guardedFetch(hosts, address, options),
      // signatures are looked at too, not only where the token came from
      execute: [openid.enableNonRepudiationChecks, ...(isStandIn ? [openid.allowInsecureRequests] : [])],
    },
  )
  return found
}

async function guardedFetch(
  hosts: ReadonlySet<string>,
  address: string,
  options: openid.CustomFetchOptions,
): Promise<Response> {
  if (!hosts.has(new URL(address).host)) throw new ProviderDown(`leads to a host that is not its own: ${address}`)
  const { body, ...rest } = options
  const answer = await fetch(address, { ...rest, ...(body === undefined ? {} : { body }) }).catch((cause: unknown) => {
    throw new ProviderDown('cannot be reached', { cause })
  })
  if (answer.status >= 500) throw new ProviderDown(`answered ${answer.status}`)
  return answer
}

/** The redirect address as the browser called it, with the names of the answer that count. */
function addressOf(redirectUri: string, { code, state, iss, error, error_description }: ProviderAnswer): URL {
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries({ code, state, iss, error, error_description })) {
    if (value !== undefined) url.searchParams.set(name, value)
  }
  return url
}

/** In the words of the standard, and in Apple's. */
const saidNo = ['access_denied', 'user_cancelled_authorize', 'login_required', 'consent_required']

function failureOf(error: unknown): Redeemed {
  if (error instanceof openid.AuthorizationResponseError) {
    if (error.error === 'server_error' || error.error === 'temporarily_unavailable') return unavailable(error.error)
    return saidNo.includes(error.error) ? { state: 'denied' } : { state: 'refused', why: error.error }
  }
  return isOutage(error) ? unavailable(error) : { state: 'refused', why: wordsOf(error) }
}

function isOutage(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    if (at instanceof ProviderDown) return true
    if ('code' in at && (at.code === 'OAUTH_TIMEOUT' || at.code === 'OAUTH_ABORT')) return true
  }
  return false
}

function unavailable(error: unknown): Unavailable {
  return { state: 'unavailable', why: wordsOf(error) }
}

/** For the log: the library's words, which hold no token. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? ` (${String(error.code)})` : ''
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : ''
  return `${error.message}${code}${cause}`.slice(0, 300)
}
