import { isDeepStrictEqual } from 'node:util'
import type { BenchPostgres } from './postgres.ts'

/** What a shop has come to: equal for the product and for its replayed statements, or the replay is no measure of it. */
export type ShopState = { readonly [fact: string]: string }

const facts = {
  shoppers: 'select count(*) from shop.shopper',
  lines: "select count(*) || ' lines, ' || sum(quantity) || ' pieces' from shop.cart_line",
  versions: 'select sum(version) from shop.cart',
  events: 'select count(*) from shop.cart_event',
  orders:
    "select string_agg(state || ' ' || n, ', ' order by state) from (select state, count(*) n from shop.orders group by 1) s",
  payments:
    "select string_agg(state || ' ' || n, ', ' order by state) from (select state, count(*) n from shop.payment group by 1) s",
  stock: 'select sum(on_hand) from shop.stock',
  held: 'select sum(held) from shop.stock',
  mails: 'select count(*) from shop.outbox',
  keys: "select count(*) from shop.request_key where state = 'done'",
} as const

export async function readState(postgres: BenchPostgres, database: string): Promise<ShopState> {
  const columns = Object.entries(facts).map(([name, query]) => `(${query})::text as ${name}`)
  const { rows } = await postgres.query(database, `select ${columns.join(', ')}`)
  return rows[0]
}

/** @throws when the two differ, naming what does */
export function compareStates(product: ShopState, replay: ShopState): void {
  if (isDeepStrictEqual(product, replay)) return
  const differing = Object.keys(product).filter((name) => product[name] !== replay[name])
  const told = differing.map((name) => `${name}: ${product[name]} by the product, ${replay[name]} replayed`)
  throw new Error(`The replay did not do what the product did. ${told.join('; ')}`)
}
