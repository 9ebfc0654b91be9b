import type { Connection, Reply } from './connection.ts'

/** What a browser keeps of a visit: enough to go on with it in another process. */
export type Cookies = { readonly cookie: string; readonly token: string }

/** One visitor of one store over one kept connection, with the cookies, the token and the request keys of a browser. */
export class Visitor {
  readonly #connection: Connection
  readonly #host: string
  /** Shoppers come from many places: new cards are counted by address. */
  readonly #address = `10.${[0, 0, 0].map(() => Math.floor(Math.random() * 256)).join('.')}`
  readonly #cookies = new Map<string, string>()
  #cookie = ''
  #token = ''
  /** Milliseconds that the calls since the last look at it took, all together. */
  spentMs = 0
  /** What she asked for, as in 'GET /'. */
  readonly asked: string[] = []

  constructor(connection: Connection, host: string, cookies?: Cookies) {
    this.#connection = connection
    this.#host = host
    this.#cookie = cookies?.cookie ?? ''
    for (const pair of this.#cookie.split('; ')) {
      const at = pair.indexOf('=')
      if (at > 0) this.#cookies.set(pair.slice(0, at), pair.slice(at + 1))
    }
    this.#token = cookies?.token ?? ''
  }

  get cookies(): Cookies {
    return { cookie: this.#cookie, token: this.#token }
  }

  /** Opens a page as a browser does. */
  page(path: string): Promise<Reply> {
    return this.#send('GET', path, 'accept: text/html\r\naccept-encoding: gzip, deflate, br\r\n')
  }

  /** Fetches session and token, as the browser does before its first change. */
  async openSession(): Promise<void> {
    const { body } = await this.#send('GET', '/session', 'accept: text/html\r\n')
    const token = /name="__RequestVerificationToken"[^>]*value="([^"]+)"/.exec(body.toString('latin1'))?.[1]
    if (token === undefined) throw new Error('/session has no token')
    this.#token = token
  }

  get(path: string): Promise<Reply> {
    return this.#send('GET', path, 'accept: application/json\r\n')
  }

  post(path: string, body: unknown): Promise<Reply> {
    const key = crypto.randomUUID()
    const head = `content-type: application/json\r\naccept: application/json\r\nrequestverificationtoken: ${this.#token}\r\nidempotency-key: ${key}\r\n`
    return this.#send('POST', path, head, JSON.stringify(body))
  }

  /** Posts and reads the answer. @throws unless it is a success */
  async call<Answer>(path: string, body: unknown): Promise<Answer & { readonly isSuccess: boolean }> {
    return read(path, await this.post(path, body))
  }

  async form(path: string, fields: { readonly [name: string]: string }): Promise<Reply> {
    const body = new URLSearchParams({ __RequestVerificationToken: this.#token, ...fields }).toString()
    return this.#send('POST', path, 'content-type: application/x-www-form-urlencoded\r\naccept: text/html\r\n', body)
  }

  async #send(method: 'GET' | 'POST', path: string, head: string, body = ''): Promise<Reply> {
    const origin =
      method === 'GET'
        ? ''
        : `origin: http://${this.#host}\r\nsec-fetch-site: same-origin\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`
    const cookie = this.#cookie === '' ? '' : `cookie: ${this.#cookie}\r\n`
    const reply = await this.#connection.send(
      `${method} ${path} HTTP/1.1\r\nhost: ${this.#host}\r\nx-forwarded-for: ${this.#address}\r\n${cookie}${head}${origin}\r\n${body}`,
    )
    this.spentMs += reply.ms
    this.asked.push(`${method} ${path}`)
    if (/\nset-cookie:/i.test(reply.head)) this.#keepCookies(reply.head)
    if (reply.status >= 400) throw new Error(`${method} ${path} answered ${reply.status}: ${reply.body.toString()}`)
    return reply
  }

  #keepCookies(head: string): void {
    for (const [, name = '', value = ''] of head.matchAll(/\nset-cookie: ([^=]+)=([^;\r]*)/gi)) {
      if (value === '') this.#cookies.delete(name)
      else this.#cookies.set(name, value)
    }
    this.#cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }
}

function read<Answer>(path: string, reply: Reply): Answer & { readonly isSuccess: boolean } {
  const answer = JSON.parse(reply.body.toString()) as Answer & { readonly isSuccess: boolean }
  if (answer.isSuccess !== true) throw new Error(`${path} answered ${reply.body.toString()}`)
  return answer
}
