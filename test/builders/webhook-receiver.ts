import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export type ReceivedWebhook = {
  readonly id: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export type WebhookReceiver = {
  readonly url: string
  /** All that came, answered well or not. */
  readonly received: readonly ReceivedWebhook[]
  /** From now on each is answered so; null: never. */
  answer(status: number | null, headers?: { readonly [name: string]: string }): void
  close(): Promise<void>
}

/** Somebody who takes webhooks, and answers 204 until told otherwise. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = []
  let status: number | null = 204
  let more: { readonly [name: string]: string } = {}
  const server = createServer(async (request, reply) => {
    const body = await text(request)
    received.push({ id: String(request.headers['webhook-id']), headers: request.headers, body })
    if (status !== null) reply.writeHead(status, more).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answer(next, headers = {}) {
      status = next
      more = headers
    },
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
