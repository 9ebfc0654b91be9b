import type { GatewayStore } from '#sandbox/card-gateway/gateway-store.ts'

/** The faults the fire drill can play (BEYOND-12). */
export const faults = [
  'decline',
  'challenge',
  'slow',
  'timeoutAfterCharge',
  'duplicateNotice',
  '503',
  'cut',
  'refuseConnection',
] as const
export type Fault = (typeof faults)[number]

export type FaultRow = {
  readonly fault_id: number
  readonly fault: Fault
  readonly reference: string | null
  readonly last_four: string | null
  /** How many more authorizations it will hit. */
  readonly remaining: number
  readonly delay_ms: number
  readonly made_at: number
}

export type FaultStore = ReturnType<typeof createFaultStore>

export function createFaultStore({ database }: GatewayStore) {
  const all = database.prepare('select * from fault where remaining > 0 order by fault_id')
  const add = database.prepare(
    'insert into fault (fault, reference, last_four, remaining, delay_ms, made_at) values ($fault, $reference, $last_four, $remaining, $delay_ms, $made_at)',
  )
  const next = database.prepare(
    `select * from fault where remaining > 0 and fault <> 'refuseConnection' and (reference is null or reference = $reference)
     and (last_four is null or last_four = $last_four) order by fault_id limit 1`,
  )
  const spend = database.prepare('update fault set remaining = remaining - 1 where fault_id = ?')
  const clear = database.prepare('delete from fault')
  return {
    all: () => all.all() as FaultRow[],
    add: (row: Omit<FaultRow, 'fault_id'>) => Number(add.run(row).lastInsertRowid),
    /** The oldest fault that fits this authorization, used up by one. */
    take: (reference: string, lastFour: string): FaultRow | undefined => {
      const row = next.get({ reference, last_four: lastFour }) as FaultRow | undefined
      if (row) spend.run(row.fault_id)
      return row
    },
    clear: () => Number(clear.run().changes),
  }
}
