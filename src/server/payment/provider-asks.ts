import type { CallContext } from '#server/http/context.ts'
import { securityEventOf } from '#server/http/guards/security-events.ts'
import { type Limit, limits, type Throttle } from '#server/http/guards/throttle.ts'

/** What a shopper asks a payment provider for before there is anything to pay with. */
type Ask = 'cardSession' | 'walletSheet'

const limitsOf: { readonly [Each in Ask]: { readonly session: Limit; readonly network: Limit } } = {
  cardSession: { session: limits.cardSessionsPerSession, network: limits.cardSessionsPerAddress },
  walletSheet: { session: limits.walletSheetsPerSession, network: limits.walletSheetsPerAddress },
}

/** Why the provider is not asked now, as the shopper reads it; null when it may be: one visitor must not use up the shop's calls. */
export async function refusalOfAsk(throttle: Throttle, context: CallContext, ask: Ask): Promise<string | null> {
  const { database, shopper, clientAddress, text } = context
  const { session, network } = limitsOf[ask]
  const isOwnFull = !(await throttle.take(database, session, shopper.shopperId))
  const isNetworkFull = !isOwnFull && !(await throttle.take(database, network, clientAddress))
  if (!isOwnFull && !isNetworkFull) return null
  securityEventOf(context, 'throttled')
  return text(isOwnFull ? 'problem.tooManyTries' : 'signIn.network')
}
