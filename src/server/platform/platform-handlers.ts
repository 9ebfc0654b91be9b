import type { platformCalls } from '#contracts/platform/calls.ts'
import { maskCardNumbers } from '#domain/payment/card-numbers-in-text.ts'
import { writtenOut } from '#domain/written-out.ts'
import type { CallContext, Handlers } from '#server/http/context.ts'
import { nobody } from '#server/http/context.ts'
import { limits, type Throttle } from '#server/http/guards/throttle.ts'
import { insertClientLog } from '#server/platform/client-log-store.ts'

const maxLength = 4_000

/** One line of a client's log as it is kept: card numbers masked, what breaks a line written out, cut at 4000 (OPEN-92). */
export function storedMessage(message: string): string {
  const plain = writtenOut(maskCardNumbers(message))
  return plain.length > maxLength ? plain.slice(0, maxLength).toWellFormed() : plain
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
        const stored = storedMessage(message)
        if (!(await isAllowed(context, stored.length))) {
          return { isSuccess: false, errorMessage: context.text('problem.tooManyTries') }
        }
        await insertClientLog(sql, context.shopper === nobody ? null : context.shopper.shopperId, level, stored)
        return { isSuccess: true, errorMessage: '' }
      },
    },
  }
}
