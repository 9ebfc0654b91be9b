// The carts of a drill's step, written straight into the tables, and the scarce things that they are after.
import { randomUUID } from 'node:crypto'
import { type Database, statement } from '#server/db/database.ts'
import { sku } from '#test/builders/catalog.ts'
import type { CartPlan, Pay } from '#test/drill/plan.ts'
import { cardToken, walletNonce } from '#test/order/gateway.ts'
import {
  type CartIds,
  type CartSeed,
  insertCart,
  seedCertificate,
  seedGiftCard,
  seedPromo,
} from '#test/order/insert-cart.ts'

type Gateway = Parameters<typeof cardToken>[0]

/** What the shoppers of one step want, each less often than they do. */
export type StepGoods = {
  readonly giftCard: string
  readonly codes: readonly string[]
  readonly certificates: readonly string[]
  readonly promoCode: string
  /** A registry that wishes for two mugs. */
  readonly grId: number
}

export const wishedFor = 2

const addRegistry = statement<{ grId: number }>(
  'drill.registry',
  `with someone as (insert into shop.shopper (shopper_id, kind) values ($1, 'member') returning shopper_id),
   account as (
     insert into shop.account (shopper_id, email, email_key, first_name, last_name, password_hash)
     select shopper_id, shopper_id || '@drill.example', shopper_id || '@drill.example', 'Ann', 'Bell', 'x' from someone
     returning shopper_id),
   registry as (
     insert into shop.registry (shopper_id, brand, country, event_type, event_date, owner_names, list_type, registry_type)
     select shopper_id, 'CB', 'US', 'Wedding', current_date + 90, 'Ann Bell', 1, 'br' from account
     returning shopper_id, gr_id)
   insert into shop.registry_item (shopper_id, gr_id, sku, wanted) select shopper_id, gr_id, $2, $3 from registry
   returning gr_id as "grId"`,
)
const markGift = statement(
  'drill.mark-gift',
  'update shop.cart_line set gift_registry_id = $3 where shopper_id = $1 and cart_id = $2 and sku = $4',
)

export async function stockStep(database: Database): Promise<StepGoods> {
  const registry = await database.row(addRegistry, [randomUUID(), sku.mug, wishedFor])
  const certificates = (kind: 'tender' | 'reward', cents: number) =>
    Promise.all([0, 1].map(() => seedCertificate(database, kind, cents)))
  return {
    giftCard: await seedGiftCard(database, 6_000),
    codes: await certificates('tender', 700),
    certificates: await certificates('reward', 900),
    promoCode: await seedPromo(database, 300, 3),
    grId: registry?.grId ?? 0,
  }
}

/** The cart of a plan, at the review step, in this shopper's session. */
export async function seedCart(
  database: Database,
  gateway: Gateway,
  plan: CartPlan,
  goods: StepGoods,
  who: { readonly shopperId: string; readonly email: string },
): Promise<CartIds> {
  const ids = { giftCard: goods.giftCard, code: goods.codes[plan.nth], certificate: goods.certificates[plan.nth] }
  const kinds = { giftCard: 'giftCard', code: 'tenderCode', certificate: 'certificate' } as const
  const cart = await insertCart(database, {
    ...who,
    lines: plan.lines,
    ...(await paymentOf(gateway, plan.pay)),
    ...(plan.hasPromo ? { promoCode: goods.promoCode } : {}),
    tenders: plan.tenders.map((one) => ({ kind: kinds[one], tenderId: ids[one] ?? '' })),
  })
  if (plan.isGift) await database.count(markGift, [cart.shopperId, cart.cartId, goods.grId, sku.mug])
  return cart
}

async function paymentOf(gateway: Gateway, pay: Pay): Promise<Partial<CartSeed>> {
  switch (pay.by) {
    case 'cards': {
      const tokens = await Promise.all(pay.endings.map((ending) => cardToken(gateway, ending)))
      return tokens.length === 2 ? { tokens, firstCents: 500 } : { tokens }
    }
    case 'storeCard':
      return { tokens: [await cardToken(gateway, pay.ending)], isStoreCard: true }
    case 'wallet': {
      const approvedCents = 900_000
      const nonce = await walletNonce(gateway, pay.method, approvedCents, pay.isDeclined ? 'decline' : 'approve')
      return { tokens: [nonce], method: pay.method, approvedCents }
    }
  }
}
