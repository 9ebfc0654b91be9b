import { statement, type Tx } from '#server/db/database.ts'
import type { AccountCard } from './account-card-store.ts'

/** A card that its owner adds to her account herself, as the processor knows it. */
export type OwnCard = Omit<AccountCard, 'cardId' | 'isDefault'>

const values = ({ provider, token, brand, type, lastFour, expMonth, expYear, cbhccDesignType }: OwnCard) => [
  ...[provider, token, brand, type, lastFour, expMonth, expYear, cbhccDesignType],
]

const insertCard = statement<{ cardId: string }>(
  'payment.add-own-card',
  `insert into shop.account_card (shopper_id, card_id, provider, token, brand, type, last_four, exp_month, exp_year,
     cbhcc_design_type, is_default, created_at)
   select $1, gen_random_uuid(), $2, $3, $4, $5, $6, $7, $8, $9,
     not exists (select from shop.account_card where shopper_id = $1), clock_timestamp()
   returning card_id as "cardId"`,
)

/** Puts a card into an account whose cards are locked, and answers its id; the first becomes the default. */
export async function addOwnCard(tx: Tx, shopperId: string, card: OwnCard): Promise<string> {
  const row = await tx.row(insertCard, [shopperId, ...values(card)])
  if (row === undefined) throw new Error('A card was not added')
  return row.cardId
}

const replaceCard = statement<{ cardId: string }>(
  'payment.replace-own-card',
  `update shop.account_card set card_id = gen_random_uuid(), provider = $2, token = $3, brand = $4, type = $5, last_four = $6,
     exp_month = $7, exp_year = $8, cbhcc_design_type = $9
   where shopper_id = $1 and card_id = $10::uuid returning card_id as "cardId"`,
)

/** Puts a card into the place of another, also as the default, under an id of its own; null: the account has no such card. */
export async function replaceOwnCard(tx: Tx, shopperId: string, cardId: string, card: OwnCard): Promise<string | null> {
  const row = await tx.row(replaceCard, [shopperId, ...values(card), cardId])
  return row?.cardId ?? null
}
