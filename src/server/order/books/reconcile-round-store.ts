import { z } from 'zod'
import type { OrphanKind } from '#domain/order/reconciliation.ts'
import type { Currency } from '#domain/variant.ts'
import { type Database, type Sql, statement } from '#server/db/database.ts'
import { parseStored } from '#server/db/stored-json.ts'

/** A payment that a round gives back, or would; cents. */
export type Orphan = {
  readonly reference: string
  readonly providerRef: string
  readonly amountCents: number
  readonly currency: Currency
  readonly state: 'authorized' | 'captured'
  readonly kind: OrphanKind
}

export type Round = {
  readonly provider: string
  /** Since when the processor's payments were looked at. */
  readonly since: Date
  readonly compared: number
  readonly would: readonly Orphan[]
}

export type StoredRound = Round & { readonly roundId: number; readonly state: 'done' | 'held' | 'released' | 'dropped' }

// money is given back by these: what is stored is never believed
const orphans: z.ZodType<readonly Orphan[]> = z.array(
  z.object({
    reference: z.string(),
    providerRef: z.string().min(1),
    amountCents: z.int().nonnegative(),
    currency: z.enum(['USD', 'CAD']),
    state: z.enum(['authorized', 'captured']),
    kind: z.enum(['charge-without-order', 'charge-of-refused-order', 'second-authorization']),
  }),
)

function readStored(round: StoredRound): StoredRound {
  return { ...round, would: parseStored(orphans, round.would, `shop.reconcile_round.would of round ${round.roundId}`) }
}

const columns = 'round_id as "roundId", provider, since, compared, would, state'

const insert = statement<{ roundId: number }>(
  'order.insert-round',
  `insert into shop.reconcile_round (provider, since, compared, would, state, ended_at)
   values ($1, $2, $3, $4, $5, case $5 when 'held' then null else now() end) returning round_id as "roundId"`,
)

/** Keeps what a round gave back. */
export async function storeDoneRound(sql: Sql, round: Round): Promise<void> {
  await sql.row(insert, [...valuesOf(round), 'done'])
}

/** Keeps what a person decided to give back, payment by payment. */
export async function storeDecidedRound(sql: Sql, round: Round): Promise<void> {
  await sql.row(insert, [...valuesOf(round), 'released'])
}

const refunded = statement<{ providerRef: string }>(
  'order.given-back-of-a-day',
  `select distinct o->>'providerRef' as "providerRef" from shop.reconcile_round r, jsonb_array_elements(r.would) o
   where r.provider = $1 and r.state = 'done' and r.at > now() - interval '24 hours'`,
)

/** What rounds of the last day gave back without a person, by the processor's names. */
export async function readGivenBackToday(sql: Sql, provider: string): Promise<string[]> {
  return (await sql.rows(refunded, [provider])).map(({ providerRef }) => providerRef)
}

const lockHeld = statement<StoredRound>(
  'order.lock-held-round',
  `select ${columns} from shop.reconcile_round where provider = $1 and state = 'held' for update`,
)
const seenAgain = statement(
  'order.held-round-again',
  'update shop.reconcile_round set last_at = now(), compared = $2 where round_id = $1',
)
const drop = statement(
  'order.drop-held-round',
  `update shop.reconcile_round set state = 'dropped', ended_at = now() where provider = $1 and state = 'held'`,
)

/** A processor's round that was held is out of date; whoever looked at it may still release it. */
export async function dropHeldRound(sql: Sql, provider: string): Promise<void> {
  await sql.count(drop, [provider])
}

/** Keeps a round that waits for a person, and answers its id: that of the one before when it would give back the same. */
export function holdRound(database: Database, round: Round): Promise<number> {
  return database.transaction(async (tx) => {
    const before = await tx.row(lockHeld, [round.provider])
    if (before !== undefined && namesOf(before) === namesOf(round)) {
      await tx.count(seenAgain, [before.roundId, round.compared])
      return before.roundId
    }
    await dropHeldRound(tx, round.provider)
    const row = await tx.row(insert, [...valuesOf(round), 'held'])
    if (row === undefined) throw new Error('a round was not written')
    return row.roundId
  })
}

function valuesOf({ provider, since, compared, would }: Round) {
  return [provider, since, compared, JSON.stringify(would)]
}

function namesOf({ would }: Round): string {
  return would
    .map(({ reference, providerRef, state }) => `${reference} ${providerRef} ${state}`)
    .sort()
    .join('\n')
}

const heldOf = statement<{ since: Date }>(
  'order.held-round-since',
  `select since from shop.reconcile_round where provider = $1 and state = 'held'`,
)

/** Since when the round of a processor that waits for a person looked at its payments. */
export async function readHeldSince(sql: Sql, provider: string): Promise<Date | undefined> {
  return (await sql.row(heldOf, [provider]))?.since
}

const byId = statement<StoredRound>('order.round', `select ${columns} from shop.reconcile_round where round_id = $1`)

export async function readRound(sql: Sql, roundId: number): Promise<StoredRound | undefined> {
  const row = await sql.row(byId, [roundId])
  return row && readStored(row)
}

const held = statement<StoredRound>(
  'order.held-rounds',
  `select ${columns} from shop.reconcile_round where state = 'held' order by round_id`,
)

/** Rounds that wait for a person. */
export async function readHeldRounds(sql: Sql): Promise<StoredRound[]> {
  return (await sql.rows(held)).map(readStored)
}

const release = statement(
  'order.release-round',
  `update shop.reconcile_round set state = 'released', ended_at = now()
   where round_id = $1 and state in ('held', 'dropped')`,
)

/** False when it was released before, or never waited. */
export async function markReleased(sql: Sql, roundId: number): Promise<boolean> {
  return (await sql.count(release, [roundId])) === 1
}
