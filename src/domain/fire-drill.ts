import { bankRefusals } from './order/card-refusal.ts'

/** Every fault that a stand-in can play (BEYOND-12): the one vocabulary of the panel, of tests and of the command line. */
export const drillFaults = {
  'card-gateway': [
    'decline',
    ...bankRefusals,
    'challenge',
    'slow',
    'timeoutAfterCharge',
    'duplicateNotice',
    '503',
    'cut',
    'refuseConnection',
  ],
  wallets: ['decline', ...bankRefusals, 'slow', 'timeoutAfterCharge', 'duplicateNotice', '503', 'cut', 'noSheet'],
  identity: ['decline', 'slow', '503'],
  mail: ['decline', 'slow', '503'],
  delivery: ['slow', '503', 'noLineItems'],
} as const

export type DrillPart = keyof typeof drillFaults
export type DrillFault<Part extends DrillPart = DrillPart> = (typeof drillFaults)[Part][number]

export const drillParts = Object.keys(drillFaults) as readonly DrillPart[]

/** Scripts that wait at once, times each is played, and how long one lasts. */
export const drillLimits = { scripts: 100, count: 10_000, delayMs: 600_000 } as const

/** Whether a stand-in plays a fault; `null` asks for whatever payment comes next, by card or wallet. */
export function playsFault(part: DrillPart | null, fault: DrillFault): boolean {
  if (part !== null) return (drillFaults[part] as readonly string[]).includes(fault)
  return (drillFaults['card-gateway'] as readonly string[]).includes(fault)
}

/** A fault that waits to be played, as the stand-ins list it. */
export type ScriptedFault = {
  readonly faultId: number
  /** Null: whatever payment comes next. */
  readonly standIn: DrillPart | null
  readonly fault: DrillFault
  readonly reference: string | null
  readonly lastFour: string | null
  /** How many more times it is played. */
  readonly remaining: number
  readonly delayMs: number
}
