import type { Sql } from '#server/db/database.ts'
import type { CallContext } from '#server/http/context.ts'
import { securityEventOf } from '#server/http/guards/security-events.ts'
import { limits, type Throttle } from '#server/http/guards/throttle.ts'
import { hasOrdered } from '#server/tender/tender-store.ts'
import type { RaiseAlarm } from '#server/watch/alarm-kinds.ts'

export type TryServices = {
  readonly throttle: Throttle
  /** Tells a person. */
  readonly alarm: RaiseAlarm<Sql>
}

/** What a try counts while numbers are tried out from everywhere: a session then has 5 in a quarter of an hour for 20. */
const cardTestingCost = 4

/**
 * A try of a session and of an address (OPEN-73): guessing numbers must not be worth it. All together have a limit too, and
 * it refuses nobody: past it a person is told, and each try of a shopper we do not know counts as four (SAFE-55). Who is
 * signed in or has ordered goes on as before.
 */
export async function takeTry({ throttle, alarm }: TryServices, context: CallContext): Promise<boolean> {
  const isAllowed = (await take(throttle, context, 1)) && (await isUnhurried({ throttle, alarm }, context))
  if (!isAllowed) securityEventOf(context, 'throttled')
  return isAllowed
}

async function take(throttle: Throttle, { database, shopper, clientAddress }: CallContext, cost: number) {
  return (
    (await throttle.take(database, limits.storedValuePerSession, shopper.shopperId, cost)) &&
    (await throttle.take(database, limits.storedValuePerAddress, clientAddress, cost))
  )
}

/** True while all together are within their limit, and for whom we know; else whether the try is within the stricter one. */
async function isUnhurried({ throttle, alarm }: TryServices, context: CallContext): Promise<boolean> {
  const { database, shopper } = context
  const all = limits.storedValueOfAll
  if (await throttle.take(database, all, 'all')) return true
  await alarm(database, 'stored-value-testing', 'all', { triesInAnHour: all.capacity })
  if (shopper.auth === 'member' || (await hasOrdered(database, shopper.shopperId))) return true
  return take(throttle, context, cardTestingCost - 1)
}
