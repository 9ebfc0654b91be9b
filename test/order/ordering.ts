import { expect } from 'vitest'
import { statement } from '#server/db/database.ts'
import { checkInvariants } from '#server/order/books/invariants-store.ts'
import type { PlaceOutcome } from '#server/order/place/place-outcome.ts'
import { gatewayBooks } from '#test/order/gateway.ts'
import type { World } from '#test/world.ts'

const held = statement<{ reference: string; amount: number }>(
  'test.kept-payments',
  `select p.reference, p.amount_cents as amount from shop.payment p join shop.orders o using (shopper_id, order_id)
   where o.state = 'placed' and p.state in ('authorized', 'captured')`,
)
const open = statement<{ open: number }>(
  'test.open-ends',
  `select (select count(*) from shop.orders where state = 'pending')
     + (select count(*) from shop.outbox where topic = 'payment.void' and done_at is null) as open`,
)

/** I01 to I31 and I36 hold, and the money the gateway keeps is exactly that of the placed orders (I24), once nothing is open. */
export async function expectBalancedBooks(world: World): Promise<void> {
  expect(await checkInvariants(world.database)).toEqual([])
  if (((await world.database.row(open))?.open ?? 0) > 0) return
  const ours = (await world.database.rows(held)).map(({ reference, amount }) => `${reference} ${amount}`)
  const theirs = (await gatewayBooks(world))
    .filter(({ state }) => state === 'authorized' || state === 'captured')
    .map(({ reference, amount }) => `${reference} ${amount}`)
  expect(theirs.sort()).toEqual(ours.sort())
}

const counts = statement<{ state: string; count: number }>(
  'test.order-counts',
  'select state, count(*) as count from shop.orders group by state',
)

/** How many orders there are in each state. */
export async function orderCounts(world: World): Promise<{ readonly [state: string]: number }> {
  return Object.fromEntries((await world.database.rows(counts)).map(({ state, count }) => [state, count]))
}

/** How many outcomes there were of each kind; refusals by their problem, invalid carts by their type. */
export function tally(outcomes: readonly PlaceOutcome[]): { readonly [kind: string]: number } {
  const counted: Record<string, number> = {}
  for (const outcome of outcomes) {
    const name =
      outcome.kind === 'refused'
        ? outcome.problem.code
        : outcome.kind === 'invalid'
          ? `type ${outcome.errorType}`
          : outcome.kind
    counted[name] = (counted[name] ?? 0) + 1
  }
  return counted
}
