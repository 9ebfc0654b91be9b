import { type Sql, statement, type Tx } from '#server/db/database.ts'

/** A gift card as it is judged; cents. */
export type GiftCardRow = {
  readonly cardId: string
  readonly last4: string
  readonly pinMac: Buffer
  readonly currency: string
  readonly freeCents: number
  readonly isActive: boolean
  readonly isLocked: boolean
  readonly wrongPins: number
}

const cardByNumber = statement<GiftCardRow>(
  'tender.gift-card',
  `select card_id as "cardId", last4, pin_mac as "pinMac", currency, balance_cents - held_cents as "freeCents",
     status = 'active' and (not (is_demo or $2) or shop.demo_pays()) as "isActive", coalesce(blocked_until > now(), false) as "isLocked", bad_pins as "wrongPins"
   from shop.gift_card where number_mac = $1 for no key update`,
)

/**
 * The gift card of a number, its row locked: pins are judged one after the other, so that a thousand at once count a
 * thousand. `isKnown`: everybody knows the number (SAFE-03).
 */
export function readGiftCardLocked(tx: Tx, numberMac: Buffer, isKnown: boolean): Promise<GiftCardRow | undefined> {
  return tx.row(cardByNumber, [numberMac, isKnown])
}

const notePin = statement(
  'tender.note-pin',
  `update shop.gift_card set bad_pins = $2,
     blocked_until = case when $3::int > 0 then now() + $3::int * interval '1 minute' else blocked_until end
   where card_id = $1`,
)

/** Keeps how many wrong pins there were in all, and for how many minutes that locks the number; 0 for no lock. */
export async function storeWrongPins(tx: Tx, cardId: string, wrongPins: number, lockMinutes: number): Promise<void> {
  await tx.count(notePin, [cardId, wrongPins, lockMinutes])
}

/** A tender code as it is judged; cents. */
export type TenderCodeRow = { readonly id: string; readonly last4: string; readonly cents: number }

const codeByMac = statement<TenderCodeRow>(
  'tender.code',
  `select certificate_id as id, last4, amount_cents as cents from shop.certificate
   where code_mac = $1 and kind = 'tender' and currency = $2 and state = 'free' and (ends_at is null or ends_at > now())
     and (not (is_demo or $3) or shop.demo_pays())`,
)

/** A tender code that can be used now; undefined when it is unknown, used, ended or of another currency. */
export function readFreeTenderCode(
  tx: Tx,
  codeMac: Buffer,
  currency: string,
  isKnown: boolean,
): Promise<TenderCodeRow | undefined> {
  return tx.row(codeByMac, [codeMac, currency, isKnown])
}

const idOfNumber = statement<{ id: string }>(
  'tender.id-of-number',
  `select card_id as id from shop.gift_card where number_mac = $1
   union all select certificate_id from shop.certificate where code_mac = $2`,
)

/** What a full number or code stands for, applied or not. */
export async function idOfStoredValue(tx: Tx, numberMac: Buffer, codeMac: Buffer): Promise<string | undefined> {
  return (await tx.row(idOfNumber, [numberMac, codeMac]))?.id
}

const ordered = statement(
  'tender.has-ordered',
  `select from shop.orders where shopper_id = $1 and state = 'placed'
   union all select from shop.order_archive where shopper_id = $1 and state = 'placed' limit 1`,
)

/** Whether a shopper has an order of ours: somebody we know, while cards are tested. */
export async function hasOrdered(sql: Sql, shopperId: string): Promise<boolean> {
  return (await sql.count(ordered, [shopperId])) > 0
}
