import { statement, type Tx } from '#server/db/database.ts'

const namedBrands = statement<{ brand: string }>(
  'catalog.words-brands',
  `select brand from stage_touched where is_named group by brand order by brand`,
)

/** The brands whose words the run has changed. */
export async function readNamedBrands(tx: Tx): Promise<string[]> {
  return (await tx.rows(namedBrands)).map(({ brand }) => brand)
}

const clear = statement<unknown>('catalog.words-clear', 'delete from stage_word')

/** Begins to collect words anew. */
export async function clearWords(tx: Tx): Promise<void> {
  await tx.count(clear)
}

const collect = statement<{ last: string | null }>(
  'catalog.words-collect',
  `with part as materialized (
     select brand, product_id, name, category_slug, browse from shop.product
     where brand = $1 and product_id > $2 order by product_id limit $3
   ), found as (
     insert into stage_word as w (brand, word, products)
     select p.brand, word, count(*)
     from part p
     join shop.category c on c.brand = p.brand and c.slug = p.category_slug
     cross join lateral regexp_split_to_table(
       shop.plain(concat_ws(' ', p.name, c.name, p.browse->>'type', p.browse->>'words')), '[^[:alpha:]]+') word
     where length(word) between 3 and 30
     group by p.brand, word order by word
     on conflict (brand, word) do update set products = w.products + excluded.products
   )
   select max(product_id) as last from part having count(*) = $3`,
)

/** Collects the words of the next products after `after`; answers the last of them, or null when there are no more. */
export async function collectWords(tx: Tx, brand: string, after: string, products: number): Promise<string | null> {
  return (await tx.row(collect, [brand, after, products]))?.last ?? null
}

const dropWords = statement<unknown>(
  'catalog.words-drop',
  `delete from shop.search_word w where w.brand = $1
     and not exists (select from stage_word n where n.brand = w.brand and n.word = w.word)`,
)
const makeWords = statement<unknown>(
  'catalog.words-make',
  `insert into shop.search_word as w (brand, word, products) select brand, word, products from stage_word where brand = $1
   on conflict (brand, word) do update set products = excluded.products where w.products <> excluded.products`,
)

/** The collected words of a brand take the place of the old ones. */
export async function swapWords(tx: Tx, brand: string): Promise<void> {
  await tx.count(dropWords, [brand])
  await tx.count(makeWords, [brand])
}
