// What the shoppers of a drill want to buy, and with what: every kind of tender, and several after the same one.
import type { Database } from '#server/db/database.ts'
import { sku } from '#test/builders/catalog.ts'
import { type BasketWish, seedBasket, seedCertificate, seedGiftCard, seedPromo } from '#test/order/basket.ts'
import { cardToken, walletNonce } from '#test/order/gateway.ts'

type Tender = NonNullable<BasketWish['tenders']>[number]

export type Chance = {
  /** True so often, of one. */
  readonly happens: (often: number) => boolean
  /** A whole number from 0 on, less than this. */
  readonly upTo: (end: number) => number
}

/** Pseudo-random, so that a run can be repeated by its seed. */
export function chanceOf(seed: number): Chance & { readonly fraction: () => number } {
  let state = seed
  const fraction = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  return { fraction, happens: (often) => fraction() < often, upTo: (end) => Math.floor(fraction() * end) }
}

const wanted = [sku.lastVase, sku.shelf, sku.mug, sku.towel]
const wallets = ['paypal', 'venmo', 'applePay'] as const
const basketsPerFill = 24
let shoppers = 0

/** 24 baskets more. Gift card, certificates, codes and promo uses are fewer than the baskets that want them. */
export async function fillBaskets(
  database: Database,
  gateway: Parameters<typeof cardToken>[0],
  { happens, upTo }: Chance,
): Promise<void> {
  const [good, other, declined] = await Promise.all(
    ['1111', '4242', '0002'].map((ending) => cardToken(gateway, ending)),
  )
  const tokens = [good ?? '', other ?? '', declined ?? '']
  const giftCard: Tender = { kind: 'giftCard', tenderId: await seedGiftCard(database, 6_000) }
  const certificates: Tender[] = []
  const codes: Tender[] = []
  for (let nth = 0; nth < 2; nth += 1) {
    certificates.push({ kind: 'certificate', tenderId: await seedCertificate(database, 'reward', 900) })
    codes.push({ kind: 'tenderCode', tenderId: await seedCertificate(database, 'tender', 700) })
  }
  const promoCode = await seedPromo(database, 300, 3)

  for (let nth = 0; nth < basketsPerFill; nth += 1) {
    shoppers += 1
    const skus = new Set(Array.from({ length: 1 + upTo(3) }, () => wanted[upTo(wanted.length)] ?? sku.mug))
    const isForRewards = happens(0.2)
    await seedBasket(database, {
      lines: [...skus].map((one) => ({ sku: one, quantity: 1 + upTo(2) })),
      email: `shopper-${shoppers}@example.com`,
      ...(happens(0.3) ? { promoCode } : {}),
      ...(isForRewards
        ? { tokens: [tokens[upTo(3)] ?? ''], isStoreCard: true }
        : await anyPayment(gateway, tokens, { happens, upTo })),
      tenders: [
        ...(happens(0.3) ? [giftCard] : []),
        ...codes.filter(() => happens(0.15)),
        ...(isForRewards ? certificates.filter(() => happens(0.6)) : []),
      ],
    })
  }
}

async function anyPayment(
  gateway: Parameters<typeof cardToken>[0],
  tokens: readonly string[],
  { happens, upTo }: Chance,
): Promise<Pick<BasketWish, 'tokens' | 'firstCents' | 'method' | 'approvedCents'>> {
  if (happens(0.35)) {
    const method = wallets[upTo(wallets.length)] ?? 'paypal'
    const approvedCents = 500_000
    const nonce = await walletNonce(gateway, method, approvedCents, happens(0.1) ? 'decline' : 'approve')
    return { tokens: [nonce], method, approvedCents }
  }
  if (happens(0.35)) return { tokens: [tokens[0] ?? '', tokens[upTo(3)] ?? ''], firstCents: 500 }
  return { tokens: [tokens[upTo(3)] ?? ''] }
}
