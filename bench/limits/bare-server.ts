import { createServer } from 'node:http'
import pg from 'pg'
import { tokenOf } from './recorded-rows.ts'
import { type LimitValues, limitOf } from './statements.ts'

/** A cart answered by one hand-written statement, by bare clients behind a bare server: the limit of reading one. */
export type BareServer = {
  readonly port: number
  readonly url: string
  readonly words: LimitValues
  /** As many connections as the product may have. */
  readonly connections: number
}

/** A program of its own; says over the channel when it listens. */
process.once('message', ({ port, url, words, connections }: BareServer) => {
  const options = '-c search_path=shop -c plan_cache_mode=force_generic_plan'
  const limit = limitOf('read-cart')
  const clients = Array.from(
    { length: connections },
    () => new pg.Client({ connectionString: url, options, pipeline: true }),
  )
  let next = 0
  const server = createServer((request, response) => {
    const values = { ...words, brand: 'CB', country: 'US', token: tokenOf({ cookie: request.headers.cookie ?? '' }) }
    const statement = limit(values)[0]?.[0]
    const client = clients[next++ % clients.length]
    if (statement === undefined || client === undefined) throw new Error('there is no statement or nobody to ask')
    client.query({ ...statement, values: [...statement.values] }).then(
      ({ rows }) => {
        const body = Buffer.from(rows[0]?.answer ?? '')
        const length = String(body.length)
        response.writeHead(body.length === 0 ? 404 : 200, {
          'content-type': 'application/json',
          'content-length': length,
        })
        response.end(body)
      },
      (error: Error) => {
        response.writeHead(500, { 'content-length': String(Buffer.byteLength(error.message)) }).end(error.message)
      },
    )
  })
  void Promise.all(clients.map((client) => client.connect())).then(() => {
    server.listen(port, '127.0.0.1', () => process.send?.('listening'))
  })
})
