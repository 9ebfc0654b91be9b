import { type Configuration, interactionPolicy, type JWK, Provider } from 'oidc-provider'
import { escapeHtml } from '#domain/escape-html.ts'
import { type AppleClient, isAppleClientSecret } from './apple.ts'
import { memoryAdapter } from './memory-adapter.ts'
import { createPersonBook, type PersonBook } from './people.ts'

export type StandInKey = 'google' | 'apple' | 'okta'

/** How the store signs in at one provider: with a secret, or with a key as Apple wants it. */
export type StandInClient =
  | { readonly key: 'google' | 'okta'; readonly clientId: string; readonly clientSecret: string }
  | ({ readonly key: 'apple' } & AppleClient)

export type StandInParts = {
  readonly client: StandInClient
  readonly issuer: string
  /** Where the store takes answers; compared letter by letter. */
  readonly redirectUris: readonly string[]
  readonly signingKey: JWK
  /** What its cookies are signed with. */
  readonly cookieKey: string
}

export type StandIn = {
  readonly key: StandInKey
  readonly name: string
  readonly provider: Provider
  readonly book: PersonBook
}

const names = { google: 'Google', apple: 'Apple', okta: 'Okta' } as const
const minutes = 60

/**
 * A provider that stands in for a real one: code flow only, PKCE by S256 demanded, redirect addresses compared exactly, a
 * code good once and for a minute. Apple's answers come by form post, with the name at the first consent only.
 */
export function createStandIn(parts: StandInParts): StandIn {
  const { client, issuer } = parts
  const book = createPersonBook(client.key)
  const provider = new Provider(issuer, configurationOf(parts, book))
  if (client.key === 'apple') {
    provider.Client.prototype.compareClientSecret = (secret) =>
      isAppleClientSecret(String(secret), client, issuer, new Date())
    tellNameOnce(provider, book)
  }
  return { key: client.key, name: names[client.key], provider, book }
}

function configurationOf(parts: StandInParts, book: PersonBook): Configuration {
  const { client, redirectUris } = parts
  const isApple = client.key === 'apple'
  const mount = new URL(parts.issuer).pathname
  return {
    adapter: memoryAdapter(),
    clients: [
      {
        client_id: client.clientId,
        // Apple's is another with every request: compareClientSecret judges it
        client_secret: isApple ? 'a signed one' : client.clientSecret,
        redirect_uris: [...redirectUris],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: isApple ? 'client_secret_post' : 'client_secret_basic',
      },
    ],
    clientAuthMethods: [isApple ? 'client_secret_post' : 'client_secret_basic'],
    responseTypes: ['code'],
    scopes: isApple ? ['openid', 'email', 'name'] : ['openid', 'email', 'profile'],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      ...(isApple ? {} : { profile: ['name', 'given_name', 'family_name'] }),
    },
    // as the real ones do: what a scope asks for stands in the ID token
    conformIdTokenClaims: false,
    jwks: { keys: [{ ...parts.signingKey, use: 'sig', alg: 'RS256' }] },
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
    },
    ttl: {
      AuthorizationCode: minutes,
      AccessToken: 10 * minutes,
      IdToken: 10 * minutes,
      Interaction: 10 * minutes,
      Session: 10 * minutes,
      Grant: 10 * minutes,
    },
    cookies: {
      keys: [parts.cookieKey],
      names: {
        session: `${client.key}_session`,
        interaction: `${client.key}_interaction`,
        resume: `${client.key}_resume`,
      },
    },
    interactions: { policy: askingAlways(), url: (_ctx, { uid }) => `${mount}/interaction/${uid}` },
    clientBasedCORS: () => false,
    async findAccount(_ctx, subject) {
      const person = book.find(subject)
      if (person === undefined) return undefined
      const { firstName, lastName, email, isEmailVerified } = person
      return {
        accountId: subject,
        claims: async () => ({
          sub: subject,
          email,
          // Apple writes it as a text
          email_verified: isApple ? (String(isEmailVerified) as unknown as boolean) : isEmailVerified,
          ...(isApple ? {} : { name: `${firstName} ${lastName}`, given_name: firstName, family_name: lastName }),
        }),
      }
    },
    // choosing a person is the consent
    async loadExistingGrant(ctx) {
      const { client: asking, session } = ctx.oidc
      if (asking === undefined || session?.accountId === undefined) return undefined
      const grant = new ctx.oidc.provider.Grant({ clientId: asking.clientId, accountId: session.accountId })
      grant.addOIDCScope(isApple ? 'openid email name' : 'openid email profile')
      await grant.save()
      return grant
    },
    renderError(ctx, out) {
      ctx.type = 'html'
      const said = escapeHtml(out.error_description ?? out.error)
      ctx.body = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Not possible</title><h1>This sign-in is not possible</h1><p>${said}</p></html>`
    },
  }
}

/** Asks who signs in each time, whoever it was before. */
function askingAlways() {
  const policy = interactionPolicy.base()
  const ask = new interactionPolicy.Check('asks_always', 'a person must be chosen', 'login_required', (ctx) => {
    const isChosen = ctx.oidc.result?.login !== undefined
    return isChosen ? interactionPolicy.Check.NO_NEED_TO_PROMPT : interactionPolicy.Check.REQUEST_PROMPT
  })
  policy.get('login')?.checks.add(ask)
  // Google's word for it may be asked for; the page that asks who signs in is the answer to both
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0)
  return policy
}

/** Apple's field `user`, which comes with the code of a person's first consent and never again. */
function tellNameOnce(provider: Provider, book: PersonBook): void {
  provider.use(async (ctx, next) => {
    await next()
    const subject = ctx.oidc?.session?.accountId
    if (typeof ctx.body !== 'string' || subject === undefined || !ctx.body.includes('name="code"')) return
    const person = book.find(subject)
    if (person === undefined || !book.isFirstConsent(subject)) return
    const { firstName, lastName, email } = person
    const user = escapeHtml(JSON.stringify({ name: { firstName, lastName }, email }))
    ctx.body = ctx.body.replace('</form>', `<input type="hidden" name="user" value="${user}"/></form>`)
  })
}
