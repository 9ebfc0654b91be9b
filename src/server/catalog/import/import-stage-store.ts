import { type Statement, statement, type Tx } from '#server/db/database.ts'

/** The kinds of staged rows: the four kinds of lines, and the prices and stock that sku lines carry. */
export type StageKind = 'category' | 'location' | 'product' | 'sku' | 'price' | 'stock'

/** One staged row; `line` is its line in the file. Keys are the columns of its table below. */
export type StagedRow = { readonly line: number } & { readonly [column: string]: unknown }

type Columns = { readonly key: string; readonly columns: string; readonly live: string }

// `differs` is true when the live row is another one or missing
const stages: { readonly [Kind in StageKind]: Columns } = {
  category: {
    key: 'brand, slug',
    columns:
      'brand text, slug text, name text, parent_slug text, position int, description text, picture jsonb, row_hash text',
    live: `left join shop.category o on o.brand = r.brand and o.slug = r.slug`,
  },
  location: {
    key: 'location_id',
    columns: `in_scope boolean, location_id int, brand text, country text, kind text, name text, address1 text, city text, state text,
      postal_code text, hours text, latitude real, longitude real, row_hash text`,
    live: `left join shop.location o on o.location_id = r.location_id`,
  },
  product: {
    key: 'brand, product_id',
    columns: `brand text, product_id text, category_slug text, name text, description text, details jsonb, care text,
      department text, class text, subclass text, options jsonb, pictures jsonb, add_on_skus bigint[], has_grouper boolean,
      position int, browse jsonb, row_hash text`,
    live: `left join shop.product o on o.brand = r.brand and o.product_id = r.product_id`,
  },
  sku: {
    key: 'sku',
    columns: `sku bigint, brand text, product_id text, name text, option_choice text, picture jsonb, ship_kind text, status text,
      is_stock_sku boolean, is_super_special_order boolean, available_from date, make_days int, make_days_are text, is_pfas boolean, property_codes int[],
      dimensions jsonb, boxes jsonb, services jsonb, personalization jsonb, custom_order jsonb, position int, row_hash text`,
    live: `left join shop.sku o on o.sku = r.sku`,
  },
  price: {
    key: 'sku',
    columns: 'sku bigint, country text, current_cents int, regular_cents int, price_type text, markdown_type text',
    live: `left join shop.price o on o.sku = r.sku and o.country = r.country`,
  },
  stock: {
    key: 'sku',
    columns: 'sku bigint, location_id int, on_hand int',
    live: `left join shop.stock o on o.sku = r.sku and o.location_id = r.location_id`,
  },
}

const differs: { readonly [Kind in StageKind]: string } = {
  category: `o.row_hash is distinct from decode(r.row_hash, 'hex')`,
  location: `o.row_hash is distinct from decode(r.row_hash, 'hex')`,
  product: `o.row_hash is distinct from decode(r.row_hash, 'hex')`,
  sku: `o.row_hash is distinct from decode(r.row_hash, 'hex')`,
  price: `(o.current_cents, o.regular_cents, o.price_type, o.markdown_type)
    is distinct from (r.current_cents, r.regular_cents, r.price_type, r.markdown_type)`,
  stock: `o.on_hand is distinct from r.on_hand`,
}

/** All kinds of staged rows. */
export const stageKinds = Object.keys(stages) as readonly StageKind[]

const limitsOff = statement<unknown>(
  'catalog.import-limits',
  `select set_config('statement_timeout', '0', true), set_config('lock_timeout', '10min', true),
     set_config('idle_in_transaction_session_timeout', '0', true),
     case when current_setting('server_version_num')::int >= 170000 then set_config('transaction_timeout', '0', true) end`,
)

// apart from the limits: a statement keeps the limit it began with
const waitForOthers = statement<unknown>(
  'catalog.import-lock',
  `select pg_advisory_xact_lock(hashtext('cartwright.catalog-import'))`,
)

const create = stageKinds.map((kind) =>
  statement<unknown>(
    `catalog.stage-create-${kind}`,
    `create temp table stage_${kind}(line int not null, ${stages[kind].columns}, differs boolean not null) on commit drop`,
  ),
)

const createIndex = stageKinds.map((kind) =>
  statement<unknown>(`catalog.stage-index-${kind}`, `create index on stage_${kind} (${stages[kind].key})`),
)

const createTouched: readonly Statement<unknown>[] = [
  statement<unknown>(
    'catalog.stage-create-changed',
    'create temp table stage_changed(line int primary key) on commit drop',
  ),
  statement<unknown>(
    'catalog.stage-create-touched',
    'create temp table stage_touched(brand text, product_id text, primary key (brand, product_id)) on commit drop',
  ),
]

const analyze = stageKinds.map((kind) => statement<unknown>(`catalog.stage-analyze-${kind}`, `analyze stage_${kind}`))

const insert = Object.fromEntries(
  stageKinds.map((kind) => [
    kind,
    statement<unknown>(
      `catalog.stage-${kind}`,
      `insert into stage_${kind} select r.*, ${differs[kind]}
       from jsonb_to_recordset($1::jsonb) as r(line int, ${stages[kind].columns}) ${stages[kind].live}`,
    ),
  ]),
) as { readonly [Kind in StageKind]: Statement<unknown> }

/** Opens the stage: lifts the time limits of this transaction, waits for any other import, and makes the empty tables. */
export async function openStage(tx: Tx): Promise<void> {
  await tx.row(limitsOff)
  await tx.row(waitForOthers)
  for (const each of [...create, ...createTouched]) await tx.count(each)
}

/** Puts rows of one kind on the stage. */
export async function stageRows(tx: Tx, kind: StageKind, rows: readonly StagedRow[]): Promise<void> {
  if (rows.length > 0) await tx.count(insert[kind], [JSON.stringify(rows)])
}

/** After the last row: indexes and statistics, so that checks and loads are joins and not loops. */
export async function closeStage(tx: Tx): Promise<void> {
  for (const each of [...createIndex, ...analyze]) await tx.count(each)
}
