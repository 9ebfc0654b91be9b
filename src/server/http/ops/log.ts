import { type LogFn, type Logger, pino } from 'pino'
import { maskCardNumbers } from '#domain/payment/card-numbers-in-text.ts'
import { maskLongDigits } from '#domain/payment/long-digits.ts'
import type { Config } from '#server/config/config.ts'
import { version } from '#server/config/version.ts'
import { currentRequest } from './request-scope.ts'

// each word is begun once: time grows with the length only
const mails = /(?<![\w.+%'-])[\w.+%'-]+@[\w-]+(\.[\w-]+)+/g
const ownId = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/
const deepest = 6

/** Takes what could be a card number or a mail address out of a text. */
export function scrub(text: string): string {
  return maskLongDigits(masked(text))
}

/** A text as it may be logged: e-mail addresses and card numbers taken out (SAFE-30, SAFE-32). */
export function masked(text: string): string {
  return maskCardNumbers(text.replace(mails, '[mail]'))
}

/** The facts of a line, each text masked; an id stands where one belongs and stays whole. */
function maskedFacts(facts: object, depth = 0): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [masked(name), maskedFact(name, value, depth)]),
  )
}

function maskedFact(name: string, value: unknown, depth: number): unknown {
  if (typeof value === 'string') return /id$/i.test(name) && ownId.test(value) ? value : masked(value)
  if (typeof value === 'number' && Math.abs(value) >= 1e12) {
    const text = String(value)
    return masked(text) === text ? value : masked(text)
  }
  // errors have a serializer of their own
  if (typeof value !== 'object' || value === null || value instanceof Error) return value
  if (depth >= deepest) return '[deep]'
  if (Array.isArray(value)) return value.map((each) => maskedFact(name, each, depth + 1))
  return 'toJSON' in value
    ? maskedFact(name, JSON.parse(JSON.stringify(value)), depth + 1)
    : maskedFacts(value, depth + 1)
}

type LoggedError = { type: string; code: string | undefined; message: string; stack: string; cause?: LoggedError }

/** An error as it is logged: its kind and stack, never the row or the address it stumbled over. */
export function loggedError(error: unknown): LoggedError {
  if (!(error instanceof Error))
    return { type: typeof error, code: undefined, message: scrub(String(error)), stack: '' }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  const plain = { type: error.name, code, message: scrub(error.message), stack: scrub(error.stack ?? '') }
  return error.cause === undefined ? plain : { ...plain, cause: loggedError(error.cause) }
}

/** The log: one JSON object per line on standard output, without anything personal in it. */
export function createLog(
  config: Pick<Config, 'logLevel'> & Partial<Pick<Config, 'instanceName' | 'role'>>,
  stream?: { write(line: string): void },
): Logger {
  const { instanceName: instance = '', role = 'all' } = config
  const options = {
    level: config.logLevel,
    base: { instance, role, version },
    // whatever is logged while a request is worked for is a line of that request
    mixin: () => ({ ...currentRequest() }),
    redact: {
      paths: ['headers', '*.headers', 'cookie', '*.cookie', '*.token', '*.password', '*.email', '*.pin', 'email'],
      censor: '[redacted]',
    },
    serializers: { err: loggedError, error: loggedError },
    formatters: { level: (label: string) => ({ level: label }), log: maskedFacts },
    hooks: {
      logMethod(this: Logger, given: Parameters<LogFn>, log: LogFn) {
        log.apply(this, given.map((each) => (typeof each === 'string' ? masked(each) : each)) as Parameters<LogFn>)
      },
    },
  }
  return pino(options, stream ?? gathered())
}

/**
 * Standard output, written to in pieces: a write per line cost a call a tenth of its work. Nothing waits longer than 200 ms. Where it
 * takes nothing (a terminal that was closed, a full disk) the process goes on, and ends, without it; the lines wait, but not all.
 */
function gathered(): { write(line: string): void } {
  const output = pino.destination({ sync: false, minLength: 4_096, periodicFlush: 200, maxLength: 16_000_000 })
  output.on('error', () => {
    // at the end of the process it would try for ever
    output.flushSync = () => undefined
  })
  return output
}
