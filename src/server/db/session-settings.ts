/** Limits that the server holds a connection of pages and calls to, milliseconds. */
export const usualLimits = {
  statement_timeout: 3_000,
  lock_timeout: 2_000,
  idle_in_transaction_session_timeout: 5_000,
  transaction_timeout: 10_000,
} as const

export type SessionLimits = { readonly [Name in keyof typeof usualLimits]: number }

/**
 * The schema, and one plan for every statement: all of them find rows by keys, and PostgreSQL left alone would plan one that takes
 * an array of skus at each call, which costs it three times what running it does.
 */
export const sessionWords = { search_path: 'shop', plan_cache_mode: 'force_generic_plan' } as const

/** What a connection of pages and calls is told, by itself or by its role (`npm run db:roles`). */
export const sessionSettings: { readonly [name: string]: string } = {
  ...sessionWords,
  ...Object.fromEntries(Object.entries(usualLimits).map(([name, ms]) => [name, String(ms)])),
}

/** PostgreSQL 17 brought it. */
export const newerSetting = 'transaction_timeout'
