import { createHash, createHmac, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Part = { readonly [name: string]: unknown }

/** How the provider misbehaves; nothing of it: as it should. */
export type Misdeed = {
  readonly claims?: Part
  readonly header?: Part
  /** What signs the ID token in place of the published key. */
  readonly signing?: 'none' | 'otherKey' | 'clientSecret'
  readonly hasNoIdToken?: boolean
  /** What the named address does in place of answering. */
  readonly discovery?: 'down' | 'hangs' | 'redirects' | 'otherIssuer' | 'otherTokenHost'
  readonly token?: 'down' | 'hangs' | 'redirects' | 'notJson'
}

export type FakeProvider = {
  readonly issuer: string
  readonly clientSecret: string
  misbehave(misdeed: Misdeed): void
  /** A code as the authorization endpoint would give for this address of it. */
  codeFor(authorization: URL): string
  /** Requests that came to the token endpoint. */
  readonly tokenRequests: URLSearchParams[]
  close(): Promise<void>
}

const clientId = 'client-of-a-test'
const text = (part: Part | string) =>
  Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url')

/** A provider of OpenID Connect that does wrong as told: what a well-made one cannot be made to do. */
export async function startFakeProvider(): Promise<FakeProvider & { readonly clientId: string }> {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const otherKeys = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const clientSecret = 'a client secret that is long enough for a MAC of it'
  const codes = new Map<string, { readonly challenge: string; readonly nonce: string }>()
  const tokenRequests: URLSearchParams[] = []
  let misdeed: Misdeed = {}
  let issuer = ''

  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<ServerResponse | null> {
    const path = (request.url ?? '').split('?')[0]
    if (path === '/.well-known/openid-configuration') return discovery(response)
    if (path === '/keys') {
      return json(response, 200, { keys: [{ ...keys.publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig' }] })
    }
    if (path !== '/token') return json(response, 404, {})
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    return token(new URLSearchParams(Buffer.concat(chunks).toString()), response)
  }

  function discovery(response: ServerResponse): ServerResponse | null {
    if (misdeed.discovery === 'hangs') return null
    if (misdeed.discovery === 'down') return json(response, 503, {})
    if (misdeed.discovery === 'redirects') return redirect(response, `${issuer}/elsewhere`)
    return json(response, 200, {
      issuer: misdeed.discovery === 'otherIssuer' ? 'https://evil.example' : issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: misdeed.discovery === 'otherTokenHost' ? 'http://127.0.0.1:9/token' : `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      authorization_response_iss_parameter_supported: true,
    })
  }

  function token(body: URLSearchParams, response: ServerResponse): ServerResponse | null {
    tokenRequests.push(body)
    if (misdeed.token === 'hangs') return null
    if (misdeed.token === 'down') return json(response, 500, {})
    if (misdeed.token === 'redirects') return redirect(response, `${issuer}/elsewhere`)
    if (misdeed.token === 'notJson') return response.writeHead(200, { 'content-type': 'text/html' }).end('<p>')
    const code = codes.get(body.get('code') ?? '')
    codes.delete(body.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url')
    if (code === undefined || code.challenge !== challenge) return json(response, 400, { error: 'invalid_grant' })
    return json(response, 200, {
      access_token: 'access',
      token_type: 'Bearer',
      expires_in: 60,
      ...(misdeed.hasNoIdToken ? {} : { id_token: idToken(code.nonce) }),
    })
  }

  function idToken(nonce: string): string {
    const now = Math.floor(Date.now() / 1000)
    const alg = misdeed.signing === 'none' ? 'none' : misdeed.signing === 'clientSecret' ? 'HS256' : 'RS256'
    const header = text({ alg, kid: 'one', ...misdeed.header })
    const person = { sub: 'subject-1', email: 'fake.person@example.com', email_verified: true, name: 'Fay Kerr' }
    const own = { iss: issuer, aud: clientId, iat: now, exp: now + 300, nonce, ...person }
    const claims = text({ ...own, ...misdeed.claims })
    return `${header}.${claims}.${signature(`${header}.${claims}`)}`
  }

  function signature(signed: string): string {
    const rsa = (key: KeyObject) => sign('sha256', Buffer.from(signed), key).toString('base64url')
    if (misdeed.signing === 'none') return ''
    if (misdeed.signing === 'otherKey') return rsa(otherKeys.privateKey)
    if (misdeed.signing === 'clientSecret') return createHmac('sha256', clientSecret).update(signed).digest('base64url')
    return rsa(keys.privateKey)
  }

  return {
    issuer,
    clientId,
    clientSecret,
    tokenRequests,
    misbehave(wanted) {
      misdeed = wanted
    },
    codeFor(authorization) {
      const code = `code-${codes.size}-${randomBytes(16).toString('base64url')}`
      const { searchParams: query } = authorization
      codes.set(code, { challenge: query.get('code_challenge') ?? '', nonce: query.get('nonce') ?? '' })
      return code
    },
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

function json(response: ServerResponse, status: number, body: object): ServerResponse {
  return response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function redirect(response: ServerResponse, to: string): ServerResponse {
  return response.writeHead(302, { location: to }).end()
}
