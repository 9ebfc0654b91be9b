import { sweepSignInFailures, sweepSignInTokens } from '#server/account/account-store.ts'
import { sweepIdentityFlows, sweepIdentityOffers } from '#server/account/identity-provider-store.ts'
import { sweepPasswordResets, sweepResetRequests } from '#server/account/password-reset-store.ts'
import { sweepRegistrations } from '#server/account/registration-store.ts'
import { sweepSessions } from '#server/account/sessions/session-store.ts'
import { sweepRemovedAddresses } from '#server/address/address-book-store.ts'
import {
  abandonGuestCarts,
  abandonUntouchedCarts,
  carryCartEvents,
  removeAbandonedCarts,
  removeCartEvents,
} from '#server/cart/abandon-store.ts'
import { carrySavedLines } from '#server/cart/cart-store.ts'
import { sweepTransferUses } from '#server/cart/transfer/transfer-store.ts'
import { sweepProductViews } from '#server/catalog/recommendation/recommendation-view-store.ts'
import type { Database, Sql, Tx } from '#server/db/database.ts'
import { sweepRequestKeys } from '#server/http/calls/request-key-store.ts'
import type { Log } from '#server/http/context.ts'
import { sweepThrottles } from '#server/http/guards/throttle-store.ts'
import { archivedAtOnce, archiveOrders } from '#server/order/archive/archive-store.ts'
import { sweepOutbox } from '#server/order/mail/outbox-store.ts'
import { sweepWebhookEvents, sweepWebhookTexts } from '#server/order/payment/webhook-store.ts'
import { sweepCardTries } from '#server/order/place/card-try-store.ts'
import { moveUsesToMailboxes } from '#server/order/place/hold-promo-store.ts'
import { sweepRemovedCards } from '#server/payment/removed-card-store.ts'
import { sweepTokenOwners } from '#server/payment/token-owner-store.ts'
import { sweepSheetsOfWallets } from '#server/payment/wallet-store.ts'
import { sweepSeenDesigns, sweepUnnamedDesigns } from '#server/personalization/design-picture-store.ts'
import { sweepDesigns } from '#server/personalization/design-store.ts'
import { sweepClientLog } from '#server/platform/client-log-store.ts'
import { sweepCheckoutHolds } from '#server/registry/registry-gift-store.ts'
import { sweepClosedPictures } from '#server/registry/registry-picture-store.ts'
import { sweepDeliveries } from './alarm-delivery-store.ts'
import { sweepPartitions } from './partitions/drop-partitions.ts'
import { limitBatchOf, noteRetention, readOldest, sweepJobs } from './retention-store.ts'
import type { Retention, RetentionLine } from './retention-table.ts'
import { type Sweep, type SweepOptions, sweepRound } from './sweep.ts'

/** Of the table of what is kept how long: who removes it. */
const lines: { readonly [Name in RetentionLine]: (tx: Tx, max: number, age: string) => Promise<number> } = {
  session: removeSessions,
  request_key: sweepRequestKeys,
  throttle: sweepThrottles,
  wallet_sheet: sweepSheetsOfWallets,
  hand_over_use: sweepTransferUses,
  guest_cart: (tx, max, age) => removeAbandonedCarts(tx, false, age, max),
  member_cart: leaveMembersCarts,
  cart_event: sweepPartitions('cart_event', {
    rows: (tx, max, age) => removeCartEvents(tx, age, max),
    save: carryCartEvents,
  }),
  // of what the books ask for as long as its order is there
  provider_call: sweepPartitions('provider_call'),
  client_log: sweepPartitions('client_log', { rows: sweepClientLog }),
  product_view: sweepPartitions('product_view', { rows: sweepProductViews }),
  outbox: sweepOutbox,
  webhook_body: sweepWebhookTexts,
  webhook_event: sweepWebhookEvents,
  orders: archiveOrders,
  job: sweepJobs,
}

/** Rows of one batch at most, where each brings many others along. */
const maxOf: { readonly [Name in RetentionLine]?: number } = {
  guest_cart: 250,
  member_cart: 250,
  cart_event: 250,
  orders: archivedAtOnce,
}

/** Tables whose rows are of use for a while that nobody may set. */
const fixed = {
  sign_in_token: sweepSignInTokens,
  sign_in_failure: sweepSignInFailures,
  registry_hold: sweepCheckoutHolds,
  reset_request: sweepResetRequests,
  password_reset: sweepPasswordResets,
  registration: sweepRegistrations,
  identity_flow: sweepIdentityFlows,
  identity_offer: sweepIdentityOffers,
  card_try: sweepCardTries,
  token_owner: sweepTokenOwners,
  saved_design: sweepDesigns,
  design: sweepSeenDesigns,
  removed_address: sweepRemovedAddresses,
  removed_card: sweepRemovedCards,
  alarm_delivery: sweepDeliveries,
} satisfies { readonly [table: string]: (sql: Sql, max: number) => Promise<number> }

/** With the last session of a guest goes the way to her cart. */
async function removeSessions(tx: Tx, max: number, age: string): Promise<number> {
  const removed = await sweepSessions(tx, max, age)
  const shopperIds = [...new Set(removed.flat())]
  if (shopperIds.length > 0) await abandonGuestCarts(tx, shopperIds)
  return removed.length
}

/** An abandoned cart of a member is removed so long after. */
const leftFor = '30 days'

/** What was saved for later goes on in a new cart; so it is there when she comes back. */
async function leaveMembersCarts(tx: Tx, max: number, age: string): Promise<number> {
  const left = await abandonUntouchedCarts(tx, max, age)
  for (const cart of left) if (cart.hasSaved) await carrySavedLines(tx, cart)
  return left.length + (await removeAbandonedCarts(tx, true, leftFor, max))
}

/** Each of these is looked for in five tables, or moved by a statement of its own: fewer at a time. */
const fewer = 200

export type RetentionDeps = {
  readonly database: Database
  readonly log: Log
  readonly macOf: (email: string) => Buffer
  readonly retention: Retention
}

/**
 * Removes all that is over, a batch at a time, and notes how each line went; what the settings keep is left alone. A batch is one
 * transaction, and none of its statements takes longer than 200 ms.
 */
export async function removeWhatIsOver(deps: RetentionDeps, options: Partial<SweepOptions> = {}) {
  const { database, log, retention } = deps
  const over = (await readOldest(database, retention)).filter(({ isOver }) => isOver).map(({ name }) => name)
  const swept = await sweepRound({ sweeps: sweepsOf(deps, over), maxOf, log, ...options })
  const oldest = new Map((await readOldest(database, retention)).map(({ name, at }) => [name as string, at]))
  const names = new Set([...Object.keys(retention), ...Object.keys(swept)])
  const runs = [...names].map((name) => {
    const { removed = 0, tookMs = 0 } = swept[name] ?? {}
    return { name, removed, tookMs, oldest: oldest.get(name) ?? null }
  })
  await noteRetention(database, runs)
  return swept
}

/** Deleted in a few milliseconds. */
const firstRows = 100

/** Who removes what, by what it is about: of the table those lines that have something to remove. */
function sweepsOf({ database, macOf, retention }: RetentionDeps, over: readonly RetentionLine[]) {
  const limited = (sweep: (tx: Tx, max: number) => Promise<number>): Sweep => {
    return (max) =>
      database.transaction((tx) => {
        limitBatchOf(tx)
        return sweep(tx, max)
      })
  }
  /** Most find nothing, which one statement tells; so few rows need no limit. */
  const fewFirst = (sweep: (sql: Sql, max: number) => Promise<number>): Sweep => {
    let isFirst = true
    return async (max) => {
      const few = isFirst ? Math.min(max, firstRows) : 0
      isFirst = false
      const found = few === 0 ? 0 : await sweep(database, few)
      return found < few || few === max ? found : found + (await limited(sweep)(max - few))
    }
  }
  const sweeps: { [name: string]: Sweep } = {}
  for (const [name, sweep] of Object.entries(fixed)) sweeps[name] = fewFirst(sweep)
  for (const [name, sweep] of Object.entries(lines)) {
    const age = retention[name as RetentionLine]
    // carts of members come of two ages
    if (age === null || !(over.includes(name as RetentionLine) || name === 'member_cart')) continue
    sweeps[name] = limited((tx, max) => sweep(tx, max, age))
  }
  return {
    ...sweeps,
    'registry_picture of a closed one': fewFirst(sweepClosedPictures),
    // after what was saved and is over
    'design without a name': inFewer(fewFirst(sweepUnnamedDesigns)),
    'promo_use of an address': inFewer((max: number) =>
      database.transaction((tx) => moveUsesToMailboxes(tx, macOf, max)),
    ),
  }
}

/** Takes smaller slices until one is not full. */
function inFewer(sweep: Sweep): Sweep {
  return async (max) => {
    let found = 0
    while (found < max) {
      const slice = Math.min(fewer, max - found)
      const nth = await sweep(slice)
      found += nth
      if (nth < slice) break
    }
    return found
  }
}
