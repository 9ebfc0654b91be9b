import { statement } from '#server/db/database.ts'
import type { OrderDeps } from '#server/order/order-deps.ts'
import type { PlaceOutcome } from '#server/order/place/place-outcome.ts'
import { sku } from '#test/builders/catalog.ts'
import { type CartSeed, insertCart, seedCertificate, seedGiftCard, seedPromo } from '#test/order/insert-cart.ts'
import { order } from '#test/order/place.ts'

/** What two carts may want at the same moment and only one can have. */
export const contested = ['gift card', 'certificate', 'tender code', 'promo use'] as const
export type Contested = (typeof contested)[number]

type Race = { readonly id: string; readonly wish: Omit<CartSeed, 'email'> }

const cents = 2_000

async function startLine({ database }: OrderDeps, kind: Contested, token: string): Promise<Race> {
  // a donation has neither tax nor shipping: the tender pays it whole
  const lines = [{ sku: sku.donation, quantity: 1, donationCents: cents }]
  switch (kind) {
    case 'gift card': {
      const id = await seedGiftCard(database, cents)
      return { id, wish: { lines, tenders: [{ kind: 'giftCard', tenderId: id }] } }
    }
    case 'certificate': {
      const id = await seedCertificate(database, 'reward', cents)
      return { id, wish: { lines, tenders: [{ kind: 'certificate', tenderId: id }] } }
    }
    case 'tender code': {
      const id = await seedCertificate(database, 'tender', cents)
      return { id, wish: { lines, tenders: [{ kind: 'tenderCode', tenderId: id }] } }
    }
    case 'promo use': {
      const id = await seedPromo(database, 100, 1)
      return { id, wish: { lines: [{ sku: sku.mug, quantity: 1 }], promoCode: id, tokens: [token] } }
    }
  }
}

/** How often the thing was spent, by its own ledger. */
const spent: { readonly [Kind in Contested]: ReturnType<typeof statement<{ times: number }>> } = {
  'gift card': statement(
    'test.gift-card-spent',
    `select count(*) as times from shop.gift_card g join shop.gift_card_entry e using (card_id)
     where g.card_id = $1::text::uuid and e.kind = 'spend' and g.balance_cents = 0 and g.held_cents = 0`,
  ),
  certificate: statement(
    'test.certificate-spent',
    `select count(*) as times from shop.certificate where certificate_id = $1::text::uuid and state = 'used'`,
  ),
  'tender code': statement(
    'test.tender-code-spent',
    `select count(*) as times from shop.certificate where certificate_id = $1::text::uuid and state = 'used'`,
  ),
  'promo use': statement(
    'test.promo-spent',
    `select count(*) as times from shop.promo p join shop.promo_use u using (code)
     where code = $1 and u.state = 'used' and p.uses = 1`,
  ),
}

export type RaceEnd = {
  readonly outcomes: readonly PlaceOutcome[]
  /** How often the thing was spent, by its ledger. */
  readonly timesSpent: number
}

/** Two carts of two people order at the same moment what only one of them can pay with. `token` is a good card's. */
export async function raceFor(orders: OrderDeps, kind: Contested, token: string): Promise<RaceEnd> {
  const { database } = orders
  const { id, wish } = await startLine(orders, kind, token)
  const carts = await Promise.all(
    ['one', 'two'].map((name) => insertCart(database, { ...wish, email: `${name}@example.com` })),
  )
  const outcomes = await Promise.all(carts.map(({ shopperId }) => order(orders, shopperId)))
  return { outcomes, timesSpent: (await database.row(spent[kind], [id]))?.times ?? 0 }
}

/** In words, what was wrong with a race; null when exactly one won. */
export function faultOfRace({ outcomes, timesSpent }: RaceEnd): string | null {
  const kinds = outcomes.map(({ kind }) => kind).sort()
  const isOneLoser = kinds.includes('refused') || kinds.includes('short')
  const isOneWinner = kinds.filter((kind) => kind === 'placed').length === 1 && isOneLoser
  return isOneWinner && timesSpent === 1 ? null : `${kinds.join(' and ')}, spent ${timesSpent} times`
}
