import type { Country } from '#domain/variant.ts'
import type { Log } from '#server/http/context.ts'
import type { AlarmKind } from '#server/watch/alarm-kinds.ts'

type RefusalParts = {
  readonly provider: string
  readonly alarm: (kind: AlarmKind, key: string, facts: object) => Promise<void>
  readonly now: () => Date
  readonly log: Log
}

/** How long a country that was told of rests: while it lasts it is met every ten seconds, and one alarm an hour is enough. */
const restMs = 3_600_000
/** Too many questions in a short while pass by themselves: only when nothing was answered for so long is it the plan's number. */
const passingMs = 300_000
const tooMany = 429

/**
 * Tells people that who completes addresses refuses us: wrong keys, or an account without money. Shoppers type on and never say
 * so. By an alarm at once (of too many questions when it lasts) and then once an hour, and by a line of the log when it is over.
 */
export function createRefusalTeller({ provider, alarm, now, log }: RefusalParts) {
  const raisedAt = new Map<Country, number>()
  /** Since when nothing was answered. */
  const refusing = new Map<Country, number>()
  return {
    refused(country: Country, status: number): void {
      const at = now().getTime()
      const since = refusing.get(country) ?? at
      refusing.set(country, since)
      if (status === tooMany && at - since < passingMs) return
      const last = raisedAt.get(country)
      if (last !== undefined && at - last < restMs) return
      raisedAt.set(country, at)
      alarm('address-search-refused', `${provider} ${country}`, { status }).catch((failure: unknown) => {
        raisedAt.delete(country)
        log.error({ err: failure }, 'the alarm of an address search that is refused could not be raised')
      })
    },
    answered(country: Country): void {
      if (!refusing.delete(country)) return
      log.info({ event: 'address-search-answers', provider, country }, 'an address search is answered again')
    },
  }
}
