import type { TaxRow } from '#domain/pricing/tax.ts'
import type { Destination } from '#domain/shipping/methods.ts'

/** Nobody can say now: no answer within the limit, none that could be read, or a refusal. `why` holds no payload. */
export type TaxUnknown = {
  readonly state: 'unknown'
  readonly why: 'timeout' | 'noConnection' | 'serverFault' | 'unreadableAnswer'
}

/** The rows of the places asked for, in their order; null for a place there is no tax table for. */
export type TaxAnswer = { readonly state: 'answered'; readonly rows: readonly (TaxRow | null)[] } | TaxUnknown

/**
 * Who knows what is taxed where (OPEN-78): the built-in table of base rates, or a tax service. It is asked for rates, never for
 * the tax of a cart: what they are applied to, rounding and sharing out stay with `priceCart`, so that every total can be
 * explained (BEYOND-06). Asking has no effect there. Rates are millionths, 0 to 999999; parts of 0 are left out.
 */
export type TaxService = {
  /** Its name, for logs. */
  readonly provider: string
  /** Never rejects; gives up when `signal` does. */
  rowsAt(places: readonly Destination[], signal: AbortSignal): Promise<TaxAnswer>
}
