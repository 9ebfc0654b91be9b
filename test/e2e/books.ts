import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { VariantKey } from '#domain/variant.ts'
import { variants } from '#domain/variant.ts'
import { readPostmaster } from '#embedded-postgres/postmaster.ts'
import { ownStore } from './own-store.ts'

/** Where the database of a store under test listens. */
export function databaseUrlOf(dataDir: string): string {
  const folder = join(dataDir, 'postgres')
  const postmaster = readPostmaster(join(folder, 'cluster'))
  if (postmaster === undefined) throw new Error(`no database serves ${folder}`)
  const password = readFileSync(join(folder, 'password'), 'utf8').trim()
  return `postgres://cartwright:${encodeURIComponent(password)}@127.0.0.1:${postmaster.port}/cartwright`
}

/** Asks the database of the store under test, past the store: what really stands in its books. */
export async function ask<Row extends pg.QueryResultRow>(
  sql: string,
  parameters: readonly unknown[] = [],
  dataDir = ownStore().dataDir,
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: databaseUrlOf(dataDir) })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Row>(sql, [...parameters])).rows
  } finally {
    await client.end()
  }
}

const warehouse = `select location_id from shop.location where kind = 'warehouse' and brand = $1 and country = $2`

export type Article = { readonly sku: number; readonly name: string; readonly price: number }

/** A plain article of a storefront: small, in stock, with nothing to decide but its colour. `nth` chooses among them, each of another product. */
export async function plainArticle(key: VariantKey, nth = 0): Promise<Article> {
  const { brand, country } = variants[key]
  const rows = await ask<{ sku: string; name: string; price: number }>(
    `select min(sku.sku) as sku, product.name, min(price.current_cents) as price
     from shop.sku join shop.product using (brand, product_id) join shop.price using (sku) join shop.stock using (sku)
     where sku.brand = $1 and price.country = $2 and location_id = (${warehouse}) and ship_kind = 'parcel' and status = 'active'
       and on_hand - held >= 20 and make_days = 0 and personalization is null and custom_order is null and not is_pfas
       and services = '[]' and property_codes = '{}' and price.current_cents between 2000 and 60000
     group by product.product_id, product.name having min(price.current_cents) = max(price.current_cents)
     order by min(sku.sku)`,
    [brand, country],
  )
  const row = rows[nth % rows.length]
  if (row === undefined) throw new Error(`${key} has no plain article`)
  return { ...row, sku: Number(row.sku) }
}

/** Pieces on hand in the warehouse that a storefront ships from. */
export async function onHand(key: VariantKey, sku: number): Promise<number> {
  const { brand, country } = variants[key]
  const rows = await ask<{ onHand: number }>(
    `select on_hand as "onHand" from shop.stock where sku = $3 and location_id = (${warehouse})`,
    [brand, country, sku],
  )
  return rows[0]?.onHand ?? 0
}

/** Sets the pieces that are free in that warehouse, whatever orders hold there. */
export async function setOnHand(key: VariantKey, sku: number, pieces: number): Promise<void> {
  const { brand, country } = variants[key]
  await ask(`update shop.stock set on_hand = held + $4 where sku = $3 and location_id = (${warehouse})`, [
    brand,
    country,
    sku,
    pieces,
  ])
}

export type PlacedOrder = {
  readonly number: string
  readonly state: string
  readonly total: number
  readonly sku: number
  readonly billing: { readonly address1: string; readonly postalCode: string } | null
}

/** The orders of an email address, each with the sku of its first line. */
export async function ordersOf(email: string): Promise<PlacedOrder[]> {
  const rows = await ask<Omit<PlacedOrder, 'total' | 'sku'> & { total: string; sku: string }>(
    `select o.order_number as number, o.state, o.total_cents as total, l.sku, o.billing_address as billing
     from shop.orders o join shop.order_line l on l.shopper_id = o.shopper_id and l.order_id = o.order_id and l.line_no =
       (select min(line_no) from shop.order_line first where first.shopper_id = o.shopper_id and first.order_id = o.order_id)
     where o.email = $1 order by o.created_at`,
    [email],
  )
  return rows.map((row) => ({ ...row, total: Number(row.total), sku: Number(row.sku) }))
}
