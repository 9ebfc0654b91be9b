import { setMaxListeners } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { type DrillFault, type DrillPart, drillFaults, type ScriptedFault } from '#domain/fire-drill.ts'
import type { GatewayStore } from '#sandbox/card-gateway/gateway-store.ts'

type FaultRow = {
  readonly fault_id: number
  /** Null: whatever payment comes next. */
  readonly stand_in: DrillPart | null
  readonly fault: DrillFault
  readonly reference: string | null
  readonly last_four: string | null
  readonly remaining: number
  readonly delay_ms: number
  readonly made_at: number
}

/** What a payment is known by; a fault may wait for just one. */
export type Target = { readonly reference: string; readonly lastFour: string }

export type PaymentFault = Exclude<DrillFault<'card-gateway' | 'wallets'>, 'refuseConnection' | 'noSheet'>

export type FaultStore = ReturnType<typeof createFaultStore>

const schema = `
drop table if exists fault;
create table if not exists scripted_fault (
  fault_id integer primary key, stand_in text, fault text not null, reference text, last_four text,
  remaining integer not null, delay_ms integer not null, made_at integer not null) strict;
`

/** The faults that wait to be played, of all stand-ins. */
export function createFaultStore(store: GatewayStore) {
  const { database } = store
  database.exec(schema)
  const all = database.prepare('select * from scripted_fault where remaining > 0 order by fault_id')
  const add = database.prepare(
    `insert into scripted_fault (stand_in, fault, reference, last_four, remaining, delay_ms, made_at)
     values ($stand_in, $fault, $reference, $last_four, $remaining, $delay_ms, $made_at)`,
  )
  const next = database.prepare(
    `select * from scripted_fault where remaining > 0 and fault in (select value from json_each($faults))
     and (stand_in = $stand_in or (stand_in is null and $stand_in in ('card-gateway', 'wallets')))
     and (reference is null or reference = $reference) and (last_four is null or last_four = $last_four)
     order by fault_id limit 1`,
  )
  const spend = database.prepare('update scripted_fault set remaining = remaining - 1 where fault_id = ?')
  const clear = database.prepare('delete from scripted_fault')
  const clearOne = database.prepare('delete from scripted_fault where fault_id = ?')
  const waiting = () => all.all() as FaultRow[]
  let slowness = newSlowness()

  /** The oldest of these faults that fits, used up by one; what is slow is waited for here, until all faults are cleared. */
  async function take<Fault extends DrillFault>(
    standIn: DrillPart,
    faults: readonly Fault[],
    target: Target,
  ): Promise<Fault | undefined> {
    // most of the time there is no drill: nothing is written then
    if (waiting().length === 0) return undefined
    const played = await store.write(() => {
      const row = next.get({
        ...{ stand_in: standIn, faults: JSON.stringify(faults) },
        ...{ reference: target.reference, last_four: target.lastFour },
      }) as FaultRow | undefined
      if (row === undefined) return undefined
      spend.run(row.fault_id)
      return { fault: row.fault as Fault, delayMs: row.delay_ms }
    })
    if (played?.fault === 'slow') await delay(played.delayMs, null, { signal: slowness.signal }).catch(() => null)
    return played?.fault
  }

  async function clearAll(): Promise<number> {
    const cleared = await store.write(() => Number(clear.run().changes))
    slowness.abort()
    slowness = newSlowness()
    return cleared
  }

  const anybody: Target = { reference: '', lastFour: '' }
  return {
    list: (): ScriptedFault[] => waiting().map(scripted),
    add: (row: Omit<FaultRow, 'fault_id'>) => store.write(() => Number(add.run(row).lastInsertRowid)),
    /** The fault that this payment meets. */
    takeOfPayment: (method: 'card-gateway' | 'wallets', target: Target) => take(method, paymentFaults, target),
    /** The fault of these that whoever comes next to a stand-in meets. */
    take: <Part extends DrillPart, Fault extends DrillFault<Part>>(standIn: Part, ...faults: readonly Fault[]) =>
      take(standIn, faults, anybody),
    clear: clearAll,
    clearOne: (faultId: number) => store.write(() => Number(clearOne.run(faultId).changes)),
  }
}

const paymentFaults = drillFaults['card-gateway'].filter((fault) => fault !== 'refuseConnection')

/** Ends the waiting of all that answers slowly at the time. */
function newSlowness(): AbortController {
  const slowness = new AbortController()
  setMaxListeners(0, slowness.signal)
  return slowness
}

function scripted(row: FaultRow): ScriptedFault {
  return {
    ...{ faultId: row.fault_id, standIn: row.stand_in, fault: row.fault },
    ...{ reference: row.reference, lastFour: row.last_four, remaining: row.remaining, delayMs: row.delay_ms },
  }
}
