import type { CallContext } from '#server/http/context.ts'
import { securityEventOf } from '#server/http/security-events.ts'
import { limits, type Throttle } from '#server/http/throttle.ts'

/** A try of a session, of an address and of all together (OPEN-73): guessing numbers must not be worth it. */
export async function takeTry(throttle: Throttle, context: CallContext): Promise<boolean> {
  const { database, shopper, clientAddress } = context
  const isAllowed =
    (await throttle.take(database, limits.storedValuePerSession, shopper.shopperId)) &&
    (await throttle.take(database, limits.storedValuePerAddress, clientAddress)) &&
    (await throttle.take(database, limits.storedValueOfAll, 'all'))
  if (!isAllowed) securityEventOf(context, 'throttled')
  return isAllowed
}
