import { randomUUID } from 'node:crypto'
import { type Variant, variants } from '#domain/variant.ts'
import type { Database } from '#server/db/database.ts'
import { statement } from '#server/db/database.ts'

/** A cart ready to be ordered, written straight into the tables. */
export type CartIds = { readonly shopperId: string; readonly cartId: string }

export type CartSeed = {
  readonly shopperId?: string
  /** The store; CB's of the United States unless told. */
  readonly variant?: Variant
  /** What is not as in `testAddress`. */
  readonly address?: { readonly [Field in keyof typeof testAddress]?: string }
  readonly lines: readonly {
    readonly sku: number
    readonly quantity: number
    readonly locationId?: number
    readonly donationCents?: number
  }[]
  /** Tokens of the cards; two share the amount: the first pays `firstCents`. */
  readonly tokens?: readonly string[]
  readonly firstCents?: number
  readonly method?: 'card' | 'paypal' | 'venmo' | 'applePay'
  /** The cards are the store's own. */
  readonly isStoreCard?: boolean
  /** What the wallet's sheet showed, cents. */
  readonly approvedCents?: number
  readonly email?: string
  readonly promoCode?: string
  readonly tenders?: readonly { readonly kind: 'giftCard' | 'tenderCode' | 'certificate'; readonly tenderId: string }[]
  readonly tripId?: number
}

export const testAddress = {
  firstName: 'Ada',
  lastName: 'Byron',
  companyName: '',
  address1: '1 Analytical Way',
  address2: '',
  city: 'Oak Brook',
  state: 'IL',
  postalCode: '60523',
  country: 'US',
  phone: '6305550100',
  email: 'ada@example.com',
} as const

const addShopper = statement('test.shopper', 'insert into shop.shopper (shopper_id) values ($1) on conflict do nothing')
const addCart = statement(
  'test.cart',
  `insert into shop.cart (shopper_id, cart_id, brand, country, currency, highest_step, is_guest_checkout, discount_code)
   values ($1, $2, $4, $5, $6, 4, true, $3)`,
)
const addRecipient = statement(
  'test.recipient',
  'insert into shop.recipient (shopper_id, cart_id, recipient_id, address, trip_window_id) values ($1, $2, $3, $4, $5)',
)
const addLine = statement(
  'test.line',
  `insert into shop.cart_line (shopper_id, cart_id, line_id, position, sku, merge_key, quantity, recipient_id, is_pickup, location_id, donation_cents)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
)
const addPayment = statement(
  'test.payment',
  `insert into shop.cart_payment (shopper_id, cart_id, slot, basket_payment_guid, method, provider, token, brand, last_four,
     exp_month, exp_year, amount_cents, selection_type, wallet)
   values ($1, $2, $3, $4, $5, 'built-in', $6, $8, '1111', 12, 2030, $7, $9, $10)`,
)
const addTender = statement(
  'test.tender',
  `insert into shop.cart_tender (shopper_id, cart_id, position, kind, tender_id, worth_cents)
   values ($1, $2, $3, $4, $5, coalesce(
     (select balance_cents - held_cents from shop.gift_card where card_id = $5),
     (select amount_cents from shop.certificate where certificate_id = $5 and state = 'free'), 0))`,
)

/** Writes a guest's cart in a store, at the review step. */
export async function insertCart(database: Database, seed: CartSeed): Promise<CartIds> {
  const cart = { shopperId: seed.shopperId ?? randomUUID(), cartId: randomUUID() }
  const { shopperId, cartId } = cart
  const recipientId = randomUUID()
  const { tokens = [], firstCents = null, email = testAddress.email, variant = variants.cb } = seed
  const { brand, country, currency } = variant
  const kind = seed.isStoreCard ? ['PLCCSynchrony', 'StoreCreditCard'] : ['Visa', '']
  const { method = 'card', approvedCents } = seed
  const wallet = approvedCents === undefined ? null : { holder: email, approvedCents, deviceData: '' }
  const paid = [...kind, wallet === null ? null : JSON.stringify(wallet)]
  await database.transaction(async (tx) => {
    await tx.count(addShopper, [shopperId])
    await tx.count(addCart, [shopperId, cartId, seed.promoCode ?? '', brand, country, currency])
    const address = JSON.stringify({ ...testAddress, email, ...seed.address })
    await tx.count(addRecipient, [shopperId, cartId, recipientId, address, seed.tripId ?? null])
    for (const [position, { sku, quantity, locationId, donationCents }] of seed.lines.entries()) {
      const place = [recipientId, locationId !== undefined, locationId ?? null, donationCents ?? null]
      await tx.count(addLine, [shopperId, cartId, randomUUID(), position, sku, `k${position}`, quantity, ...place])
    }
    for (const [index, token] of tokens.entries()) {
      const isFirstOfTwo = index === 0 && tokens.length === 2
      const amount = isFirstOfTwo ? firstCents : null
      await tx.count(addPayment, [shopperId, cartId, index + 1, randomUUID(), method, token, amount, ...paid])
    }
    for (const [position, { kind, tenderId }] of (seed.tenders ?? []).entries()) {
      await tx.count(addTender, [shopperId, cartId, position, kind, tenderId])
    }
  })
  return cart
}

const addCard = statement(
  'test.gift-card',
  `with card as (
     insert into shop.gift_card (card_id, number_mac, last4, pin_mac, balance_cents)
     values ($1::uuid, decode(md5($1::uuid::text), 'hex'), $2, 'p', $3) returning card_id)
   insert into shop.gift_card_entry (card_id, kind, amount_cents) select card_id, 'issue', $3 from card`,
)

/** A gift card with a balance; answers its id. */
export async function seedGiftCard(database: Database, cents: number, last4 = '4444'): Promise<string> {
  const cardId = randomUUID()
  await database.count(addCard, [cardId, last4, cents])
  return cardId
}

const addCertificate = statement(
  'test.seed-certificate',
  `insert into shop.certificate (certificate_id, kind, code_mac, last4, amount_cents)
   values ($1::uuid, $2, decode(md5($1::uuid::text), 'hex'), '7777', $3)`,
)

/** A tender code or a reward certificate, good for one order; answers its id. */
export async function seedCertificate(database: Database, kind: 'tender' | 'reward', cents: number): Promise<string> {
  const certificateId = randomUUID()
  await database.count(addCertificate, [certificateId, kind, cents])
  return certificateId
}

const addPromo = statement(
  'test.seed-promo',
  `insert into shop.promo (code, kind, amount_cents, max_uses) values ($1, 'amount', $2, $3)`,
)

/** A promotion code that takes some cents off and can be used so often; answers it. */
export async function seedPromo(database: Database, cents: number, maxUses: number): Promise<string> {
  const code = `P${randomUUID().replaceAll('-', '').toUpperCase()}`
  await database.count(addPromo, [code, cents, maxUses])
  return code
}

const setStockRow = statement('test.stock', 'update shop.stock set on_hand = $3 where sku = $1 and location_id = $2')

export async function setStock(database: Database, sku: number, locationId: number, onHand: number): Promise<void> {
  await database.count(setStockRow, [sku, locationId, onHand])
}

const stockRow = statement<{ onHand: number; held: number }>(
  'test.read-stock',
  'select on_hand as "onHand", held from shop.stock where sku = $1 and location_id = $2',
)

export async function readStock(
  database: Database,
  sku: number,
  locationId: number,
): Promise<{ onHand: number; held: number }> {
  const row = await database.row(stockRow, [sku, locationId])
  if (row === undefined) throw new Error(`no stock of ${sku} at ${locationId}`)
  return row
}
