import { expect } from 'vitest'
import { type Database, statement } from '#server/db/database.ts'
import { checkInvariants } from '#server/order/books/invariants-store.ts'
import { removeWhatIsOver } from '#server/watch/retention.ts'
import type { World } from '#test/world.ts'

const delivered = statement('test.all-delivered', 'update shop.outbox set done_at = now() where done_at is null')
const told = statement('test.gifts-told', "update shop.registry_gift set told_on = '-infinity' where told_on is null")
const older = statement(
  'test.make-orders-older',
  `with those as (select shopper_id, order_id from shop.orders where state <> 'pending' and ($2::text is null or email = $2)),
   payments as (
     update shop.payment p set sent_at = sent_at - $1::interval, answered_at = answered_at - $1::interval
     from those t where p.shopper_id = t.shopper_id and p.order_id = t.order_id),
   entries as (
     update shop.payment_entry e set at = at - $1::interval from those t where e.shopper_id = t.shopper_id and e.order_id = t.order_id)
   update shop.orders o set created_at = created_at - $1::interval, settled_at = settled_at - $1::interval,
     cancelled_at = cancelled_at - $1::interval, money_moved_at = money_moved_at - $1::interval
   from those t where o.shopper_id = t.shopper_id and o.order_id = t.order_id`,
)
// where calls lie by the month of their order, these are of before there were months
const callsOfBefore = statement(
  'test.calls-of-before',
  `do $$ begin
     if exists (select from pg_attribute where attrelid = 'shop.provider_call'::regclass and attname = 'order_month') then
       execute 'update shop.provider_call set order_month = ''-infinity''';
     end if;
   end $$`,
)

/** All orders, or those of an address, become so much older. */
export async function makeOlder(database: Database, by: string, email: string | null = null): Promise<void> {
  await database.count(older, [by, email])
  await database.count(callsOfBefore)
}

/** Two years and two months go by for all orders that there are; their mails were delivered, and gifts told of, long before. */
export async function letYearsPass(world: World): Promise<void> {
  await world.database.count(delivered)
  await world.database.count(told)
  await makeOlder(world.database, '26 months')
}

const places = statement<{ orders: number; archived: number; both: number }>(
  'test.places-of-orders',
  `select (select count(*)::int from shop.orders) as orders, (select count(*)::int from shop.order_archive) as archived,
     (select count(*)::int from shop.orders o join shop.order_archive a using (shopper_id, order_id)) as both`,
)

/** How many orders there are in their tables, in the archive, and in both, which must be none. */
export async function placesOf(database: Database) {
  return await database.row(places)
}

/** What the job of the clock does each minute; the books hold before and after. Answers how many orders went to the archive. */
export async function archiveByJob(world: World): Promise<number> {
  const { retention } = world.config
  expect(await checkInvariants(world.database)).toEqual([])
  const swept = await removeWhatIsOver({ ...world.shop.orders, retention })
  expect(await checkInvariants(world.database)).toEqual([])
  expect(await placesOf(world.database)).toMatchObject({ both: 0 })
  return swept.orders?.removed ?? 0
}
