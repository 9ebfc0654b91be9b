import type { TaxRow } from '#domain/pricing/tax.ts'
import type { Destination } from '#domain/shipping/methods.ts'
import type { Log } from '#server/http/context.ts'
import type { TaxAnswer, TaxService } from '#server/providers/tax/port.ts'
import type { CachedTaxClient } from './price-rates.ts'

/**
 * Times in milliseconds: how long an answer is waited for, counts as fresh, and helps out while nobody answers; and how long
 * nobody asks after there was none.
 */
export type TaxLimits = {
  readonly answerMs: number
  readonly freshMs: number
  readonly staleMs: number
  readonly pauseMs: number
}
const usualLimits: TaxLimits = { answerMs: 1_500, freshMs: 3_600_000, staleMs: 86_400_000, pauseMs: 10_000 }

/** Rows kept; there are some 42,000 ZIP codes. */
const maxEntries = 50_000

type Cached = { readonly row: TaxRow | null; readonly at: number }

/**
 * A tax service behind a limit and a memory. Every price of every cart asks, also while its row is locked, so a place is
 * asked for once an hour and waited for a second and a half, and a service that did not answer is left alone for ten; rates
 * of the last day are used meanwhile. For a place without any the rates answer null: the page says that the tax comes later,
 * and nothing can be ordered until it is there.
 */
export function createCachedTaxClient(
  service: TaxService,
  { now, log, limits = usualLimits }: { readonly now: () => Date; readonly log: Log; readonly limits?: TaxLimits },
): CachedTaxClient {
  const cached = new Map<string, Cached>()
  let pausedUntil = 0
  const isWithin = (found: Cached | undefined, limit: number) =>
    found !== undefined && now().getTime() - found.at < limit

  async function ask(places: readonly Destination[]): Promise<void> {
    const answer = await answerOf(service, places, limits.answerMs)
    if (answer.state === 'unknown') {
      pausedUntil = now().getTime() + limits.pauseMs
      log.warn({ event: 'tax-unknown', provider: service.provider, why: answer.why }, 'no tax rates were answered')
      return
    }
    if (cached.size + places.length > maxEntries) cached.clear()
    const at = now().getTime()
    places.forEach((place, index) => {
      cached.set(keyOf(place), { row: answer.rows[index] ?? null, at })
    })
  }

  return {
    async ratesAt(places) {
      const old = new Map(
        places.filter((place) => !isWithin(cached.get(keyOf(place)), limits.freshMs)).map((one) => [keyOf(one), one]),
      )
      if (old.size > 0 && now().getTime() >= pausedUntil) await ask([...old.values()])
      return (place) => {
        const found = cached.get(keyOf(place))
        return isWithin(found, limits.staleMs) ? (found?.row ?? null) : null
      }
    },
  }
}

function keyOf({ country, state, postalCode }: Destination): string {
  return `${country} ${state} ${postalCode}`
}

/** The service's answer, or unknown when the time is up or it breaks its word and throws. */
async function answerOf(service: TaxService, places: readonly Destination[], limitMs: number): Promise<TaxAnswer> {
  const signal = AbortSignal.timeout(limitMs)
  const late = new Promise<TaxAnswer>((resolve) => {
    signal.addEventListener('abort', () => resolve({ state: 'unknown', why: 'timeout' }), { once: true })
  })
  try {
    return await Promise.race([service.rowsAt(places, signal), late])
  } catch {
    return { state: 'unknown', why: 'serverFault' }
  }
}
