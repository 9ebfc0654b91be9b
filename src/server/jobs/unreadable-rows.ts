import type { Database } from '#server/db/database.ts'
import type { StoredJsonFault } from '#server/db/stored-json.ts'
import { raiseAlarm } from '#server/jobs/alarm-store.ts'

type ErrorLog = { readonly error: (facts: object, message: string) => void }

/** How long a row that was told of rests: every page that meets it tells again, and one alarm an hour is enough. */
const restMs = 3_600_000
const maxRemembered = 1_000

/** Tells people of rows that something goes on without: each time by a line of the log, once an hour and row by an alarm. */
export function unreadableRowTeller(database: Database, log: ErrorLog): (fault: StoredJsonFault) => void {
  const raised = new Map<string, number>()
  return (err) => {
    log.error({ err }, 'a list goes on without a row that cannot be read')
    const { message } = err
    const last = raised.get(message)
    if (last !== undefined && performance.now() - last < restMs) return
    if (raised.size >= maxRemembered) raised.clear()
    raised.set(message, performance.now())
    raiseAlarm(database, 'unreadable-row', message, {}).catch((failure: unknown) => {
      raised.delete(message)
      log.error({ err: failure }, 'the alarm of a row that cannot be read could not be raised')
    })
  }
}
