import { type DatabaseIdentity, type HoldReason, lsnNumber } from '#domain/order/hold.ts'
import { type Sql, statement, type Tx } from '#server/db/database.ts'

/** Whether money is given back only for what is known, and since when. */
export type Hold = {
  readonly isOn: boolean
  readonly reason: HoldReason | null
  /** For how many seconds; what is older may be missing here. */
  readonly heldSeconds: number
  /** From when on something may be missing; null where that is not known. */
  readonly unknownSince: Date | null
}

// what the server says of itself now counts before any worker has noted it
const hold = statement<Hold>(
  'order.hold',
  `select i.mode = 'hold' or o.is_other as "isOn", i.reason, coalesce(i.unknown_since, i.seen_at) as "unknownSince",
     case when i.mode = 'hold' and not o.is_other then extract(epoch from now() - i.since)::float8 else 0 end as "heldSeconds"
   from shop.installation i, shop_meta.server_identity() s, lateral (select i.seen_at is not null
     and (i.system_identifier, i.timeline, i.database_oid) is distinct from (s.system_identifier, s.timeline, s.database_oid)
     as is_other) o`,
)

export async function readHold(sql: Sql): Promise<Hold> {
  const row = await sql.row(hold)
  if (row === undefined) throw new Error('The database has lost its row of shop.installation')
  return row
}

/** What the database's server says of it. */
export type FoundIdentity = DatabaseIdentity & { readonly lsn: bigint | null }

const identity = statement<DatabaseIdentity & { lsn: string | null }>(
  'order.server-identity',
  `select system_identifier as "systemIdentifier", timeline, database_oid::text as "databaseOid",
     switch_point as "switchPoint", lsn::text as lsn from shop_meta.server_identity()`,
)

export async function readIdentity(sql: Sql): Promise<FoundIdentity> {
  const row = await sql.row(identity)
  if (row === undefined) throw new Error('The database says nothing of itself')
  return { ...row, lsn: lsnNumber(row.lsn) }
}

/** The identity as it was noted, and how the hold stands. */
export type NotedInstallation = DatabaseIdentity & {
  readonly installationId: string
  readonly mode: 'live' | 'hold'
  readonly reason: HoldReason | null
  /** When the last hold began; null: there was none. */
  readonly since: Date | null
  /** Null: no worker has looked yet. */
  readonly seenAt: Date | null
}

const lock = statement<NotedInstallation>(
  'order.lock-installation',
  `select installation_id as "installationId", system_identifier as "systemIdentifier", timeline, database_oid::text as "databaseOid",
     switch_point as "switchPoint", mode, reason, since, seen_at as "seenAt" from shop.installation for update`,
)

export async function lockInstallation(tx: Tx): Promise<NotedInstallation> {
  const row = await tx.row(lock)
  if (row === undefined) throw new Error('The database has lost its row of shop.installation')
  return row
}

const see = statement<{ seenAt: Date }>(
  'order.see-database',
  `update shop.installation set system_identifier = $1, timeline = $2, database_oid = $3, switch_point = coalesce($4, switch_point),
     seen_at = greatest(seen_at, clock_timestamp()) returning seen_at as "seenAt"`,
)

/** Notes what the database is, and that it was looked at; answers when. A moment that was noted is never followed by an earlier one. */
export async function noteSeen(tx: Tx, found: DatabaseIdentity): Promise<Date> {
  const { systemIdentifier, timeline, databaseOid, switchPoint } = found
  const row = await tx.row(see, [systemIdentifier, timeline, databaseOid, switchPoint])
  if (row === undefined) throw new Error('The database has lost its row of shop.installation')
  return row.seenAt
}

const begin = statement(
  'order.begin-hold',
  `update shop.installation set reason = $1, clean_at = null, released_by = null, released_at = null,
     unknown_since = least(seen_at, case mode when 'hold' then unknown_since end),
     since = clock_timestamp(), mode = 'hold'`,
)

/** Begins a hold, or begins it anew; before the look is noted, because what came after the last one may be missing. */
export async function beginHold(tx: Tx, reason: HoldReason): Promise<void> {
  await tx.count(begin, [reason])
}

const end = statement(
  'order.end-hold',
  `update shop.installation set mode = 'live', released_by = $1, released_at = now(), clean_at = null where mode = 'hold'`,
)

/** False when there is no hold. */
export async function endHold(sql: Sql, by: string): Promise<boolean> {
  return (await sql.count(end, [by])) === 1
}

const clean = statement<{ secondsSinceFirst: number }>(
  'order.note-clean-round',
  `update shop.installation set clean_at = case when $1 then coalesce(clean_at, now()) end where mode = 'hold'
   returning coalesce(extract(epoch from now() - clean_at), 0)::float8 as "secondsSinceFirst"`,
)

/** Notes a round in hold, and answers how long ago the first of the clean ones was; undefined when the hold is over. */
export async function noteRound(sql: Sql, isClean: boolean): Promise<number | undefined> {
  return (await sql.row(clean, [isClean]))?.secondsSinceFirst
}

const leftAlone = statement<{ providerRef: string }>(
  'order.payments-left-alone',
  `select provider_ref as "providerRef" from shop.payment_left_alone where provider = $1 and provider_ref = any($2)`,
)

/** Which of these payments a person has let stand, by the processor's names. */
export async function readLeftAlone(sql: Sql, provider: string, refs: readonly string[]): Promise<ReadonlySet<string>> {
  if (refs.length === 0) return new Set()
  return new Set((await sql.rows(leftAlone, [provider, refs])).map(({ providerRef }) => providerRef))
}

const leaveAlone = statement(
  'order.leave-payment-alone',
  `insert into shop.payment_left_alone (provider, provider_ref, reference, decided_by) values ($1, $2, $3, $4)
   on conflict (provider, provider_ref) do nothing`,
)

/** Lets a payment stand that no order of ours knows: nothing gives it back any more. */
export async function leavePaymentAlone(
  sql: Sql,
  payment: { readonly provider: string; readonly providerRef: string; readonly reference: string },
  by: string,
): Promise<void> {
  await sql.count(leaveAlone, [payment.provider, payment.providerRef, payment.reference, by])
}
