import Fastify from 'fastify'

/** A page and its headers, to be answered from memory by Fastify alone: what no server of ours can beat. */
export type FixedPage = {
  readonly port: number
  /** Base64. */
  readonly body: string
  readonly headers: { readonly [name: string]: string }
}

/** A program of its own; says over the channel when it listens. */
process.once('message', ({ port, body, headers }: FixedPage) => {
  const bytes = Buffer.from(body, 'base64')
  const app = Fastify()
  app.get('/*', (_request, reply) => reply.headers(headers).send(bytes))
  void app.listen({ port, host: '127.0.0.1' }).then(() => process.send?.('listening'))
})
