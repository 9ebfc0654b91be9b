import type { platformCalls } from '#contracts/platform/calls.ts'
import { maskCardNumbers } from '#domain/payment/card-numbers-in-text.ts'
import type { CallContext, Handlers } from '#server/http/context.ts'
import { nobody } from '#server/http/context.ts'
import { limits, type Throttle } from '#server/http/throttle.ts'
import { insertClientLog } from '#server/platform/client-log-store.ts'

const longest = 4_000

/** One line of a client's log as it is kept: card numbers masked, control characters written out, cut at 4000 (OPEN-92). */
export function keptMessage(message: string): string {
  const masked = maskCardNumbers(message)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  const plain = masked.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, writtenOut)
  return plain.length > longest ? plain.slice(0, longest).toWellFormed() : plain
}

function writtenOut(one: string): string {
  const short = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }[one]
  return short ?? `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`
}

export function platformHandlers(parts: { readonly throttle: Throttle }): Handlers<typeof platformCalls> {
  const { throttle } = parts

  async function isAllowed(context: CallContext, bytes: number): Promise<boolean> {
    const { database, shopper, clientAddress } = context
    if (shopper !== nobody && !(await throttle.take(database, limits.logPerSession, shopper.shopperId))) return false
    if (!(await throttle.take(database, limits.logPerAddress, clientAddress))) return false
    return throttle.take(database, limits.logBytesPerDay, clientAddress, bytes)
  }

  return {
    log: {
      kind: 'read',
      async run(context, { message, level }, sql) {
        const kept = keptMessage(message)
        if (!(await isAllowed(context, kept.length))) {
          return { isSuccess: false, errorMessage: context.text('problem.tooManyTries') }
        }
        await insertClientLog(sql, context.shopper === nobody ? null : context.shopper.shopperId, level, kept)
        return { isSuccess: true, errorMessage: '' }
      },
    },
  }
}
