import type { Installation } from '#domain/order/payment-reference.ts'
import type { Sellers } from '#domain/order/seller.ts'
import type { MacOf } from '#server/config/secrets.ts'
import type { Database, Sql } from '#server/db/database.ts'
import type { Log } from '#server/http/context.ts'
import type { PriceRates } from '#server/pricing/price-rates.ts'
import type { CardGateway } from '#server/providers/card-gateway/port.ts'
import type { WebhookReading } from '#server/providers/card-gateway/webhooks.ts'
import type { PaymentProcessor, WalletGateway } from '#server/providers/wallet-gateway/port.ts'
import type { RaiseAlarm } from '#server/watch/alarm-kinds.ts'

/** The places where a drill ends the process, to see that no order is lost (k1 to k7), nor half cancelled (c1, c2). */
export type KillPoint = 'k1' | 'k2' | 'k3' | 'k4' | 'k5' | 'k6' | 'k7' | 'c1' | 'c2'

/** What became of an order: `left` to recovery, before the shopper had an answer. */
type OrderEnd = 'placed' | 'refused' | 'left'

/** Who counts orders, for operators. */
export type OrderCounts = {
  ended(
    order: { readonly brand: string; readonly country: string; readonly currency: string; readonly totalCents: number },
    how: OrderEnd,
  ): void
  /** A press of Place Order was answered, or `failed`. */
  pressed(how: string, seconds: number): void
}

/** All that placing and recovering orders need of the world. */
export type OrderDeps = {
  readonly database: Database
  /** Whose payments are ours at a processor that others may use too. */
  readonly installation: Installation
  readonly gateway: CardGateway
  /** Wallets, when any are offered. */
  readonly wallets: WalletGateway | null
  /** Reads and verifies the body of a webhook of this gateway's. */
  readonly readWebhook: (body: unknown) => WebhookReading
  readonly log: Log
  /** The keyed hash of an e-mail, already in small letters, under which uses of a promo are counted; also what links are signed with. */
  readonly macOf: MacOf
  readonly newId: () => string
  /** What shipping costs and what is taxed where. */
  readonly rates: PriceRates
  /** States that items with PFAS may not go to (OPEN-49). */
  readonly restrictedStates: readonly string[]
  /** Whom shoppers of each store buy from. */
  readonly sellers: Sellers
  /** How long after it was placed a shopper may cancel an order; 0: never. */
  readonly cancelMinutes: number
  /** Origin of each storefront, for the links in mails and the way back from the page of a card's bank. */
  readonly originOf: (brand: string, country: string) => string
  readonly killPoint: (name: KillPoint) => void
  readonly counts: OrderCounts
  /** Tells a person. */
  readonly alarm: RaiseAlarm<Sql>
}

/**
 * Seconds after which others take an order over from a process without a heartbeat, and how often a living one sends it.
 * Short, so that the orders of a dead process are settled within 10 s of the restart.
 */
export const leaseSeconds = 5
export const heartbeatMs = 1_500

/** Who holds the money of a payment, by the name it was written down with; undefined when that one is no longer configured. */
export function processorOf(
  { gateway, wallets }: Pick<OrderDeps, 'gateway' | 'wallets'>,
  provider: string,
): PaymentProcessor | undefined {
  if (provider === gateway.provider) return gateway
  return provider === wallets?.provider ? wallets.processor : undefined
}

/** Every processor there is, each once. */
export function processorsOf({
  gateway,
  wallets,
}: Pick<OrderDeps, 'gateway' | 'wallets'>): readonly PaymentProcessor[] {
  return wallets === null || wallets.provider === gateway.provider ? [gateway] : [gateway, wallets.processor]
}
