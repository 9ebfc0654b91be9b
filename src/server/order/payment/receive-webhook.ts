import { createHash } from 'node:crypto'
import { CommitUnknown, DatabaseUnavailable } from '#server/db/database.ts'
import { scrub } from '#server/http/ops/log.ts'
import type { OrderDeps } from '#server/order/order-deps.ts'
import type { RejectionReason } from '#server/providers/card-gateway/webhooks.ts'
import type { EventDeps } from './process-event.ts'
import { processEvent } from './process-event.ts'
import { buryEvent, endWebhookEvent, eventOf, storeEvents, takeWebhookEvent } from './webhook-store.ts'

/** What processing the webhooks that were kept needs. */
export type ProcessingDeps = EventDeps & Pick<OrderDeps, 'database' | 'log'>

/** What taking a webhook needs. */
export type ReceivingDeps = ProcessingDeps & Pick<OrderDeps, 'readWebhook'>

/**
 * A processor's webhook as it came over the wire: verified, kept, then processed after the answer (P11). 200 also for one
 * that was there before, and for signed events that cannot be read, which are kept as dead letters; 401 for an unsigned or
 * altered one, 400 for what is no JSON: of those no trace is kept but that `rejected` is told.
 */
export async function receiveWebhook(
  deps: ReceivingDeps,
  rawBody: string,
  rejected: (why: RejectionReason) => void = () => undefined,
): Promise<200 | 400 | 401> {
  let body: unknown
  try {
    body = JSON.parse(rawBody)
  } catch {
    rejected('unreadable')
    return 400
  }
  const read = deps.readWebhook(body)
  if (read.state === 'rejected') {
    rejected(read.why)
    return 401
  }
  const { provider } = deps.gateway
  const sha256 = createHash('sha256').update(rawBody).digest()
  const eventNames = [...new Set(read.unreadable.map(({ event }) => event.replace(/\P{ASCII}|\W/gu, '').slice(0, 40)))]
  await deps.database.transaction(async (tx) => {
    const news = await storeEvents(tx, provider, read, sha256)
    const dead = news.filter(({ state }) => state === 'dead').map(({ eventId }) => eventId)
    if (dead.length > 0) {
      await deps.alarm(tx, 'dead-letter', `${provider} unreadable`, { why: 'unreadable', eventNames, eventIds: dead })
    }
  })
  processWebhooks(deps).catch((error: unknown) => deps.log.error({ err: error }, 'webhook events are left to recovery'))
  return 200
}

/**
 * Processes what was kept, each in its own transaction; answers how many (R3). One that cannot be processed becomes a dead
 * letter and holds up no other (SAFE-23); one that met an outage of the database waits.
 */
export async function processWebhooks(deps: ProcessingDeps, signal?: AbortSignal): Promise<number> {
  let count = 0
  for (; !signal?.aborted; count += 1) {
    let taken: Awaited<ReturnType<typeof takeWebhookEvent>>
    try {
      await deps.database.transaction(async (tx) => {
        taken = await takeWebhookEvent(tx)
        if (taken === undefined) return
        const { provider, eventId } = taken
        const end = await processEvent(deps, tx, eventOf(taken))
        await endWebhookEvent(tx, provider, eventId, end.state, end.why)
      })
    } catch (error) {
      if (taken === undefined || error instanceof DatabaseUnavailable || error instanceof CommitUnknown) throw error
      await bury(deps, taken, error)
    }
    if (taken === undefined) break
  }
  return count
}

async function bury(
  deps: Pick<OrderDeps, 'database' | 'alarm' | 'log'>,
  { provider, eventId }: { readonly provider: string; readonly eventId: string },
  error: unknown,
): Promise<void> {
  deps.log.error({ err: error, eventId }, 'a webhook event could not be processed')
  const why = error instanceof Error ? scrub(error.message).slice(0, 500) : 'fault'
  await deps.database.transaction(async (tx) => {
    if (!(await buryEvent(tx, provider, eventId, why))) return
    await deps.alarm(tx, 'dead-letter', `${provider} fault`, { why, eventIds: [eventId] })
  })
}
