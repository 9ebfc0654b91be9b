import { Server } from 'node:http'
import { connect } from 'node:net'
import pg from 'pg'

/** A server that was not written carefully, for the test of the soak: loaded beside the product, it keeps some of each request. */
const kept: object[] = []
const { emit } = Server.prototype
Server.prototype.emit = function (this: Server, event: string | symbol, ...values: unknown[]) {
  if (event === 'request') kept.push(Array.from({ length: 5_000 }, (_, nth) => nth + kept.length * 1.5))
  if (event === 'request' && kept.length % 20 === 0) {
    const address = this.address()
    if (typeof address === 'object' && address !== null) kept.push(connect(address.port, '127.0.0.1'))
  }
  return emit.call(this, event, ...values)
}

const { query } = pg.Client.prototype as { query(...values: unknown[]): unknown }
let asked = 0
Object.assign(pg.Client.prototype, {
  query(this: pg.Client, ...values: unknown[]) {
    asked += 1
    if (asked % 20 === 0) void query.call(this, { name: `leak-${asked}`, text: 'select 1' })
    return query.apply(this, values)
  },
})
