import { z } from 'zod'
import { factsOfKind, kindName } from './alarm-kinds.ts'

/** What people are told of an alarm, or of several of one kind that came within a minute. */
export const alarmMessage = z.object({
  kind: z.string(),
  /** Of several, of the first; '' where it would say something of a person. */
  key: z.string(),
  severity: z.enum(['page', 'ticket']),
  state: z.enum(['open', 'resolved']),
  /** How often it has come. */
  times: z.int(),
  /** How many alarms of its kind this tells of. */
  count: z.int(),
  firstAt: z.string(),
  lastAt: z.string(),
  installation: z.string(),
  /** Its heading in the guide. */
  link: z.string(),
  facts: z.record(z.string(), z.unknown()),
})

export type AlarmMessage = z.output<typeof alarmMessage>

/** An alarm as it stands when it is told. */
export type ToldAlarm = {
  readonly alarmId: number
  readonly kind: string
  readonly key: string
  readonly severity: 'page' | 'ticket'
  readonly times: number
  readonly at: Date
  readonly lastAt: Date
  readonly facts: { readonly [name: string]: unknown }
  readonly isResolved: boolean
  /** Of the messages about it, this is which. */
  readonly nth: number
}

/** One message of alarms that are all of one kind and state; `first` of them stands for the others. */
export function messageOf(
  first: ToldAlarm,
  count: number,
  { installation, guide }: { readonly installation: string; readonly guide: string },
): AlarmMessage {
  const { kind, key, severity, times, isResolved } = first
  const known = factsOfKind(kind)
  const isPublic = (name: string) => name === 'requestId' || known.facts.includes(name)
  return {
    kind,
    key: known.isKeyPrivate ? '' : key,
    severity,
    state: isResolved ? 'resolved' : 'open',
    times,
    count,
    firstAt: first.at.toISOString(),
    lastAt: first.lastAt.toISOString(),
    installation,
    link: `${guide}#${kindName(kind)}`,
    facts: Object.fromEntries(Object.entries(first.facts).filter(([name]) => isPublic(name))),
  }
}

/** The same as a mail. */
export function mailOf(message: AlarmMessage): { readonly subject: string; readonly text: string } {
  const { kind, key, severity, state, times, count, firstAt, lastAt, installation, link, facts } = message
  const many = count > 1 ? `${count} alarms ` : ''
  const subject = `[${state === 'open' ? severity : 'resolved'}] ${many}${kind}`
  const about = [
    ['Alarm', kind],
    ['About', `${key}${count > 1 ? ` and ${count - 1} more` : ''}`],
    ['State', state],
    ['Severity', severity],
    ['Times', String(times)],
    ['First', firstAt],
    ['Last', lastAt],
    ['Installation', installation],
    ...Object.entries(facts).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
    ['What to do', link],
  ]
  // a key or a fact may have come from outside: it must not look like a line of ours
  const oneLine = (text = '') => Array.from(text, (sign) => (/\p{Cc}|\p{Zl}|\p{Zp}/u.test(sign) ? ' ' : sign)).join('')
  const text = about.map(([name, value]) => `${name}: ${oneLine(value)}`).join('\n')
  return { subject: oneLine(subject), text: `${text}\n` }
}
