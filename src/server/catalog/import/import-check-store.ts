import { type Sql, type Statement, statement, type Tx } from '#server/db/database.ts'

/** Why a line is not taken: its line in the file, the path of its field, and what is wrong. */
export type LineFault = { readonly line: number; readonly field: string; readonly message: string }

function check(name: string, text: string): Statement<unknown> {
  return statement<unknown>(
    `catalog.check-${name}`,
    `insert into stage_fault (line, field, message) select line, field, message from (${text}) found order by line`,
  )
}

function twice(kind: string, key: string, field: string): Statement<unknown> {
  return check(
    `twice-${kind}`,
    `select line, '${field}' as field, 'stands already in line ' || first as message
     from (select line, min(line) over (partition by ${key}) as first from stage_${kind}) s where line <> first`,
  )
}

// In this order: a line refused by one check is gone for the next, so that what hangs on it is named too.
const checks: readonly Statement<unknown>[] = [
  twice('category', 'brand, slug', 'slug'),
  twice('location', 'location_id', 'locationId'),
  twice('product', 'brand, product_id', 'productId'),
  twice('sku', 'sku', 'sku'),
  check(
    'category-parent',
    `select line, 'parent' as field, 'unknown category ' || parent_slug || ' of ' || brand as message from stage_category s
     where parent_slug is not null
       and not exists (select from stage_category p where p.brand = s.brand and p.slug = s.parent_slug)
       and not exists (select from shop.category p where p.brand = s.brand and p.slug = s.parent_slug)`,
  ),
  check(
    'category-circle',
    `with recursive parent as (
       select brand, slug, parent_slug from stage_category
       union all
       select c.brand, c.slug, c.parent_slug from shop.category c
       where not exists (select from stage_category s where s.brand = c.brand and s.slug = c.slug)
     ), above as (
       select s.line, s.brand, s.parent_slug, 1 as depth from stage_category s where s.parent_slug is not null
       union all
       select a.line, a.brand, p.parent_slug, a.depth + 1 from above a
       join parent p on p.brand = a.brand and p.slug = a.parent_slug where p.parent_slug is not null and a.depth < 6
     )
     select line, 'parent' as field, 'in a circle, or more than 5 levels deep' as message from above where depth = 6`,
  ),
  check(
    'warehouse-twice',
    `select line, 'kind' as field, 'a second warehouse of ' || brand || ' in ' || country || ' besides ' || other as message
     from (
       select s.line, s.brand, s.country, coalesce(
         (select min(e.location_id) from stage_location e where e.in_scope and e.kind = 'warehouse' and e.brand = s.brand
           and e.country = s.country and e.line < s.line),
         (select l.location_id from shop.location l where l.kind = 'warehouse' and l.brand = s.brand and l.country = s.country
           and l.location_id <> s.location_id
           and not exists (select from stage_location e where e.in_scope and e.location_id = l.location_id))) as other
       from stage_location s where s.kind = 'warehouse' and s.in_scope) w
     where other is not null`,
  ),
  check(
    'product-category',
    `select line, 'category' as field, 'unknown category ' || category_slug || ' of ' || brand as message from stage_product s
     where not exists (select from stage_category c where c.brand = s.brand and c.slug = s.category_slug)
       and not exists (select from shop.category c where c.brand = s.brand and c.slug = s.category_slug)`,
  ),
  check(
    'sku-product',
    `select line, 'productId' as field, 'unknown product ' || product_id || ' of ' || brand as message from stage_sku s
     where not exists (select from stage_product p where p.brand = s.brand and p.product_id = s.product_id)
       and not exists (select from shop.product p where p.brand = s.brand and p.product_id = s.product_id)`,
  ),
  check(
    'sku-brand',
    `select line, 'brand' as field, 'sku ' || s.sku || ' belongs to ' || o.brand as message
     from stage_sku s join shop.sku o on o.sku = s.sku where o.brand <> s.brand`,
  ),
  check(
    'sku-choice',
    `select s.line, 'optionChoice' as field, 'must choose one value of each option of product ' || s.product_id as message
     from stage_sku s
     join lateral (
       select options from stage_product p where p.brand = s.brand and p.product_id = s.product_id
       union all
       select options from shop.product p where p.brand = s.brand and p.product_id = s.product_id limit 1) p on true
     where (select coalesce(string_agg(o->>'code', '|' order by o->>'code' collate "C"), '') from jsonb_array_elements(p.options) o)
         <> regexp_replace(s.option_choice, ':[^|]*', '', 'g')
       or exists (
         select from string_to_table(s.option_choice, '|') choice
         where choice <> '' and not exists (
           select from jsonb_array_elements(p.options) o, jsonb_array_elements(o->'values') v
           where (o->>'code') || ':' || (v->>'value') = choice))`,
  ),
  check(
    'choice-twice',
    `select line, 'optionChoice' as field, 'product ' || product_id || ' has it already: sku ' || other as message
     from (
       select s.line, s.product_id, coalesce(
         (select min(e.sku) from stage_sku e where e.brand = s.brand and e.product_id = s.product_id
           and e.option_choice = s.option_choice and e.line < s.line),
         (select o.sku from shop.sku o where o.brand = s.brand and o.product_id = s.product_id and o.option_choice = s.option_choice
           and o.sku <> s.sku and not exists (select from stage_sku e where e.sku = o.sku))) as other
       from stage_sku s) c
     where other is not null`,
  ),
  check(
    'stock-location',
    `select t.line, 'stock' as field,
       case when l.brand is null then 'unknown location ' || t.location_id else 'location ' || t.location_id || ' belongs to ' || l.brand end as message
     from stage_stock t join stage_sku s on s.sku = t.sku and s.line = t.line
     left join lateral (
       select brand from stage_location e where e.location_id = t.location_id
       union all select brand from shop.location e where e.location_id = t.location_id limit 1) l on true
     where l.brand is distinct from s.brand`,
  ),
  check(
    'stock-held',
    `select t.line, 'stock' as field, 'at location ' || t.location_id || ' onHand ' || t.on_hand || ' is below the '
       || o.held || ' held for orders' as message
     from stage_stock t join shop.stock o on o.sku = t.sku and o.location_id = t.location_id
     where t.differs and o.held > 0 and o.held > t.on_hand`,
  ),
]

const drop = ['category', 'location', 'product', 'sku', 'price', 'stock'].map((kind) =>
  statement<unknown>(
    `catalog.drop-lines-${kind}`,
    `delete from stage_${kind} where line in (select line from stage_fault)`,
  ),
)

/** Notes the faults that only show between lines and against the shop. Lines with one are taken off the stage. */
export async function checkStage(tx: Tx): Promise<void> {
  for (const each of checks) {
    if ((await tx.count(each)) === 0) continue
    for (const kind of drop) await tx.count(kind)
  }
}

const note = statement<unknown>(
  'catalog.note-faults',
  `insert into stage_fault (line, field, message)
   select line, field, message from jsonb_to_recordset($1::jsonb) as f(line int, field text, message text)`,
)

/** Notes what is wrong with lines by themselves. */
export async function noteFaults(tx: Tx, faults: readonly LineFault[]): Promise<void> {
  if (faults.length > 0) await tx.count(note, [JSON.stringify(faults)])
}

/** Faults named in a report. */
const named = 200

const countBad = statement<{ lines: number }>(
  'catalog.count-bad-lines',
  'select count(distinct line)::int as lines from stage_fault',
)
const first = statement<LineFault>(
  'catalog.first-faults',
  `select line, field, message from stage_fault order by line, nth limit ${named}`,
)

/** How many lines are bad, and the first faults of them. */
export async function readFaults(
  sql: Sql,
): Promise<{ readonly badLines: number; readonly faults: readonly LineFault[] }> {
  const badLines = (await sql.row(countBad))?.lines ?? 0
  return { badLines, faults: badLines === 0 ? [] : await sql.rows(first) }
}
