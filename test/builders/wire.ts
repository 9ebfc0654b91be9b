import { type Agent, request } from 'node:http'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'

export type WireOptions = {
  /** The port of the server that this request goes to. */
  readonly port: () => number
  /** Where the visitor comes from; the server must trust this machine as a proxy. */
  readonly address?: string
  /** How long an answer is waited for, milliseconds. */
  readonly answerMs?: number
  /** Keeps connections open; without it each request has its own, and none is left half open by a server that dies. */
  readonly agent?: Agent
}

/** What a test's shopper sends goes over the network to a server that is a process of its own; rejects when no answer comes. */
export function overTheWire({ port, address, answerMs = 20_000, agent }: WireOptions): Pick<FastifyInstance, 'inject'> {
  const forwarded = address === undefined ? {} : { 'x-forwarded-for': address }
  const inject = (options: InjectOptions): Promise<LightMyRequestResponse> =>
    new Promise((resolve, reject) => {
      const body = typeof options.payload === 'string' ? options.payload : ''
      const sent = request(
        {
          port: port(),
          host: '127.0.0.1',
          method: options.method ?? 'GET',
          path: String(options.url),
          agent: agent ?? false,
          timeout: answerMs,
          headers: { ...forwarded, ...options.headers, 'content-length': Buffer.byteLength(body) },
        },
        (answer) => {
          const parts: Buffer[] = []
          answer.on('data', (part: Buffer) => parts.push(part))
          answer.on('error', reject)
          answer.on('end', () => {
            const text = Buffer.concat(parts).toString('utf8')
            resolve({
              statusCode: answer.statusCode ?? 0,
              headers: answer.headers,
              body: text,
              cookies: (answer.headers['set-cookie'] ?? []).map(cookieOf),
              json: () => JSON.parse(text),
            } as LightMyRequestResponse)
          })
        },
      )
      sent.on('timeout', () => sent.destroy(new Error(`no answer in ${answerMs} ms`)))
      sent.on('error', reject)
      sent.end(body)
    })
  return { inject: inject as FastifyInstance['inject'] }
}

function cookieOf(line: string) {
  const [pair = '', ...rest] = line.split(';')
  const at = pair.indexOf('=')
  const attribute = (name: string) =>
    rest.map((one) => one.trim().split('=')).find(([key]) => key?.toLowerCase() === name)?.[1]
  const maxAge = attribute('max-age')
  const expires = attribute('expires')
  return {
    name: pair.slice(0, at),
    value: pair.slice(at + 1),
    ...(maxAge === undefined ? {} : { maxAge: Number(maxAge) }),
    ...(expires === undefined ? {} : { expires: new Date(expires) }),
  }
}
