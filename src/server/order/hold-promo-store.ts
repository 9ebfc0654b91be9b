import { statement, type Tx } from '#server/db/database.ts'
import { isCancelled } from '#server/order/cancel-store.ts'
import type { OrderKey } from '#server/order/order-store.ts'

const takeUse = statement(
  'order.take-promo-use',
  `update shop.promo set uses = uses + 1
   where code = $1 and (max_uses is null or uses < max_uses)
     and (starts_at is null or starts_at <= now()) and (ends_at is null or ends_at > now())`,
)

/**
 * The nth use by this shopper and this e-mail, the lowest free one. A statement of its own after takeUse: that one waits
 * for the lock of the promo's row, and only a snapshot taken afterwards sees the uses of whoever held it.
 */
const noteUse = statement(
  'order.note-promo-use',
  `insert into shop.promo_use (code, order_id, shopper_id, email_mac, nth)
   select p.code, $2, $3, $4, n from shop.promo p, generate_series(1, p.per_shopper) n
   where p.code = $1 and not exists (
     select from shop.promo_use u where u.code = p.code and u.nth = n and u.state in ('held', 'used')
       and (u.shopper_id = $3 or u.email_mac = $4))
   order by n limit 1`,
)

/**
 * Holds one use of a code; false when it has ended, is used up, or was used by this shopper or e-mail as often as allowed
 * (SCENE-07). `emailMac` is made of the e-mail without regard to case.
 */
export async function holdPromo(tx: Tx, order: OrderKey, code: string, emailMac: Buffer | null): Promise<boolean> {
  const [taken, noted] = await Promise.all([
    tx.count(takeUse, [code]),
    tx.count(noteUse, [code, order.orderId, order.shopperId, emailMac]),
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

const giveBack = statement(
  'order.give-promo-back',
  `with freed as (
     update shop.promo_use set state = 'released' where order_id = $1 and state = 'used' and ${isCancelled}
     returning code
   )
   update shop.promo p set uses = p.uses - 1 from freed where p.code = freed.code`,
)

export async function spendPromo(tx: Tx, order: OrderKey): Promise<void> {
  await tx.count(use, [order.orderId])
}

export async function releasePromo(tx: Tx, order: OrderKey): Promise<void> {
  await tx.count(release, [order.orderId])
}

/** A cancelled order has used no code. */
export async function givePromoBack(tx: Tx, order: OrderKey): Promise<void> {
  await tx.count(giveBack, [order.orderId, order.shopperId])
}
