import { type Sql, type Statement, statement, type Tx } from '#server/db/database.ts'

/** The kinds of staged rows: the four kinds of lines, and the prices and stock that sku lines carry. */
export type StageKind = 'category' | 'location' | 'product' | 'sku' | 'price' | 'stock'

/** One staged row; `line` is its line in the file. Keys are the columns of its table below. */
export type StagedRow = { readonly line: number } & { readonly [column: string]: unknown }

type Columns = { readonly columns: string; readonly live: string }

// `differs` is true when the live row is another one or missing
const stages: { readonly [Kind in StageKind]: Columns } = {
  category: {
    columns:
      'brand text, slug text, name text, parent_slug text, position int, description text, picture jsonb, row_hash text',
    live: `left join shop.category o on o.brand = r.brand and o.slug = r.slug`,
  },
  location: {
    columns: `in_scope boolean, location_id int, brand text, country text, kind text, name text, address1 text, city text, state text,
      postal_code text, hours text, latitude real, longitude real, row_hash text`,
    live: `left join shop.location o on o.location_id = r.location_id`,
  },
  product: {
    columns: `brand text, product_id text, category_slug text, name text, description text, details jsonb, care text,
      department text, class text, subclass text, options jsonb, pictures jsonb, add_on_skus bigint[], has_grouper boolean,
      position int, browse jsonb, row_hash text`,
    live: `left join shop.product o on o.brand = r.brand and o.product_id = r.product_id`,
  },
  sku: {
    columns: `sku bigint, brand text, product_id text, name text, option_choice text, picture jsonb, ship_kind text, status text,
      is_stock_sku boolean, is_super_special_order boolean, available_from date, make_days int, make_days_are text, is_pfas boolean, property_codes int[],
      dimensions jsonb, boxes jsonb, services jsonb, personalization jsonb, custom_order jsonb, position int, row_hash text`,
    live: `left join shop.sku o on o.sku = r.sku`,
  },
  price: {
    columns: 'sku bigint, country text, current_cents int, regular_cents int, price_type text, markdown_type text',
    live: `left join shop.price o on o.sku = r.sku and o.country = r.country`,
  },
  stock: {
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

/** Puts rows of one kind on the stage. */
export async function stageRows(tx: Tx, kind: StageKind, rows: readonly StagedRow[]): Promise<void> {
  if (rows.length > 0) await tx.count(insert[kind], [JSON.stringify(rows)])
}

/** After the last row: statistics, so that checks are joins and not loops. */
export async function analyzeStage(tx: Tx): Promise<void> {
  for (const each of analyze) await tx.count(each)
}

const tables = [...stageKinds, 'fault', 'touched', 'changed', 'due_stock', 'word'].map((name) => `stage_${name}`)
const isFilled = statement<{ isFilled: boolean }>(
  'catalog.stage-filled',
  `select ${tables.map((table) => `exists (select from ${table})`).join(' or ')} as "isFilled"`,
)
const empty = statement<unknown>('catalog.stage-empty', `truncate ${tables.join(', ')} restart identity`)

/** Takes everything off the stage. */
export async function emptyStage(sql: Sql): Promise<void> {
  if ((await sql.row(isFilled))?.isFilled === true) await sql.count(empty)
}
