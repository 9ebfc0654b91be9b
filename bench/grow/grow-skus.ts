import type pg from 'pg'
import { copyLines } from './copy.ts'
import { colors, kinds, numberOfProduct, skuOf } from './pieces.ts'

/** Products that are written in one transaction. */
const batch = 2_000

/** Tables of the catalogue that a product has rows in, by which rows are its own; in the order in which they may be written. */
const tables: { readonly [table: string]: string } = {
  product: 'product_id = $1',
  sku: 'product_id = $1',
  price: 'sku between $2 and $3',
  stock: 'sku between $2 and $3',
  listing: 'product_id = $1',
  product_search: 'product_id = $1',
}

type Rows = { readonly [table: string]: readonly (readonly string[])[] }

/** Writes products until there are so many skus, each after the first of its kind, as the importer left that one. */
export async function growSkus(
  client: pg.Client,
  wanted: { readonly skus: number; readonly from: number },
  told: (skus: number) => Promise<void>,
): Promise<void> {
  const firsts: Rows[] = []
  for (let nth = 0; nth < kinds; nth += 1) firsts.push(await readFirst(client, nth))
  const columns = new Map<string, string>()
  for (const table of Object.keys(tables)) columns.set(table, (await columnsOf(client, table)).join(', '))
  const end = Math.ceil(wanted.skus / colors.length)
  for (let next = Math.max(kinds, wanted.from); next < end; ) {
    const last = Math.min(end, next + batch)
    await client.query('begin')
    for (const table of Object.keys(tables)) {
      await copyLines(
        client,
        `copy shop.${table} (${columns.get(table)}) from stdin`,
        linesOf(firsts, table, next, last),
      )
    }
    await client.query('update grown.progress set products = $1', [last])
    await client.query('commit')
    next = last
    await told(next * colors.length)
  }
}

async function columnsOf(client: pg.Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_schema = 'shop' and table_name = $1
       and column_name not in ('facts_version', 'added_at') order by ordinal_position`,
    [table],
  )
  return rows.map(({ name }) => name)
}

/** The rows of a kind's first product as lines of COPY, each divided where its numbers stand. */
async function readFirst(client: pg.Client, nth: number): Promise<Rows> {
  const keys = [`grown-${numberOfProduct(nth)}`, skuOf(nth, 0), skuOf(nth, colors.length - 1)]
  const found: { [table: string]: readonly (readonly string[])[] } = {}
  for (const [table, where] of Object.entries(tables)) {
    const columns = (await columnsOf(client, table)).join(', ')
    const values = where.includes('$1') ? keys.slice(0, 1) : keys.slice(1)
    const bound = where.replace('$2', '$1').replace('$3', '$2')
    const { rows } = await client.query<Record<string, string | null>>(
      `select ${columns
        .split(', ')
        .map((name) => `${name}::text`)
        .join(', ')} from shop.${table} where ${bound} order by ctid`,
      values,
    )
    found[table] = rows.map((row) => divided(Object.values(row), nth))
  }
  return found
}

const numbers = /\b91\d{7}\b|(?<=grown-|No\. |')10\d{5}(?!\d)/g

/** Text, number, text, number …, text: at each number '0' to '2' for a sku's colour, 'n' for the product. */
function divided(values: readonly (string | null)[], nth: number): string[] {
  const line = values.map((value) => value?.replace(/[\\\t\n]/g, (sign) => `\\${sign}`) ?? '\\N').join('\t')
  const pieces: string[] = []
  let end = 0
  for (const match of line.matchAll(numbers)) {
    const isProduct = match[0] === String(numberOfProduct(nth))
    pieces.push(line.slice(end, match.index), isProduct ? 'n' : String(Number(match[0]) - skuOf(nth, 0)))
    end = match.index + match[0].length
  }
  return [...pieces, `${line.slice(end)}\n`]
}

function* linesOf(firsts: readonly Rows[], table: string, from: number, to: number): Generator<string> {
  for (let nth = from; nth < to; nth += 1) {
    for (const row of firsts[nth % kinds]?.[table] ?? []) {
      let line = ''
      for (const [place, piece] of row.entries()) {
        if (place % 2 === 0) line += piece
        else line += piece === 'n' ? numberOfProduct(nth) : skuOf(nth, Number(piece))
      }
      yield line
    }
  }
}
