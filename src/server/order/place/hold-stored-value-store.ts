import type { Currency } from '#domain/variant.ts'
import { statement, type Tx } from '#server/db/database.ts'
import { isCancelled } from '#server/order/cancel/cancel-store.ts'
import type { OrderKey } from '#server/order/order-store.ts'
import type { DraftTender } from './order-draft.ts'

const holdCards = statement<{ displayNumber: string; isHeld: boolean }>(
  'order.hold-gift-cards',
  `with wanted as (
     select * from unnest($2::uuid[], $3::bigint[]) w(card_id, cents)
   ), locked as (
     select g.card_id from shop.gift_card g join wanted w using (card_id) order by g.card_id for no key update of g
   ), taken as (
     update shop.gift_card g set held_cents = g.held_cents + w.cents from wanted w join locked k using (card_id)
     where g.card_id = w.card_id and g.status = 'active' and g.currency = $4
       and g.balance_cents - g.held_cents >= w.cents and (not g.is_demo or shop.demo_pays())
     returning g.card_id, w.cents
   ), noted as (
     insert into shop.gift_card_entry (card_id, order_id, kind, amount_cents) select card_id, $1, 'hold', cents from taken
   )
   select coalesce(g.last4, '') as "displayNumber", t.card_id is not null as "isHeld"
   from wanted w left join shop.gift_card g using (card_id) left join taken t using (card_id)`,
)

/** Holds what each gift card pays; answers the last four digits of the cards that could not. */
export async function holdGiftCards(
  tx: Tx,
  order: OrderKey,
  cards: readonly DraftTender[],
  currency: Currency,
): Promise<string[]> {
  const ids = cards.map((card) => card.tenderId)
  const rows = await tx.rows(holdCards, [order.orderId, ids, cards.map((card) => card.cents), currency])
  return rows.filter((row) => !row.isHeld).map((row) => row.displayNumber)
}

const holdCertificate = statement<{ displayNumber: string; isHeld: boolean }>(
  'order.hold-certificates',
  `with wanted as (
     select unnest($2::uuid[]) as certificate_id
   ), locked as (
     select c.certificate_id from shop.certificate c join wanted w using (certificate_id)
     order by c.certificate_id for no key update of c
   ), taken as (
     update shop.certificate c set state = 'held', order_id = $1 from locked k
     where c.certificate_id = k.certificate_id and c.state = 'free' and (c.ends_at is null or c.ends_at > now())
       and (not c.is_demo or shop.demo_pays())
     returning c.certificate_id
   )
   select coalesce(c.last4, '') as "displayNumber", t.certificate_id is not null as "isHeld"
   from wanted w left join shop.certificate c using (certificate_id) left join taken t using (certificate_id)`,
)

/** Holds reward certificates and tender codes, each as a whole; answers how those end that could not be held. */
export async function holdCertificates(tx: Tx, order: OrderKey, tenders: readonly DraftTender[]): Promise<string[]> {
  const rows = await tx.rows(holdCertificate, [order.orderId, tenders.map((tender) => tender.tenderId)])
  return rows.filter((row) => !row.isHeld).map((row) => row.displayNumber)
}

const heldCards = `mine as (
     select card_id, amount_cents as cents from shop.gift_card_entry h where order_id = $1 and kind = 'hold'
       and not exists (select from shop.gift_card_entry e
         where e.card_id = h.card_id and e.order_id = $1 and e.kind in ('release', 'spend'))
   ), locked as (
     select g.card_id, m.cents from shop.gift_card g join mine m using (card_id)
     order by g.card_id for no key update of g
   )`

const spendCards = statement(
  'order.spend-gift-cards',
  `with ${heldCards}, spent as (
     update shop.gift_card g set balance_cents = g.balance_cents - k.cents, held_cents = g.held_cents - k.cents,
       status = case when g.status = 'active' and g.balance_cents = k.cents then 'empty' else g.status end
     from locked k where g.card_id = k.card_id returning g.card_id, k.cents
   )
   insert into shop.gift_card_entry (card_id, order_id, kind, amount_cents) select card_id, $1, 'spend', cents from spent`,
)

const releaseCards = statement(
  'order.release-gift-cards',
  `with ${heldCards}, freed as (
     update shop.gift_card g set held_cents = g.held_cents - k.cents from locked k where g.card_id = k.card_id
     returning g.card_id, k.cents
   )
   insert into shop.gift_card_entry (card_id, order_id, kind, amount_cents) select card_id, $1, 'release', cents from freed`,
)

const spendCertificate = statement(
  'order.use-certificates',
  `update shop.certificate set state = 'used' where order_id = $1 and state = 'held'`,
)

const releaseCertificate = statement(
  'order.release-certificates',
  `update shop.certificate set state = 'free', order_id = null where order_id = $1 and state = 'held'`,
)

const refundCards = statement(
  'order.refund-gift-cards',
  `with mine as (
     select card_id, amount_cents as cents from shop.gift_card_entry s
     where order_id = $1 and kind = 'spend' and ${isCancelled}
       and not exists (select from shop.gift_card_entry e where e.card_id = s.card_id and e.order_id = $1 and e.kind = 'refund')
   ), locked as (
     select g.card_id, m.cents from shop.gift_card g join mine m using (card_id)
     order by g.card_id for no key update of g
   ), refunded as (
     update shop.gift_card g set balance_cents = g.balance_cents + k.cents,
       status = case g.status when 'empty' then 'active' else g.status end
     from locked k where g.card_id = k.card_id returning g.card_id, k.cents
   )
   insert into shop.gift_card_entry (card_id, order_id, kind, amount_cents) select card_id, $1, 'refund', cents from refunded`,
)

const giveCertificateBack = statement(
  'order.give-certificates-back',
  `update shop.certificate set state = 'free', order_id = null where order_id = $1 and state = 'used' and ${isCancelled}`,
)

export function spendGiftCards(tx: Tx, order: OrderKey): void {
  tx.write(spendCards, [order.orderId])
}

export async function releaseGiftCards(tx: Tx, order: OrderKey): Promise<void> {
  await tx.count(releaseCards, [order.orderId])
}

export function spendCertificates(tx: Tx, order: OrderKey): void {
  tx.write(spendCertificate, [order.orderId])
}

export async function releaseCertificates(tx: Tx, order: OrderKey): Promise<void> {
  await tx.count(releaseCertificate, [order.orderId])
}

/** What gift cards paid for a cancelled order is back on them; one that was blocked meanwhile stays so. */
export async function refundGiftCards(tx: Tx, order: OrderKey): Promise<void> {
  await tx.count(refundCards, [order.orderId, order.shopperId])
}

/** Certificates and codes of a cancelled order can be used again, as long as they would have been good anyway. */
export async function giveCertificatesBack(tx: Tx, order: OrderKey): Promise<void> {
  await tx.count(giveCertificateBack, [order.orderId, order.shopperId])
}
