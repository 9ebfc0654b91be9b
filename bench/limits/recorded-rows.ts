import { createHash } from 'node:crypto'
import type { Prepared } from '../load.ts'
import type { SqlOperation } from '../operations.ts'
import type { BenchPostgres } from '../postgres.ts'
import { type LimitName, type LimitValues, limitOf } from './statements.ts'

/** The SHA-256 of a visitor's cookie, by which her session is found, as PostgreSQL reads bytes. */
export function tokenOf({ cookie }: Pick<Prepared, 'cookie'>): string {
  const sid = /(?:^|; )(?:__Host-)?sid=([^;]+)/.exec(cookie)?.[1] ?? ''
  return `\\x${createHash('sha256').update(sid).digest('hex')}`
}

/** Her last change as the product wrote it: event, line and the answer under its key. */
const lastChange = `
  select s.shopper_id as shopper, e.cart_id as cart, e.version, e.cart_month, e.kind, e.event, e.changes, e.facts_version, l.line_id, l.sku,
    l.quantity, l.position, l.merge_key, l.option_choice, l.ship_method, l.seen_unit_cents, k.key, k.method_path,
    k.request_sha256, k.body
  from shop.session s
  join shop.cart c on c.shopper_id = s.shopper_id and c.state = 'open'
  join shop.cart_event e on e.shopper_id = c.shopper_id and e.cart_id = c.cart_id and e.version = c.version
  join shop.cart_line l on l.shopper_id = c.shopper_id and l.cart_id = c.cart_id
    and l.line_id = (e.event->'records'->'put'->0->>'lineId')::uuid
  join lateral (select * from shop.request_key where shopper_id = s.shopper_id order by created_at desc limit 1) k on true`

/** Her order with all its rows. */
const lastOrder = `
  select s.shopper_id as shopper, o.cart_id as cart, o.order_id, to_jsonb(o) as "order",
    (select jsonb_agg(l) from shop.order_line l where l.shopper_id = o.shopper_id and l.order_id = o.order_id) as lines,
    (select to_jsonb(p) from shop.payment p where p.shopper_id = o.shopper_id and p.order_id = o.order_id) as payment,
    (select to_jsonb(a) from shop.provider_call a where a.shopper_id = o.shopper_id and a.op = 'auth' and a.outcome = 'ok') as call,
    (select jsonb_agg(h) from shop.stock_hold h where h.shopper_id = o.shopper_id and h.order_id = o.order_id) as holds,
    (select to_jsonb(e) from shop.cart_event e where e.shopper_id = o.shopper_id and e.cart_id = o.cart_id and e.kind = 'placing') as placing,
    (select to_jsonb(e) from shop.cart_event e where e.shopper_id = o.shopper_id and e.cart_id = o.cart_id and e.kind = 'ordered') as ordered,
    (select to_jsonb(m) from shop.outbox m where m.shopper_id = o.shopper_id and m.topic = 'mail.order-placed') as outbox,
    k.key, k.method_path, k.request_sha256, k.body
  from shop.session s
  join shop.orders o on o.shopper_id = s.shopper_id
  join lateral (select * from shop.request_key where shopper_id = s.shopper_id order by created_at desc limit 1) k on true`

const sources = { 'change-quantity': lastChange, 'add-item': lastChange, 'place-order': lastOrder } as const

/** What the product has just written for these visitors, as the hand-written statements that write it again elsewhere. */
export async function writtenByHand(
  postgres: BenchPostgres,
  database: string,
  what: Exclude<LimitName, 'read-cart'>,
  visitors: readonly Prepared[],
): Promise<SqlOperation[]> {
  const tokens = visitors.map(tokenOf)
  const listed = tokens.map((token) => `('${token}'::bytea)`).join(', ')
  const { rows } = await postgres.query(
    database,
    `select token_sha256::text as token, to_jsonb(r) - 'token_sha256' as row
     from (${sources[what].replace('select ', 'select s.token_sha256, ')} where s.token_sha256 in (${listed})) r`,
  )
  const byToken = new Map(rows.map(({ token, row }): [string, object] => [token, row]))
  const limit = limitOf(what)
  return tokens.map((token) => {
    const row = byToken.get(token)
    if (row === undefined) throw new Error(`the product wrote nothing for a visitor of ${what}`)
    return limit({ ...valuesOf(row), token })
  })
}

function valuesOf(row: object): LimitValues {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      value === null ? null : typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]),
  )
}
