import { maskCardNumbers } from './payment/card-numbers-in-text.ts'

/** Levels of the client's log call (OPEN-92). */
export const logLevels = ['error', 'warn', 'info'] as const
export type LogLevel = (typeof logLevels)[number]

/** A message has at most 4000 characters; a session at most 60 messages a minute (OPEN-92). */
export const logMessageLimit = 4000
export const logsPerMinute = 60

/** The body of the log call (PLAT-16): cut to its limit, card numbers masked. */
export function logEntry(message: string, level: LogLevel): { message: string; level: LogLevel } {
  return { message: maskCardNumbers(message).slice(0, logMessageLimit), level }
}
