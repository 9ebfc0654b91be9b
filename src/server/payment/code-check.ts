import type { CodeCheck } from '#domain/payment/saved-card.ts'
import type { CallContext } from '#server/http/context.ts'
import { securityEventOf } from '#server/http/guards/security-events.ts'
import { limits, type Throttle } from '#server/http/guards/throttle.ts'
import type { AccountCard } from '#server/payment/account-card-store.ts'
import type { WithCardTry } from '#server/payment/payment-services.ts'
import { ownsToken } from '#server/payment/token-owner-store.ts'
import type { CardGateway, NotSent, Unknown } from '#server/providers/card-gateway/port.ts'

export type CodeCheckServices = {
  readonly cardGateway: CardGateway
  readonly throttle: Throttle
  readonly withCardTry: WithCardTry
}

/**
 * Asks the gateway whether the security code behind a token is that of a saved card (PAY-45, OPEN-66). Trying codes out
 * must not be worth it: after some in a row nothing is asked any more, and the answer is 'tooManyTries'; a wrong one counts as a
 * card that an order tried (SEC-57). The code of another's session, or of another store, is one that has ended (SAFE-19).
 */
export async function checkCode(
  { cardGateway, throttle, withCardTry }: CodeCheckServices,
  context: CallContext,
  card: Pick<AccountCard, 'token'>,
  cvvToken: string,
): Promise<CodeCheck> {
  if (cvvToken === '') return 'noCode'
  const { database, shopper, variant, clientAddress } = context
  if (!(await throttle.take(database, limits.codeChecks, shopper.shopperId))) {
    securityEventOf(context, 'throttled')
    return 'tooManyTries'
  }
  const own = await ownsCode(cardGateway, context, cvvToken)
  if (own === 'another') return 'codeEnded'
  if (own !== 'own') return notChecked(context, own.why)
  const result = await withCardTry(
    clientAddress,
    () => cardGateway.verify({ token: card.token, cvvToken, currency: variant.currency }),
    ({ state }) => state === 'failed',
  )
  if (result === null) {
    securityEventOf(context, 'throttled')
    return 'tooManyTries'
  }
  switch (result.state) {
    case 'verified':
      return 'verified'
    case 'failed':
      return 'wrongCode'
    case 'tokenEnded':
      return 'codeEnded'
    default:
      return notChecked(context, result.why)
  }
}

/** Whether neither the code nor the session it was entered in is another's; or why that could not be asked. */
async function ownsCode(
  cardGateway: CardGateway,
  { database, shopper, variant }: CallContext,
  cvvToken: string,
): Promise<'own' | 'another' | Unknown | NotSent> {
  const owner = { shopperId: shopper.shopperId, variant }
  if (!(await ownsToken(database, cvvToken, owner))) return 'another'
  const session = await cardGateway.findCodeSession(cvvToken)
  if (session.state !== 'told') return session
  return session.sessionToken === '' || (await ownsToken(database, session.sessionToken, owner)) ? 'own' : 'another'
}

function notChecked({ log }: CallContext, why: (Unknown | NotSent)['why']): CodeCheck {
  log.warn({ event: 'card-code-not-checked', why }, 'the card gateway checked no code')
  return 'notChecked'
}
