import type { CodeCheck } from '#domain/payment/saved-card.ts'
import type { CallContext } from '#server/http/context.ts'
import { securityEventOf } from '#server/http/security-events.ts'
import { limits, type Throttle } from '#server/http/throttle.ts'
import type { AccountCard } from '#server/payment/account-card-store.ts'
import type { CardGateway } from '#server/providers/card-gateway/port.ts'

export type CodeCheckServices = { readonly cardGateway: CardGateway; readonly throttle: Throttle }

/**
 * Asks the gateway whether the security code behind a token is that of a saved card (PAY-45, OPEN-66). Trying codes out
 * must not be worth it: after some in a row nothing is asked any more, and the answer is 'notChecked'.
 */
export async function checkCode(
  { cardGateway, throttle }: CodeCheckServices,
  context: CallContext,
  card: AccountCard,
  cvvToken: string,
): Promise<CodeCheck> {
  if (cvvToken === '') return 'noCode'
  const { database, shopper, variant, log } = context
  if (!(await throttle.take(database, limits.codeChecks, shopper.shopperId))) {
    securityEventOf(context, 'throttled')
    return 'notChecked'
  }
  const result = await cardGateway.verify({ token: card.token, cvvToken, currency: variant.currency })
  switch (result.state) {
    case 'verified':
      return 'verified'
    case 'failed':
      return 'wrongCode'
    case 'tokenEnded':
      return 'codeEnded'
    default:
      log.warn({ event: 'card-code-not-checked', why: result.why }, 'the card gateway checked no code')
      return 'notChecked'
  }
}
