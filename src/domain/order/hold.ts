/** What tells one database from another, as its server says it; null: it does not. */
export type DatabaseIdentity = {
  readonly systemIdentifier: string | null
  readonly timeline: number | null
  readonly databaseOid: string | null
  /** Where the timeline began and why, the last line of its history. */
  readonly switchPoint: string | null
}

/** What a worker saw of the database last and wrote down beside it; `lsn` as a number. */
export type SeenDatabase = {
  readonly systemIdentifier: string | null
  readonly timeline: number | null
  readonly lsn: bigint | null
  readonly seenAt: Date
}

/** Why the database may be another one than it was: a backup, a copy, or a standby that took over. */
export type HoldReason =
  /** By a person, with HOLD=true. */
  | 'asked'
  | 'other-server'
  | 'other-database'
  /** Older than what was seen of it. */
  | 'behind'
  /** Brought to a moment of the past. */
  | 'restored'
  /** Another timeline, as after every failover. */
  | 'new-timeline'

/** Reasons in whose hold nothing may be missing, so that it may end without a person. */
export function mayEndAlone(reason: HoldReason | null): boolean {
  return reason === 'new-timeline'
}

/**
 * What says that a database is not the one it was when its worker last looked; null for nothing. What is worst is answered.
 * @param known as it was noted in the database itself
 * @param found as its server tells it now, and when the database says that it was looked at last
 * @param seen what was written down beside it; null for nothing, or where a person has decided since
 */
export function whyHeld(
  known: DatabaseIdentity,
  found: DatabaseIdentity & { readonly lsn: bigint | null; readonly seenAt: Date },
  seen: SeenDatabase | null,
): HoldReason | null {
  if (known.systemIdentifier !== found.systemIdentifier) return 'other-server'
  if (known.databaseOid !== found.databaseOid) return 'other-database'
  if (seen !== null && isBehind(found, seen)) return 'behind'
  const hasTurned = known.switchPoint !== null && found.switchPoint !== null && known.switchPoint !== found.switchPoint
  if (known.timeline === found.timeline && !hasTurned) return null
  return isOfThePast(found.switchPoint) ? 'restored' : 'new-timeline'
}

function isBehind(
  found: DatabaseIdentity & { readonly lsn: bigint | null; readonly seenAt: Date },
  seen: SeenDatabase,
): boolean {
  if (found.seenAt.getTime() < seen.seenAt.getTime()) return true
  if (seen.systemIdentifier === null || seen.systemIdentifier !== found.systemIdentifier) return false
  if (seen.timeline !== null && found.timeline !== null && found.timeline < seen.timeline) return true
  return seen.lsn !== null && found.lsn !== null && found.lsn < seen.lsn
}

/** PostgreSQL writes 'no recovery target specified' after a promotion, and else what it was brought to. */
function isOfThePast(switchPoint: string | null): boolean {
  return switchPoint !== null && !switchPoint.includes('no recovery target specified')
}

/** A position in the write-ahead log, as in 2/A0000148, as a number; null for what is none. */
export function lsnNumber(text: string | null): bigint | null {
  const [, high, low] = text?.match(/^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i) ?? []
  return high === undefined || low === undefined ? null : (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

/** Whether a clean round is the second of two that lie five minutes apart; clocks that call them may be some seconds early. */
export function isSecondCleanRound(secondsSinceFirst: number): boolean {
  return secondsSinceFirst >= 290
}
