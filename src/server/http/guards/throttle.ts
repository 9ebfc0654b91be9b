import { createHmac } from 'node:crypto'
import { logsPerMinute } from '#domain/client-log.ts'
import { keysFor, type Secret } from '#server/config/secrets.ts'
import type { Sql } from '#server/db/database.ts'
import { returnTokens, takeTokens } from './throttle-store.ts'

/** How often something may be done, counted in the database and so over all processes. */
export type Throttle = {
  /** Takes `cost` (1 unless said) from the bucket of a key; false when the limit of the window is reached. */
  take(sql: Sql, limit: Limit, key: string, cost?: number): Promise<boolean>
  /** Puts one back that was taken for something that turned out not to count. */
  returnTokens(sql: Sql, limit: Limit, key: string): Promise<void>
}

export type Limit = { readonly bucket: string; readonly capacity: number; readonly windowSeconds: number }

/** How often each may be asked. What was asked wrongly is counted beside it: passwords in account-service.ts, gift cards and codes in tender-tries.ts. */
export const limits = {
  logPerSession: { bucket: 'log', capacity: logsPerMinute, windowSeconds: 60 },
  logPerAddress: { bucket: 'log-address', capacity: 600, windowSeconds: 60 },
  logBytesPerDay: { bucket: 'log-bytes', capacity: 20_000_000, windowSeconds: 86_400 },
  signInPerAddress: { bucket: 'sign-in-address', capacity: 40, windowSeconds: 900 },
  cspPerAddress: { bucket: 'csp-address', capacity: 10, windowSeconds: 60 },
  cspInAll: { bucket: 'csp', capacity: 1_000, windowSeconds: 3600 },
  identityPerAddress: { bucket: 'identity-address', capacity: 60, windowSeconds: 900 },
  refusedCardsPerAddress: { bucket: 'refused-card-address', capacity: 20, windowSeconds: 3600 },
  /** Every refused card, wherever it comes from: more than this in an hour and a person is told. */
  refusedCardsOfAll: { bucket: 'refused-card-all', capacity: 200, windowSeconds: 3600 },
  newCardsPerSession: { bucket: 'new-card', capacity: 30, windowSeconds: 900 },
  newCardsPerAddress: { bucket: 'new-card-address', capacity: 300, windowSeconds: 3600 },
  /** Cards that a member tried to add to her account, good ones too: who takes each out again tries out what he likes. */
  ownCards: { bucket: 'own-card', capacity: 6, windowSeconds: 900 },
  cardSessionsPerSession: { bucket: 'card-session', capacity: 40, windowSeconds: 900 },
  cardSessionsPerAddress: { bucket: 'card-session-address', capacity: 400, windowSeconds: 3600 },
  walletSheetsPerSession: { bucket: 'wallet-sheet', capacity: 60, windowSeconds: 900 },
  walletSheetsPerAddress: { bucket: 'wallet-sheet-address', capacity: 600, windowSeconds: 3600 },
  /** Codes of cards that were refused for theirs: whoever tries codes out gains nothing by entering his cards in new sessions. */
  refusedCodesPerAddress: { bucket: 'refused-code-address', capacity: 10, windowSeconds: 3600 },
  /** New dates of cards that were refused for theirs. */
  correctedDatesPerSession: { bucket: 'corrected-date', capacity: 5, windowSeconds: 900 },
  correctedDatesPerAddress: { bucket: 'corrected-date-address', capacity: 10, windowSeconds: 3600 },
  codeChecks: { bucket: 'card-code', capacity: 10, windowSeconds: 900 },
  storedValuePerSession: { bucket: 'stored-value', capacity: 20, windowSeconds: 900 },
  storedValuePerAddress: { bucket: 'stored-value-address', capacity: 60, windowSeconds: 3600 },
  storedValueOfAll: { bucket: 'stored-value-all', capacity: 5_000, windowSeconds: 3600 },
  resetTokensPerAddress: { bucket: 'reset-token', capacity: 200, windowSeconds: 3600 },
  resetsPerAddress: { bucket: 'reset-address', capacity: 30, windowSeconds: 3600 },
  orderLinksPerAddress: { bucket: 'order-link-address', capacity: 30, windowSeconds: 3600 },
  orderLinksPerSender: { bucket: 'order-link-pair', capacity: 5, windowSeconds: 3600 },
  orderLinksPerMailbox: { bucket: 'order-link-mailbox', capacity: 12, windowSeconds: 3600 },
  resetsPerSender: { bucket: 'reset-pair', capacity: 5, windowSeconds: 3600 },
  resetsPerMailbox: { bucket: 'reset-mailbox', capacity: 12, windowSeconds: 3600 },
  addressSearchesPerSession: { bucket: 'address-search', capacity: 150, windowSeconds: 900 },
  addressSearchesPerAddress: { bucket: 'address-search-address', capacity: 1_500, windowSeconds: 3600 },
  /** A provider is paid for each: more than this in an hour are not ours. */
  addressSearchesOfAll: { bucket: 'address-search-all', capacity: 30_000, windowSeconds: 3600 },
  previewsPerSession: { bucket: 'preview', capacity: 240, windowSeconds: 300 },
  previewsPerAddress: { bucket: 'preview-address', capacity: 1_200, windowSeconds: 300 },
  designsPerSession: { bucket: 'design', capacity: 30, windowSeconds: 600 },
  designsPerAddress: { bucket: 'design-address', capacity: 120, windowSeconds: 600 },
  receiptsPerOrder: { bucket: 'receipt', capacity: 30, windowSeconds: 600 },
  receiptsPerAddress: { bucket: 'receipt-address', capacity: 300, windowSeconds: 600 },
  orderRequestsPerAddress: { bucket: 'order-request-address', capacity: 10, windowSeconds: 3600 },
  registryPicturesPerOwner: { bucket: 'registry-picture', capacity: 20, windowSeconds: 3600 },
  orderRequestsOfAll: { bucket: 'order-request-all', capacity: 500, windowSeconds: 3600 },
  accountsPerSender: { bucket: 'create-account-pair', capacity: 4, windowSeconds: 3600 },
  confirmationsPerAddress: { bucket: 'confirm-address', capacity: 40, windowSeconds: 3600 },
  accountsPerMailbox: { bucket: 'create-account-mailbox', capacity: 12, windowSeconds: 3600 },
  accountsPerAddress: { bucket: 'create-account', capacity: 20, windowSeconds: 3600 },
} as const satisfies { readonly [name: string]: Limit }

/** Keys are kept as a keyed hash: the table tells no address and no mail. */
export function createThrottle(secret: Secret): Throttle {
  const keys = keysFor(secret, 'throttle')
  const macOf = (bucket: string, key: string) => createHmac('sha256', keys()[0]).update(`${bucket}\n${key}`).digest()
  return {
    take(sql, { bucket, capacity, windowSeconds }, key, cost = 1) {
      return takeTokens(sql, bucket, macOf(bucket, key), { capacity, cost, windowSeconds })
    },
    returnTokens(sql, { bucket, capacity }, key) {
      return returnTokens(sql, bucket, macOf(bucket, key), { capacity, cost: 1 })
    },
  }
}
