import { type Sql, statement, type Tx } from '#server/db/database.ts'

/** A card of an account (PAY-09). Month and year are 0 for a store card; cbhccDesignType as in OPEN-61. */
export type AccountCard = {
  readonly cardId: string
  readonly provider: string
  readonly token: string
  readonly brand: string
  /** Selection type of OPEN-62. */
  readonly type: string
  readonly lastFour: string
  readonly expMonth: number
  readonly expYear: number
  readonly cbhccDesignType: number
  readonly isDefault: boolean
}

/** The cards of an account, oldest first; its id is SQL. */
export function accountCardSelect(shopperId: string): string {
  return `select card_id as "cardId", provider, token, brand, type, last_four as "lastFour", exp_month as "expMonth",
     exp_year as "expYear", cbhcc_design_type as "cbhccDesignType", is_default as "isDefault"
   from shop.account_card where shopper_id = ${shopperId} order by created_at, card_id`
}

const cardsOf = statement<AccountCard>('payment.account-cards', accountCardSelect('$1'))

/** The cards of an account, oldest first. */
export function readAccountCards(sql: Sql, shopperId: string): Promise<AccountCard[]> {
  return sql.rows(cardsOf, [shopperId])
}

const lockCards = statement(
  'payment.lock-account-cards',
  'select from shop.account where shopper_id = $1 for no key update',
)

/** Others who change the cards of this account wait until the transaction ends. */
export async function lockAccountCards(tx: Tx, shopperId: string): Promise<void> {
  await tx.row(lockCards, [shopperId])
}

/**
 * The first card of an account becomes its default. Cards beyond the limit are left out: they were refused when the card
 * was saved with the cart, but two carts may have been on their way at once. A card that is there already is known
 * again by what the processor says of it, because its token is new each time it is entered.
 */
const saveCards = statement<NewAccountCard>(
  'payment.keep-ordered-cards',
  `with known as (select count(*) as count from shop.account_card where shopper_id = $1),
   wanted as (
     select p.*, row_number() over (order by slot) as nth from shop.cart_payment p
     where p.shopper_id = $1 and p.cart_id = $2 and p.method = 'card' and p.save_to_account and p.account_card_id is null
       and not exists (select from shop.account_card a where a.shopper_id = p.shopper_id and (a.token = p.token or
         (a.provider, a.brand, a.last_four, a.exp_month, a.exp_year) =
         (p.provider, p.brand, p.last_four, p.exp_month, p.exp_year)))
       and not exists (select from shop.cart_payment o where o.shopper_id = p.shopper_id and o.cart_id = p.cart_id
         and o.slot < p.slot and o.method = 'card' and o.save_to_account and o.account_card_id is null and
         (o.provider, o.brand, o.last_four, o.exp_month, o.exp_year) =
         (p.provider, p.brand, p.last_four, p.exp_month, p.exp_year)))
   insert into shop.account_card (shopper_id, card_id, provider, token, brand, type, last_four, exp_month, exp_year,
     cbhcc_design_type, is_default)
   select $1, gen_random_uuid(), provider, token, brand, selection_type, last_four, exp_month, exp_year,
     case when brand = any($3::text[]) then $4::smallint else 0 end, known.count = 0 and nth = 1
   from wanted, known where known.count + nth <= $5 and last_four is not null
   on conflict (shopper_id, token) do nothing
   returning card_id as "cardId", brand, last_four as "lastFour"`,
)

/** A card that has just come into an account, as its owner is told of it. */
export type NewAccountCard = Pick<AccountCard, 'cardId' | 'brand' | 'lastFour'>

/**
 * Keeps the cards of an ordered cart that were to be kept (PAY-13), as long as the account has fewer than `limit`; answers
 * those that are new to it.
 */
export async function saveOrderedCards(
  tx: Tx,
  { shopperId, cartId }: { readonly shopperId: string; readonly cartId: string },
  cards: { readonly coBrands: readonly string[]; readonly designType: number; readonly limit: number },
): Promise<NewAccountCard[]> {
  const [, added] = await Promise.all([
    tx.row(lockCards, [shopperId]),
    tx.rows(saveCards, [shopperId, cartId, cards.coBrands, cards.designType, cards.limit]),
  ])
  return added
}

/** A card to be saved, as the processor knows it. */
export type SavedCard = Omit<AccountCard, 'cardId' | 'cbhccDesignType'>

const insertCard = statement(
  'payment.save-account-card',
  `insert into shop.account_card (shopper_id, card_id, provider, token, brand, type, last_four, exp_month, exp_year, is_default,
     created_at)
   values ($1, gen_random_uuid(), $2, $3, $4, $5, $6, $7, $8, $9, clock_timestamp())`,
)

/** Puts a card into an account that nobody else is changing. */
export async function saveCard(tx: Tx, shopperId: string, card: SavedCard): Promise<void> {
  const { provider, token, brand, type, lastFour, expMonth, expYear, isDefault } = card
  await tx.count(insertCard, [shopperId, provider, token, brand, type, lastFour, expMonth, expYear, isDefault])
}

const redate = statement(
  'payment.correct-account-card',
  `update shop.account_card set token = $3, exp_month = $4, exp_year = $5 where shopper_id = $1 and card_id = $2::uuid`,
)

/** A saved card that pays has another date from now on, and the token that stands for it with this date. */
export async function correctAccountCard(
  tx: Tx,
  shopperId: string,
  card: {
    readonly accountCardId: string | null
    readonly token: string
    readonly expMonth: number
    readonly expYear: number
  },
): Promise<void> {
  if (card.accountCardId === null) return
  await tx.count(redate, [shopperId, card.accountCardId, card.token, card.expMonth, card.expYear])
}

const clearDefault = statement(
  'payment.clear-default-card',
  `with own as (select from shop.account_card where shopper_id = $1 and card_id = $2::uuid),
   gone as (update shop.removed_card set is_default = false where shopper_id = $1 and is_default and exists (table own))
   update shop.account_card set is_default = false where shopper_id = $1 and is_default and exists (table own)`,
)
const setDefault = statement(
  'payment.set-default-card',
  'update shop.account_card set is_default = true where shopper_id = $1 and card_id = $2::uuid',
)

/** Makes a card of an account the one that pays unless another is chosen. False: not hers. */
export async function makeDefaultCard(tx: Tx, shopperId: string, cardId: string): Promise<boolean> {
  await lockAccountCards(tx, shopperId)
  await tx.count(clearDefault, [shopperId, cardId])
  return (await tx.count(setDefault, [shopperId, cardId])) === 1
}
