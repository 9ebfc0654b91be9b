type Severity = 'page' | 'ticket'

type AlarmKindFacts = {
  /** page: somebody gets up for it; ticket: it is for the working day. */
  readonly severity: Severity
  /**
   * Of what lasts: it is over when it was not raised for so many minutes; 0: when a full pass of the guard did not raise it.
   * null: it happened, and is over when a person has acknowledged it.
   */
  readonly overAfterMinutes: number | null
  /** The facts that a message has; none that is about a person. */
  readonly facts: readonly string[]
  /** Its key says something of a person, and is not told. */
  readonly isKeyPrivate?: true
  /** It is told once in so many hours, and not at the 10th and 100th time. */
  readonly onceInHours?: number
}

const money = ['amountCents', 'currency'] as const
const lasts = (severity: Severity, overAfterMinutes: number, facts: readonly string[] = []) =>
  ({ severity, overAfterMinutes, facts }) as const
const happened = (severity: Severity, facts: readonly string[] = []) =>
  ({ severity, overAfterMinutes: null, facts }) as const
const ofEvent = happened('ticket', ['eventId', ...money])

/**
 * Every kind of alarm. Each has a heading of its name in docs/how-to/when-it-burns.md: what it means, where to look, what to do.
 * `broken-invariant` stands for the invariants of the books, whose alarms are raised by their numbers.
 */
export const alarmKinds = {
  'no-worker': lasts('page', 3, ['silentSeconds']),
  'guard-cannot-run': lasts('page', 30, ['failedRounds', 'doneAt']),
  // over when the guard came by everything without finding it again, and not by the clock
  'broken-invariant': lasts('page', 0, ['invariant', 'key']),
  'clock-skew': lasts('ticket', 5, ['instance', 'skewMs']),
  hold: lasts('page', 5, ['reason', 'since']),
  'reconcile-held': lasts('page', 30, ['roundId', 'compared']),
  'payment-of-other-provider': lasts('page', 30, ['provider']),
  'partition-missing': lasts('ticket', 30, ['table', 'rows', 'since']),
  'card-testing': lasts('ticket', 90, ['refusedInAnHour']),
  'stored-value-testing': lasts('ticket', 90, ['triesInAnHour']),
  'address-search-refused': lasts('ticket', 150, ['status']),
  'foreign-payments': { ...lasts('ticket', 30, ['count', 'installations']), onceInHours: 24 },
  'charge-of-refused-order': happened('ticket', ['providerRef', ...money, 'state', 'answer']),
  'charge-without-order': happened('ticket', ['providerRef', ...money, 'state', 'answer']),
  'second-authorization': happened('ticket', ['providerRef', ...money, 'state', 'answer', 'eventId']),
  'authorization-missing': happened('ticket', ['orderId']),
  'report-refused': happened('ticket', ['report', 'fault']),
  'payment-amount-differs': happened('ticket', [...money, 'state']),
  'notice-amount-differs': ofEvent,
  'answer-of-other-payment': happened('ticket', money),
  'late-authorization': ofEvent,
  'void-failed': happened('ticket', ['eventId', 'orderId', ...money]),
  'refund-failed': ofEvent,
  'cancelled-at-processor': ofEvent,
  'refunded-at-processor': ofEvent,
  'refund-reversed': ofEvent,
  chargeback: ofEvent,
  'chargeback-reversed': ofEvent,
  dispute: ofEvent,
  'capture-failed': ofEvent,
  'dead-letter': happened('ticket', ['eventNames', 'eventIds']),
  'notice-out-of-order': ofEvent,
  'notice-of-unknown-payment': ofEvent,
  'webhook-of-other-payment': ofEvent,
  'delivery-parked': happened('ticket', ['topic']),
  'unreadable-row': happened('ticket'),
  // comes with the demo, and is over
  demo: happened('ticket'),
  'receipt-letters': { ...happened('ticket'), isKeyPrivate: true },
} as const satisfies { readonly [kind: string]: AlarmKindFacts }

type Named = keyof typeof alarmKinds

/** The number of an invariant of the books, as in I07. */
export type Invariant = `I${number}`

/** What an alarm may be of. */
export type AlarmKind = Exclude<Named, 'broken-invariant'> | Invariant

/** An alarm as it is raised: its kind, what tells it apart among its kind, and what is known. */
export type RaiseAlarm<Where> = (where: Where, kind: AlarmKind, key: string, facts: object) => Promise<void>

/** Numbers of invariants, as PostgreSQL and JavaScript read a pattern. */
const invariantPattern = '^I[0-9]{2}$'
const invariants = new RegExp(invariantPattern)

/** `kindName` of a column, for a statement. */
export const kindNameOf = (column: string) =>
  `case when ${column} ~ '${invariantPattern}' then 'broken-invariant' else ${column} end`

/** Kinds of what lasts, by their names, with the minutes after which it is over. */
export const lastingKinds: readonly (readonly [name: string, overAfterMinutes: number])[] = Object.entries(
  alarmKinds,
).flatMap(([name, { overAfterMinutes }]) => (overAfterMinutes === null ? [] : [[name, overAfterMinutes] as const]))

/** The name under which a kind stands in the table, and in the guide; of one that an older release raised its own. */
export function kindName(kind: string): string {
  return invariants.test(kind) ? 'broken-invariant' : kind
}

/** What is known of a kind; what an older release raised is for the working day, and says nothing but its name. */
export function factsOfKind(kind: string): AlarmKindFacts {
  const known: { readonly [kind: string]: AlarmKindFacts } = alarmKinds
  return known[kindName(kind)] ?? { severity: 'ticket', overAfterMinutes: null, facts: [], isKeyPrivate: true }
}
