import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import type { Call, ReplyOf, SentBy } from '#contracts/call.ts'
import type { PageState } from '#contracts/pages.ts'
import { type CallTable, callTable } from '#contracts/table.ts'
import type { Variant } from '#domain/variant.ts'

export type CallExtras = {
  /** Idempotency-Key; a fresh one per POST unless given, none for null. */
  readonly key?: string | null
  readonly headers?: { readonly [name: string]: string }
  readonly cookies?: { readonly [name: string]: string }
}

/** A visitor of one storefront, with the cookies and the token a browser would keep. */
export type TestShopper = {
  readonly variant: Variant
  readonly cookies: Map<string, string>
  /** The newest token; '' before the first page. */
  token(): string
  /** Opens a page as HTML; keeps cookies and token. Redirects are not followed. */
  get(path: string, headers?: { readonly [name: string]: string }): Promise<LightMyRequestResponse>
  /** Opens a page as a soft navigation does and follows its redirects. */
  page(path: string): Promise<PageState>
  /** Makes a call of the table with token and a fresh key; a session is opened when there is none. Fails unless it is answered 200. */
  call<Topic extends keyof CallTable, Name extends keyof CallTable[Topic]>(
    topic: Topic,
    name: Name,
    input: SentBy<CallTable[Topic][Name]>,
    extras?: CallExtras,
  ): Promise<ReplyOf<CallTable[Topic][Name]>>
  /** The same without any opinion on the answer. */
  rawCall(topic: keyof CallTable, name: string, body: unknown, extras?: CallExtras): Promise<LightMyRequestResponse>
  rawPost(path: string, body: unknown, headers?: { readonly [name: string]: string }): Promise<LightMyRequestResponse>
  /** Sends a native form with the token of the last page. Redirects are not followed. */
  submit(
    path: string,
    fields: { readonly [name: string]: string },
    headers?: { readonly [name: string]: string },
  ): Promise<LightMyRequestResponse>
  /** Sends a native form with a file, as a browser does. */
  upload(
    path: string,
    fields: { readonly [name: string]: string },
    file: { readonly field: string; readonly bytes: Buffer; readonly name?: string },
    headers?: { readonly [name: string]: string },
  ): Promise<LightMyRequestResponse>
}

let keys = 0

/** A visitor without cookies, of a shop in this process or (see wire.ts) of a server of its own. */
export function testShopper(http: Pick<FastifyInstance, 'inject'>, variant: Variant): TestShopper {
  const cookies = new Map<string, string>()
  const host = `${variant.host}:3000`
  let token = ''

  async function send(options: InjectOptions, extraCookies: { readonly [name: string]: string } = {}) {
    const cookie = [...Object.entries({ ...Object.fromEntries(cookies), ...extraCookies })]
      .map(([name, value]) => `${name}=${value}`)
      .join('; ')
    const headers = { host, ...(cookie === '' ? {} : { cookie }), ...options.headers }
    const answer = await http.inject({ ...options, headers })
    for (const { name, value, maxAge, expires } of answer.cookies) {
      const isGone = maxAge === 0 || (expires !== undefined && expires.getTime() < 86_400_000)
      if (isGone) cookies.delete(name)
      else cookies.set(name, value)
    }
    return answer
  }

  async function open(): Promise<void> {
    if (token !== '') return
    await shopper.get('/session')
  }

  async function rawCall(topic: keyof CallTable, name: string, body: unknown, extras: CallExtras = {}) {
    const { route } = (callTable[topic] as { readonly [name: string]: Call })[name]!
    await open()
    if (route.method === 'GET') {
      const query = new URLSearchParams(body as Record<string, string>)
      const headers = { ...extras.headers }
      return send(
        { method: 'GET', url: query.size === 0 ? route.path : `${route.path}?${query}`, headers },
        extras.cookies,
      )
    }
    keys += 1
    const key = extras.key === undefined ? `test-key-${process.pid}-${keys}` : extras.key
    const headers = {
      'content-type': 'application/json',
      requestverificationtoken: token,
      ...(key === null ? {} : { 'idempotency-key': key }),
      ...extras.headers,
    }
    return send({ method: 'POST', url: route.path, headers, payload: textOf(body) }, extras.cookies)
  }

  const shopper: TestShopper = {
    variant,
    cookies,
    token: () => token,
    async get(path, headers = {}) {
      const answer = await send({ method: 'GET', url: path, headers: { accept: 'text/html', ...headers } })
      const found = /name="__RequestVerificationToken"[^>]*value="([\w-]+)"/.exec(answer.body)?.[1]
      if (found !== undefined) token = found
      return answer
    },
    async page(path) {
      let url = path
      for (let hop = 0; hop < 5; hop += 1) {
        const answer = await send({ method: 'GET', url, headers: { accept: 'application/json' } })
        const to = answer.headers.location
        if (to === undefined) {
          const state = answer.json<PageState>()
          if (state.frame.token !== '') token = state.frame.token
          return state
        }
        url = String(to)
      }
      throw new Error(`${path} leads in circles`)
    },
    async call(topic, name, input, extras) {
      const answer = await rawCall(topic, String(name), input, extras)
      if (answer.statusCode !== 200) throw new Error(`${String(name)} answered ${answer.statusCode}: ${answer.body}`)
      return answer.json()
    },
    rawCall,
    rawPost(path, body, headers = {}) {
      return send({
        method: 'POST',
        url: path,
        headers: { 'content-type': 'application/json', requestverificationtoken: token, ...headers },
        payload: textOf(body),
      })
    },
    submit(path, fields, headers = {}) {
      return send({
        method: 'POST',
        url: path,
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        payload: new URLSearchParams({ __RequestVerificationToken: token, ...fields }).toString(),
      })
    },
    async upload(path, fields, { field, bytes, name = 'photo.jpg' }, headers = {}) {
      const form = new FormData()
      for (const [key, value] of Object.entries({ __RequestVerificationToken: token, ...fields })) form.set(key, value)
      form.set(field, new File([new Uint8Array(bytes)], name))
      const written = new Response(form)
      const type = { 'content-type': written.headers.get('content-type') ?? '' }
      const payload = Buffer.from(await written.arrayBuffer())
      return send({ method: 'POST', url: path, headers: { ...type, ...headers }, payload })
    },
  }
  return shopper
}

function textOf(body: unknown): string {
  return typeof body === 'string' ? body : JSON.stringify(body)
}
