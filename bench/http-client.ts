import { Agent, request } from 'node:http'

export type Answer = {
  readonly status: number
  readonly body: string
  readonly headers: NodeJS.Dict<string | string[]>
  readonly ms: number
}

/** One visitor of one store over one kept connection: cookies, token and request keys as a browser would send them. */
export class Visitor {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })
  readonly #port: number
  readonly #host: string
  #cookie = ''
  #token = ''

  constructor(port: number, host: string) {
    this.#port = port
    this.#host = host
  }

  get origin(): string {
    return `http://${this.#host}:${this.#port}`
  }

  async page(path: string): Promise<Answer> {
    const answer = await this.#send('GET', path, undefined, { accept: 'text/html' })
    const token = /name="__RequestVerificationToken"[^>]*value="([^"]+)"/.exec(answer.body)?.[1]
    if (token) this.#token = token
    return answer
  }

  get(path: string): Promise<Answer> {
    return this.#send('GET', path, undefined, { accept: 'application/json' })
  }

  post(path: string, body: unknown): Promise<Answer> {
    return this.#send('POST', path, JSON.stringify(body), {
      'content-type': 'application/json',
      accept: 'application/json',
      requestverificationtoken: this.#token,
      'idempotency-key': crypto.randomUUID(),
      origin: this.origin,
      'sec-fetch-site': 'same-origin',
    })
  }

  close(): void {
    this.#agent.destroy()
  }

  #send(method: string, path: string, body: string | undefined, headers: NodeJS.Dict<string>): Promise<Answer> {
    const started = performance.now()
    return new Promise((resolve, reject) => {
      const outgoing = request(
        {
          agent: this.#agent,
          host: '127.0.0.1',
          port: this.#port,
          method,
          path,
          headers: {
            host: `${this.#host}:${this.#port}`,
            ...(this.#cookie ? { cookie: this.#cookie } : {}),
            ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
            ...headers,
          },
        },
        (incoming) => {
          const parts: Buffer[] = []
          incoming.on('data', (part: Buffer) => parts.push(part))
          incoming.on('error', reject)
          incoming.on('end', () => {
            for (const cookie of incoming.headers['set-cookie'] ?? [])
              this.#cookie = cookie.split(';')[0] ?? this.#cookie
            resolve({
              status: incoming.statusCode ?? 0,
              body: Buffer.concat(parts).toString('utf8'),
              headers: incoming.headers,
              ms: performance.now() - started,
            })
          })
        },
      )
      outgoing.on('error', reject)
      outgoing.end(body)
    })
  }
}
