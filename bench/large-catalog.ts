import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { importCatalog } from '#server/catalog/import/importer.ts'
import { migrate } from '#server/db/migrate.ts'
import { createDatabase } from '#server/db/pool.ts'
import { benchCatalog, benchPlaces, writeCatalog } from './catalog.ts'

/** Products that come by the importer; all others are made like them. */
const imported = 1_000
const warehouses = { US: 9_001, CA: 9_002 }

/**
 * Fills an empty database with so many skus in a few minutes: some by the importer, the others as copies of those, each with
 * its own ids, names and search words. What the import itself costs is `measureImport`'s to tell.
 */
export async function fillLargeCatalog(url: string, adminUrl: string, skus: number): Promise<void> {
  const log = { info: () => undefined, warn: () => undefined }
  const folder = mkdtempSync(join(tmpdir(), 'cartwright-large-'))
  await migrate({ url, log })
  const limits = { statementTimeoutMs: 0, transactionTimeoutMs: 0, idleInTransactionMs: 0 }
  const database = createDatabase({ url, max: 1, ...limits, log })
  try {
    const file = join(folder, 'catalog.jsonl')
    writeCatalog(file, [...benchPlaces(warehouses), ...benchCatalog(imported * 3, warehouses)])
    await importCatalog(database, { file })
  } finally {
    await database.end()
    rmSync(folder, { recursive: true, force: true })
  }
  // the owner of the server alone may leave the triggers out: they would look at each copy by itself
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    await client.query(`set session_replication_role = replica; set search_path = shop, public;
      create temp table copy as select n, 'bench-' || (1 + (n - 1) % ${imported}) as source, (n - 1) / ${imported} * ${imported} * 3 as more
        from generate_series(${imported + 1}, ${Math.floor(skus / 3)}) n;
      analyze copy`)
    for (const text of copies) await client.query(text)
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

const renamed = (column: string) => `regexp_replace(${column}, 'No\\. \\d+', 'No. ' || n)`

const copies = [
  copyOf('product', 'product_id', {
    product_id: `'bench-' || n`,
    name: renamed('o.name'),
    description: renamed('o.description'),
  }),
  copyOf('sku', 'product_id', {
    sku: 'o.sku + more',
    product_id: `'bench-' || n`,
    name: renamed('o.name'),
    facts_version: 'o.facts_version + n',
  }),
  copyOf('listing', 'product_id', {
    product_id: `'bench-' || n`,
    name: renamed('o.name'),
    lead_sku: 'o.lead_sku + more',
  }),
  copyOfSku('price'),
  copyOfSku('stock'),
  `insert into product_search (brand, product_id, words)
   select brand, product_id, setweight(to_tsvector('shop.catalogue', name), 'A') || setweight(to_tsvector('shop.catalogue', 'Bench Shelf'), 'B')
     || setweight(to_tsvector('shop.catalogue', concat_ws(' ', description, 'Made by hand Wipe with a damp cloth Imported')), 'D')
   from product join copy on product_id = 'bench-' || n`,
]

/** Every column as the row it is copied from has it, but those named. */
function copyOf(table: string, key: string, own: { readonly [column: string]: string }): string {
  return copying(table, own, `copy join ${table} o on o.${key} = source`)
}

function copyOfSku(table: string): string {
  return copying(
    table,
    { sku: 'o.sku + more' },
    `copy join sku k on k.product_id = source join ${table} o on o.sku = k.sku`,
  )
}

function copying(table: string, own: { readonly [column: string]: string }, from: string): string {
  const values = Object.entries(own).map(([column, value]) => `when '${column}' then $v$${value}$v$`)
  return `do $do$ declare names text; vals text; begin
    select string_agg(column_name, ', ' order by ordinal_position),
      string_agg(case column_name ${values.join(' ')} else 'o.' || column_name end, ', ' order by ordinal_position) into names, vals
    from information_schema.columns where table_schema = 'shop' and table_name = '${table}' and is_generated = 'NEVER';
    execute 'insert into ${table} (' || names || ') select ' || vals || $v$ from ${from}$v$; end $do$`
}
