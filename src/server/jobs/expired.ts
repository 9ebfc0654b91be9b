import { sweepSignInFailures, sweepSignInTokens } from '#server/account/account-store.ts'
import { sweepIdentityFlows, sweepIdentityOffers } from '#server/account/identity-provider-store.ts'
import { sweepPasswordResets, sweepResetRequests } from '#server/account/password-reset-store.ts'
import { sweepRegistrations } from '#server/account/registration-store.ts'
import { sweepSessions } from '#server/account/sessions/session-store.ts'
import { sweepRemovedAddresses } from '#server/address/address-book-store.ts'
import { sweepTransferUses } from '#server/cart/transfer/transfer-store.ts'
import { sweepProductViews } from '#server/catalog/recommendation/recommendation-view-store.ts'
import type { Database, Sql } from '#server/db/database.ts'
import { sweepRequestKeys } from '#server/http/calls/request-key-store.ts'
import { sweepThrottles } from '#server/http/guards/throttle-store.ts'
import type { Sweep } from '#server/jobs/sweep.ts'
import { sweepCardTries } from '#server/order/place/card-try-store.ts'
import { moveUsesToMailboxes } from '#server/order/place/hold-promo-store.ts'
import { sweepRemovedCards } from '#server/payment/removed-card-store.ts'
import { sweepTokenOwners } from '#server/payment/token-owner-store.ts'
import { sweepSeenDesigns, sweepUnnamedDesigns } from '#server/personalization/design-picture-store.ts'
import { sweepDesigns } from '#server/personalization/design-store.ts'
import { sweepClientLog } from '#server/platform/client-log-store.ts'
import { sweepCheckoutHolds } from '#server/registry/registry-gift-store.ts'
import { sweepClosedPictures } from '#server/registry/registry-picture-store.ts'

/** Every table that grows with its visitors and holds nothing for ever, by its name. */
const tables = {
  request_key: sweepRequestKeys,
  session: sweepSessions,
  sign_in_token: sweepSignInTokens,
  sign_in_failure: sweepSignInFailures,
  registry_hold: sweepCheckoutHolds,
  reset_request: sweepResetRequests,
  password_reset: sweepPasswordResets,
  registration: sweepRegistrations,
  identity_flow: sweepIdentityFlows,
  identity_offer: sweepIdentityOffers,
  throttle: sweepThrottles,
  card_try: sweepCardTries,
  token_owner: sweepTokenOwners,
  saved_design: sweepDesigns,
  design: sweepSeenDesigns,
  client_log: sweepClientLog,
  hand_over_use: sweepTransferUses,
  product_view: sweepProductViews,
  removed_address: sweepRemovedAddresses,
  removed_card: sweepRemovedCards,
} satisfies { readonly [table: string]: (sql: Sql, max: number) => Promise<number> }

/** Each of these is looked for in five tables, or moved by a statement of its own: fewer at a time. */
const fewer = 200

/** All that the job of the clock removes, by what it is about. */
export function expiredRows(database: Database, macOf: (email: string) => Buffer): { readonly [name: string]: Sweep } {
  const plain = Object.entries(tables).map(([table, sweep]): [string, Sweep] => [table, (max) => sweep(database, max)])
  return {
    ...Object.fromEntries(plain),
    'registry_picture of a closed one': (max) => sweepClosedPictures(database, max),
    // after what was saved and is over
    'design without a name': inFewer((max) => sweepUnnamedDesigns(database, max)),
    'promo_use of an address': inFewer((max) => database.transaction((tx) => moveUsesToMailboxes(tx, macOf, max))),
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
