import type { addressCalls } from '#contracts/address/calls.ts'
import { isSearchable } from '#domain/address/one-line.ts'
import type { CallContext, Handlers } from '#server/http/context.ts'
import { securityEventOf } from '#server/http/guards/security-events.ts'
import { limits, type Throttle } from '#server/http/guards/throttle.ts'
import type { AddressSearchService } from './address-search-service.ts'

export type AddressSearchParts = {
  /** Null where nobody searches. */
  readonly addressSearch: AddressSearchService | null
  readonly throttle: Throttle
}

/** Offers for an address while it is typed (CALM-35); no failure of theirs reaches the shopper, who types on. */
export function addressSearchHandlers({ addressSearch, throttle }: AddressSearchParts): Handlers<typeof addressCalls> {
  return {
    searchAddress: {
      kind: 'read',
      async run(context, question) {
        if (addressSearch === null) return { isOffered: false, matches: [] }
        if (question.within === '' && !isSearchable(question.line)) return { isOffered: true, matches: [] }
        const found = await addressSearch.search(question, () => mayAsk(throttle, context))
        if (found === 'unasked') return { isOffered: false, matches: [] }
        return { isOffered: true, matches: found.map((match) => ({ ...match })) }
      },
    },
  }
}

/** Whether the provider may be asked once more: it may cost money, and one visitor must not use it up for all. */
async function mayAsk(throttle: Throttle, context: CallContext): Promise<boolean> {
  const { database, shopper, clientAddress } = context
  const isAllowed =
    (await throttle.take(database, limits.addressSearchesPerSession, shopper.shopperId)) &&
    (await throttle.take(database, limits.addressSearchesPerAddress, clientAddress)) &&
    (await throttle.take(database, limits.addressSearchesOfAll, ''))
  if (!isAllowed) securityEventOf(context, 'throttled')
  return isAllowed
}
