import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ask } from './books.ts'
import { type Authorization, bookedAs } from './sandbox.ts'

/** What a payment is called by the shop, and by the gateway; 'nothing' where it has no such payment. */
export type PaymentStates = readonly (readonly [ours: string, gateways: string])[]

type OwnPayment = { readonly reference: string; readonly state: string; readonly amount: string }

const invariants = readFileSync(join(import.meta.dirname, '../../src/server/order/books/invariants.sql'), 'utf8')

/** Puts a gift card of 15.00 on a cart; answers its id. */
export async function putGiftCard(basketId: string): Promise<string> {
  const cardId = randomUUID()
  await ask(
    `with card as (insert into shop.gift_card (card_id, number_mac, last4, pin_mac, balance_cents)
       values ($1::uuid, decode(md5($1::uuid::text), 'hex'), '0777', 'p', 1500) returning card_id),
     issued as (insert into shop.gift_card_entry (card_id, kind, amount_cents) select card_id, 'issue', 1500 from card)
     insert into shop.cart_tender (shopper_id, cart_id, position, kind, tender_id)
     select shopper_id, cart_id, 1, 'giftCard', $1::uuid from shop.cart where cart_id = $2`,
    [cardId, basketId],
  )
  return cardId
}

export type Books = {
  /** State of the last order. */
  readonly order: string | undefined
  readonly payments: PaymentStates
  /** The payments that hold money, by the shop and by the gateway, each reference with its amount. */
  readonly held: { readonly ours: readonly string[]; readonly gateways: readonly string[] }
  /** Due from cards of the last order, when it was placed; else 0. */
  readonly dueCents: number
  /** What happened on the gift card since it was issued, and what is on it now. */
  readonly giftCard: string
  /** Pieces that are held for nobody's order any more are held for nobody. */
  readonly heldPieces: number
  readonly broken: readonly unknown[]
}

/** What stands in the order, the ledgers and the books of the gateway after the last order of an email address. */
export async function readBooks(email: string, giftCard: string, sku: number): Promise<Books> {
  const [order] = await ask<{ id: string; shopper: string; state: string; due: string }>(
    `select order_id as id, shopper_id as shopper, state, card_due_cents as due from shop.orders
     where email = $1 order by created_at desc limit 1`,
    [email],
  )
  const own = await ask<OwnPayment>(
    `select reference, state, amount_cents as amount from shop.payment where shopper_id = $1 and order_id = $2 order by slot`,
    [order?.shopper, order?.id],
  )
  const theirs = await Promise.all(own.map(({ reference }) => bookedAs(reference)))
  const entries = await ask<{ kind: string; amount: string }>(
    `select kind, amount_cents as amount from shop.gift_card_entry where card_id = $1 and kind <> 'issue' order by entry_no`,
    [giftCard],
  )
  const [card] = await ask<{ balance: string; held: string }>(
    'select balance_cents as balance, held_cents as held from shop.gift_card where card_id = $1',
    [giftCard],
  )
  const [stock] = await ask<{ held: string }>(
    `select coalesce(sum(quantity), 0) as held from shop.stock_hold
     where sku = $1 and order_id = $2 and state = 'held'`,
    [sku, order?.id],
  )
  return {
    order: order?.state,
    payments: own.map(({ state }, nth) => [state, theirs[nth]?.state ?? 'nothing']),
    held: {
      ours: own.flatMap((one) => (isMoney(one.state) ? `${one.reference} ${one.amount}` : [])),
      gateways: theirs.flatMap((one) => (one && isMoney(one.state) ? `${one.reference} ${one.amount}` : [])),
    },
    dueCents: order?.state === 'placed' ? Number(order.due) : 0,
    giftCard: [
      ...entries.map(({ kind, amount }) => `${kind} ${amount}`),
      `left ${card?.balance}, held ${card?.held}`,
    ].join(', '),
    heldPieces: Number(stock?.held),
    broken: await ask(invariants),
  }
}

function isMoney(state: Authorization['state']): boolean {
  return state === 'authorized' || state === 'captured'
}
