import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { requestIdHeaders } from '#server/http/ops/request-scope.ts'
import type { NotSent, Unknown } from './port.ts'

/** One HTTP request to a processor, and how long we wait for it (milliseconds). */
export type ExchangeRequest = {
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly headers: { readonly [name: string]: string }
  /** JSON text; empty for a GET. */
  readonly body: string
  /** Of an answer; a megabyte unless said. What is longer is not read. */
  readonly maxAnswerBytes?: number
}

export type Answered = { readonly state: 'answered'; readonly status: number; readonly text: string }
export type ExchangeResult = Answered | Unknown | NotSent

export type Limits = { readonly connectMs: number; readonly answerMs: number }
export type Exchange = ((request: ExchangeRequest) => Promise<ExchangeResult>) & { close(): void }

/** 1 s to connect, 8 s to answer (reliability of the order: the shopper waits 12 s at most). */
export const gatewayLimits: Limits = { connectMs: 1_000, answerMs: 8_000 }

const usualAnswerBytes = 1024 * 1024
const idleSocketMs = 5_000

/**
 * Sends requests over kept connections and tells apart what matters to money: *answered* (any status, redirects not followed),
 * *notSent* (the connection, with its TLS, was never made) and *unknown* (bytes may have reached the processor).
 */
export function createExchange(limits: Limits): Exchange {
  const agents = {
    'http:': new HttpAgent({ keepAlive: true, timeout: idleSocketMs }),
    'https:': new HttpsAgent({ keepAlive: true, timeout: idleSocketMs }),
  }

  function exchange(wanted: ExchangeRequest): Promise<ExchangeResult> {
    const url = new URL(wanted.url)
    const isSecure = url.protocol === 'https:'
    return new Promise((resolve) => {
      let isConnected = false
      const settle = (result: ExchangeResult) => {
        clearTimeout(connectTimer)
        clearTimeout(answerTimer)
        resolve(result)
      }
      const giveUp = (why: Unknown['why']) => {
        settle(isConnected ? { state: 'unknown', why } : { state: 'notSent', why: 'noConnection' })
        outgoing.destroy()
      }
      const take = (incoming: IncomingMessage) => {
        const chunks: Buffer[] = []
        let size = 0
        incoming.on('data', (chunk: Buffer) => {
          size += chunk.length
          if (size > (wanted.maxAnswerBytes ?? usualAnswerBytes)) giveUp('unreadableAnswer')
          else chunks.push(chunk)
        })
        incoming.on('error', () => giveUp('connectionCut'))
        incoming.on('aborted', () => giveUp('connectionCut'))
        incoming.on('end', () =>
          settle({ state: 'answered', status: incoming.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }),
        )
      }
      const send = isSecure ? httpsRequest : httpRequest
      const outgoing = send(
        url,
        {
          method: wanted.method,
          agent: isSecure ? agents['https:'] : agents['http:'],
          headers: { ...requestIdHeaders(), ...wanted.headers, 'content-length': Buffer.byteLength(wanted.body) },
        },
        take,
      )
      const connectTimer = setTimeout(() => isConnected || giveUp('timeout'), limits.connectMs)
      const answerTimer = setTimeout(() => giveUp('timeout'), limits.connectMs + limits.answerMs)
      outgoing.on('error', () => giveUp('connectionCut'))
      outgoing.once('socket', (socket) => {
        const connected = () => {
          isConnected = true
          clearTimeout(connectTimer)
        }
        if (outgoing.reusedSocket) connected()
        else socket.once(isSecure ? 'secureConnect' : 'connect', connected)
      })
      outgoing.end(wanted.body)
    })
  }

  return Object.assign(exchange, {
    close: () => {
      agents['http:'].destroy()
      agents['https:'].destroy()
    },
  })
}
