import type pg from 'pg'
import { mailboxKey } from '#domain/address/mailbox.ts'
import type { Told } from './tell-stories.ts'
import { type Known, monthWords, partFinder, type Template, type TemplateRow } from './template.ts'

/** Of whom a table's rows are: $1 her and the others of her story. */
const ofShoppers = 'shopper_id = any($1)'
const ofOrders = 'order_id in (select order_id from shop.orders where shopper_id = any($1))'
const ofCards = `card_id in (select card_id from shop.gift_card_entry where ${ofOrders})`

type Columns = { readonly [column: string]: string }
type StoryTable = {
  readonly where: string
  /** Columns of which another text is kept. */
  readonly columns?: Columns
  /** Rows of stories that are older are removed. */
  readonly days?: number
  /** What is left of rows of stories older than that: those of `where`, with other values in some columns. */
  readonly aged?: {
    readonly days: number
    readonly where?: string
    readonly columns?: Columns
  }
}

const isOrders = "topic in ('mail.order-placed', 'mail.order-refused', 'mail.order-cancelled', 'payment.void')"
const hasEnded = "state in ('ordered', 'merged', 'abandoned')"

/** With which month a row is kept: that of another row's making. */
const monthOf = (moment: string) => `'${monthWords}' || (${moment})`

/**
 * Every table that a story leaves rows in: whose they are, and what the job of the clock leaves of them (`retention-table.ts`;
 * of carts only their changes go: everybody here has two). In the order in which they may be
 * written: what is referred to first.
 */
export const storyTables: { readonly [table: string]: StoryTable } = {
  shopper: { where: ofShoppers },
  session: { where: ofShoppers, days: 29 },
  account: { where: ofShoppers },
  account_card: { where: ofShoppers },
  sign_in_token: { where: ofShoppers, days: 1 },
  token_owner: { where: ofShoppers, days: 1 },
  registry: { where: ofShoppers },
  registry_item: { where: ofShoppers },
  cart: { where: ofShoppers, aged: { days: 393, columns: { has_events: `not (${hasEnded})` } } },
  cart_line: { where: ofShoppers },
  recipient: { where: ofShoppers },
  cart_payment: { where: ofShoppers },
  cart_tender: { where: ofShoppers },
  cart_event: {
    where: ofShoppers,
    columns: { cart_month: monthOf('select c.created_at from shop.cart c where c.cart_id = cart_event.cart_id') },
    aged: { days: 393, where: `cart_id in (select cart_id from shop.cart where ${ofShoppers} and not (${hasEnded}))` },
  },
  orders: { where: ofShoppers },
  order_line: { where: ofShoppers },
  payment: { where: ofShoppers },
  provider_call: {
    where: ofShoppers,
    columns: {
      order_month: monthOf(
        'select o.created_at from shop.payment p join shop.orders o using (order_id) where p.payment_id = provider_call.payment_id',
      ),
    },
  },
  stock_hold: { where: ofShoppers },
  gift_card: { where: ofCards },
  gift_card_entry: { where: ofCards },
  certificate: { where: ofOrders },
  promo_use: { where: ofShoppers },
  trip_hold: { where: ofShoppers },
  registry_gift: { where: ofShoppers },
  outbox: { where: ofShoppers, aged: { days: 90, where: isOrders, columns: { payload: `'{}'` } } },
  webhook_event: {
    where: 'reference in (select reference from shop.payment where shopper_id = any($1))',
    aged: { days: 30, columns: { raw: 'null', body: `case when body ->> 'event' like 'CAPTURE%' then body end` } },
  },
  request_key: { where: ofShoppers, days: 1 },
}

/** Tables with a shopper's id whose rows are of a moment only, or never left by these stories. */
const passing = new Set(
  `account_address account_identity client_log demo_shopper favorite hand_over_use identity_offer left_cart order_archive order_claim password_reset payment_entry
   product_view registration registry_hold removed_address removed_card saved_design wallet_payload wallet_sheet`.split(
    /\s+/,
  ),
)

/** The columns of a table that are written, in their order: numbers that the database gives away it gives again. */
export async function columnsOf(client: pg.Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_schema = 'shop' and table_name = $1
       and not ((is_identity = 'YES' or column_default like 'nextval%') and column_name in ('basket_payment_id', 'call_id', 'entry_no')) order by ordinal_position`,
    [table],
  )
  return rows.map(({ name }) => name)
}

/** Reads what every story has left in the database and makes templates of it. */
export async function readTemplates(
  client: pg.Client,
  told: readonly Told[],
  macOf: (email: string) => Buffer,
): Promise<Template[]> {
  await refuseUnknownTables(client)
  const templates: Template[] = []
  for (const each of told) templates.push(await readTemplate(client, each, macOf))
  return templates
}

async function refuseUnknownTables(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    "select table_name as name from information_schema.columns where table_schema = 'shop' and column_name = 'shopper_id'",
  )
  for (const { name } of rows) {
    if (name in storyTables) continue
    const found = passing.has(name) ? await client.query(`select from shop.${name} limit 1`) : { rowCount: 1 }
    // registry_hold ends by itself with its quarter of an hour
    if (found.rowCount === 1 && name !== 'registry_hold')
      throw new Error(`The stories leave rows in ${name}, which is not in storyTables`)
  }
}

async function readTemplate(
  client: pg.Client,
  { story, shoppers }: Told,
  macOf: (email: string) => Buffer,
): Promise<Template> {
  const known = await readKnown(client, shoppers, macOf)
  const finder = partFinder(known)
  const tables: { [table: string]: readonly TemplateRow[] } = {}
  const aged: { [table: string]: readonly TemplateRow[] } = {}
  async function rowsOf(table: string, where: string, other: Columns = {}) {
    const columns = await columnsOf(client, table)
    const texts = columns.map((name) => `(${other[name] ?? name})::text`).join(', ')
    const { rows } = await client.query<(string | null)[]>({
      text: `select ${texts} from shop.${table} where ${where} order by ctid`,
      values: [shoppers],
      rowMode: 'array',
    })
    return rows.map((row) => finder.row(row))
  }
  for (const [table, { where, columns, aged: old }] of Object.entries(storyTables)) {
    tables[table] = await rowsOf(table, where, columns)
    if (old !== undefined)
      aged[table] = await rowsOf(table, `${where} and ${old.where ?? 'true'}`, { ...columns, ...old.columns })
  }
  const { rows } = await client.query<{ began: Date }>(
    'select min(created_at) as began from shop.cart where shopper_id = any($1)',
    [shoppers],
  )
  return {
    ...{ name: story.name, weight: story.weight, parts: finder.parts, tables, aged },
    ...{ orders: known.orders.length, trips: known.trips, registries: known.registries.length },
    began: rows[0]?.began.getTime() ?? 0,
    promoUses: await countOf(client, "shop.promo_use where shopper_id = any($1) and state = 'used'", shoppers),
  }
}

async function countOf(client: pg.Client, from: string, shoppers: readonly string[]): Promise<number> {
  const { rows } = await client.query<{ count: string }>(`select count(*) from ${from}`, [shoppers])
  return Number(rows[0]?.count)
}

/** What only the books know of the texts in a story of these shoppers. */
export async function readKnown(
  client: pg.Client,
  shoppers: readonly string[],
  macOf: (email: string) => Buffer,
): Promise<Known> {
  const list = async <Row extends object>(text: string) => (await client.query<Row>(text, [shoppers])).rows
  const texts = async (text: string) => (await list<{ text: string }>(text)).map((row) => row.text)
  return {
    orders: await list(
      `select order_id as id, shopper_id as "shopperId", order_number as number from shop.orders where ${ofShoppers}`,
    ),
    payments: await list(
      `select reference, order_id as "orderId", shopper_id as "shopperId", slot from shop.payment where ${ofShoppers}`,
    ),
    tokens: await texts(
      `select token as text from shop.payment where ${ofShoppers} union select token from shop.cart_payment where ${ofShoppers}
       union select token from shop.account_card where ${ofShoppers}
       union select provider_ref from shop.payment where ${ofShoppers} and provider_ref is not null
       union select provider_ref from shop.provider_call where ${ofShoppers} and provider_ref is not null`,
    ),
    // hers first, by which the retold are found
    emails: await texts(
      `select email as text from (
         select email, 1 as place from shop.orders where ${ofShoppers}
         union select email, 2 from shop.account where ${ofShoppers}) x group by email order by min(place)`,
    ),
    registries: (await texts(`select gr_id::text as text from shop.registry where ${ofShoppers}`)).map(Number),
    trips: (await texts(`select trip_id::text as text from shop.trip_hold where ${ofShoppers}`)).map(Number),
    macOf: (email) => macOf(email.trim().toLowerCase()).toString('hex'),
    mailboxMacOf: (email) => macOf(mailboxKey(email)).toString('hex'),
  }
}
