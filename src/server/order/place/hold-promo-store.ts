import { mailboxKey } from '#domain/address/mailbox.ts'
import { statement, type Tx } from '#server/db/database.ts'
import { isCancelled } from '#server/order/cancel/cancel-store.ts'
import type { OrderKey } from '#server/order/order-store.ts'
import { isPromoRunning } from '#server/promo/promo-store.ts'

/**
 * Of the buyer's e-mail: its mailbox however it is written, null for none; and all under which she may have used a code: the
 * mailbox and the address, as uses before that way carry it, by each key there is.
 */
export type PromoMacs = { readonly mailbox: Buffer | null; readonly known: readonly Buffer[] }

const takeUse = statement(
  'order.take-promo-use',
  `update shop.promo p set uses = uses + 1
   where code = $1 and (max_uses is null or uses < max_uses) and ${isPromoRunning}`,
)

/**
 * The nth use by this shopper and this e-mail, the lowest free one. A statement of its own after takeUse: that one waits
 * for the lock of the promo's row, and only a snapshot taken afterwards sees the uses of whoever held it.
 */
const noteUse = statement(
  'order.note-promo-use',
  `insert into shop.promo_use (code, order_id, shopper_id, email_mac, is_of_mailbox, nth)
   select p.code, $2, $3, $4, true, n from shop.promo p, generate_series(1, p.per_shopper) n
   where p.code = $1 and not exists (
     select from shop.promo_use u where u.code = p.code and u.nth = n and u.state in ('held', 'used')
       and (u.shopper_id = $3 or u.email_mac = any($5::bytea[])))
   order by n limit 1`,
)

/**
 * Holds one use of a code; false when it has ended, is used up, or was used by this shopper or e-mail as often as allowed
 * (SCENE-07, SAFE-57).
 */
export async function holdPromo(tx: Tx, order: OrderKey, code: string, by: PromoMacs): Promise<boolean> {
  const [taken, noted] = await Promise.all([
    tx.count(takeUse, [code]),
    tx.count(noteUse, [code, order.orderId, order.shopperId, by.mailbox, by.known]),
  ])
  return taken === 1 && noted === 1
}

const use = statement(
  'order.use-promo',
  `update shop.promo_use set state = 'used' where order_id = $1 and state = 'held'`,
)

const release = statement(
  'order.release-promo',
  `with freed as (
     update shop.promo_use set state = 'released' where order_id = $1 and state = 'held' returning code
   )
   update shop.promo p set uses = p.uses - 1 from freed where p.code = freed.code`,
)

const rollBack = statement(
  'order.give-promo-back',
  `with freed as (
     update shop.promo_use set state = 'released' where order_id = $1 and state = 'used' and ${isCancelled}
     returning code
   )
   update shop.promo p set uses = p.uses - 1 from freed where p.code = freed.code`,
)

export function spendPromo(tx: Tx, order: OrderKey): void {
  tx.write(use, [order.orderId])
}

export async function releasePromo(tx: Tx, order: OrderKey): Promise<void> {
  await tx.count(release, [order.orderId])
}

/** A cancelled order has used no code. */
export async function givePromoBack(tx: Tx, order: OrderKey): Promise<void> {
  await tx.count(rollBack, [order.orderId, order.shopperId])
}

const ofAddresses = statement<{ code: string; orderId: string; email: string }>(
  'order.promo-uses-of-addresses',
  `select u.code, u.order_id as "orderId", coalesce(o.email, '') as email from shop.promo_use u
   left join shop.orders o using (shopper_id, order_id)
   where not u.is_of_mailbox and u.email_mac is not null
   order by u.order_id limit $1 for update of u skip locked`,
)
// a mailbox that used it by two addresses has both uses: the later one comes after all others
const ofMailbox = statement(
  'order.promo-use-of-mailbox',
  `update shop.promo_use u set is_of_mailbox = true, email_mac = coalesce($3, u.email_mac),
     nth = case when exists (
       select from shop.promo_use t where t.code = u.code and t.order_id <> u.order_id and t.email_mac = $3
         and t.nth = u.nth and t.state in ('held', 'used'))
     then (select max(t.nth) + 1 from shop.promo_use t where t.code = u.code) else u.nth end
   where u.code = $1 and u.order_id = $2`,
)

/** Writes uses noted by the address anew, by its mailbox: so many at most; answers how many. */
export async function moveUsesToMailboxes(tx: Tx, macOf: (email: string) => Buffer, max: number): Promise<number> {
  const uses = await tx.rows(ofAddresses, [max])
  for (const { code, orderId, email } of uses) {
    await tx.count(ofMailbox, [code, orderId, email === '' ? null : macOf(mailboxKey(email))])
  }
  return uses.length
}
