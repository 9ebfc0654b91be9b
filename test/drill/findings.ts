// What stands in all the books after a drill, and what of it may not be.
import { type Database, statement } from '#server/db/database.ts'
import { auditLedgers } from '#server/order/books/audit-ledgers.ts'
import { checkInvariants } from '#server/order/books/invariants-store.ts'
import { readInstallation } from '#server/order/payment/installation-store.ts'
import { createBuiltInGateway } from '#server/providers/card-gateway/built-in.ts'
import { gatewayBooks } from '#test/order/gateway.ts'

export type Findings = {
  /** In words; none is what a drill must end with. */
  readonly faults: readonly string[]
  /** Ways to pay that no order was placed with, and 'cancelled' when none was: of them the drill says nothing. */
  readonly unusedWays: readonly string[]
  readonly numbers: { readonly [what: string]: string | number }
}

const held = statement<{ reference: string; amount: number }>(
  'drill.kept',
  `select p.reference, p.amount_cents as amount from shop.payment p join shop.orders o using (shopper_id, order_id)
   where o.state = 'placed' and p.state in ('authorized', 'captured')`,
)
const counts = statement<{ state: string; count: number }>(
  'drill.counts',
  'select state, count(*) as count from shop.orders group by state order by state',
)
const stockLeft = statement<{ pieces: number }>('drill.stock', 'select sum(on_hand) as pieces from shop.stock')
const sold = statement<{ pieces: number }>(
  'drill.sold',
  `select coalesce(sum(l.quantity), 0) as pieces from shop.order_line l join shop.orders o using (shopper_id, order_id)
   where o.state = 'placed' and l.location_id is not null`,
)
/** Placed orders that each way to pay had a part in. */
const paid = statement<{ by: string; orders: number }>(
  'drill.paid',
  `with part as (
     select e.order_id, 'gift cards' as by from shop.gift_card_entry e where e.kind = 'spend'
     union all select order_id, case kind when 'reward' then 'certificates' else 'tender codes' end
       from shop.certificate where state = 'used'
     union all select order_id, 'promotion codes' from shop.promo_use where state = 'used'
     union all select order_id, case method when 'card' then 'cards' else method end from shop.payment where slot = 1
     union all select order_id, 'two cards' from shop.payment where slot = 2)
   select by, count(distinct order_id) as orders from part join shop.orders o using (order_id) where o.state = 'placed'
   group by by order by by`,
)
const waysToPay = [
  ...['cards', 'two cards', 'paypal', 'venmo', 'applePay'],
  ...['gift cards', 'certificates', 'tender codes', 'promotion codes'],
]

export async function piecesOnHand(database: Database): Promise<number> {
  return (await database.row(stockLeft))?.pieces ?? 0
}

/** Looks through database and gateway; `piecesBefore` were on hand before the first order. */
export async function findingsOf(
  database: Database,
  gateway: Parameters<typeof gatewayBooks>[0],
  piecesBefore: number,
): Promise<Findings> {
  const faults = (await checkInvariants(database)).map((breach) => JSON.stringify(breach))
  const ours = new Set((await database.rows(held)).map(({ reference, amount }) => `${reference} ${amount}`))
  const { apiKey, merchantAccount } = gateway.config.gateway
  const processor = createBuiltInGateway({ origin: gateway.gatewayOrigin, apiKey, merchantAccount, connection: {} })
  const installation = await readInstallation(database)
  const report = await auditLedgers({ database, installation, processors: [processor] }, new Date(3_600_000))
  processor.close()
  if (typeof report === 'string') faults.push(report)
  else faults.push(...report.differences.map((difference) => `books: ${JSON.stringify(difference)}`))

  const books = await gatewayBooks(gateway)
  const theirs = books.filter(({ state: is }) => is === 'authorized' || is === 'captured')
  for (const { reference, amount } of theirs) {
    if (!ours.delete(`${reference} ${amount}`)) faults.push(`money without an order: ${reference} ${amount}`)
  }
  for (const one of ours) faults.push(`an order without its money: ${one}`)

  const left = piecesBefore - (await piecesOnHand(database))
  const soldPieces = (await database.row(sold))?.pieces ?? 0
  if (left !== soldPieces) faults.push(`${left} pieces left the stock, ${soldPieces} were sold`)
  const ways = await database.rows(paid)
  const states = await database.rows(counts)
  const unusedWays = waysToPay.filter((way) => !ways.some(({ by }) => by === way))
  return {
    faults,
    unusedWays: states.some(({ state }) => state === 'cancelled') ? unusedWays : [...unusedWays, 'cancelled'],
    numbers: {
      'placed with': ways.map(({ by, orders }) => `${by} ${orders}`).join(', '),
      'open payments in the reconcile report': typeof report === 'string' ? report : report.open,
      'orders by state': states.map(({ state, count }) => `${state} ${count}`).join(', '),
      'payments in the books of the gateway': books.length,
      'kept payments': theirs.length,
      'pieces sold': soldPieces,
    },
  }
}
