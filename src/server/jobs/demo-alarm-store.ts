import { statement, type Tx } from '#server/db/database.ts'
import { alarmKinds } from '#server/watch/alarm-kinds.ts'

const raised = statement(
  'jobs.raise-demo-alarm',
  `insert into shop.alarm (kind, key, facts, severity, at, last_at, resolved_at)
   values ('demo', 'demo', '{}', $1, now() - interval '2 hours', now() - interval '110 minutes', now() - interval '105 minutes')
   on conflict (kind, key) do nothing`,
)
const removed = statement('jobs.remove-demo-alarm', "delete from shop.alarm where kind = 'demo'")

/** An alarm of the demo that came and is over: nobody is told of it. */
export async function raiseResolvedDemoAlarm(tx: Tx): Promise<void> {
  await tx.count(raised, [alarmKinds.demo.severity])
}

export async function removeDemoAlarm(tx: Tx): Promise<void> {
  await tx.count(removed)
}
