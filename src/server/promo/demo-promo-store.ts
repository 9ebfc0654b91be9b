import { type Sql, statement, type Tx } from '#server/db/database.ts'

const demoCodes = statement<{ code: string }>(
  'promo.of-demo',
  'select code from shop.promo where is_demo and (ends_at is null or ends_at > now()) order by code',
)
const remove = statement(
  'promo.remove-demo',
  'delete from shop.promo p where is_demo and not exists (select from shop.promo_use u where u.code = p.code)',
)
const end = statement('promo.end-demo', 'update shop.promo set ends_at = least(ends_at, now()) where is_demo')

/** Codes of the demo that are good for something, or may come to be. */
export async function readDemoPromos(sql: Sql): Promise<string[]> {
  return (await sql.rows(demoCodes)).map(({ code }) => code)
}

/** Removes the codes of the demo; one that an order names ends instead. */
export async function removeDemoPromos(tx: Tx): Promise<void> {
  await tx.count(remove)
  await tx.count(end)
}
