import { randomUUID } from 'node:crypto'
import type { Call, InputOf } from '#contracts/call.ts'
import { fillMessage, type MessageFacts } from '#domain/fill-message.ts'
import { defaultTexts } from '#domain/messages.ts'
import { variants } from '#domain/variant.ts'
import type { Database, Sql, Tx } from '#server/db/database.ts'
import { type CallAnswer, runHandler } from '#server/http/calls/run-handler.ts'
import type { CallContext, Handler } from '#server/http/context.ts'
import { testRates } from '#test/builders/rates.ts'

/** What a handler knows of a guest's request in the CB store of the US, unless said otherwise. */
export function testContext(database: Database, of: Partial<CallContext> = {}): CallContext {
  const variant = of.variant ?? variants.cb
  const texts = defaultTexts(variant)
  return {
    variant,
    origin: `http://${variant.host}:3000`,
    shopper: { shopperId: randomUUID(), auth: 'guest', guestBefore: null },
    session: null,
    deviceCookie: undefined,
    now: new Date('2026-03-02T15:00:00Z'),
    requestId: 'test',
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    text: (key, facts) => fillMessage(texts[key], (facts ?? {}) as MessageFacts, variant.currency),
    flags: { paymentProvider_EnableAdyen: false, cbhcc_EnableCbhcc: false, oms_UseSharedEngine: false },
    rates: testRates(),
    isApp: false,
    isInternational: false,
    clientAddress: '127.0.0.1',
    seenVersion: null,
    requestKey: null,
    database,
    ...of,
  }
}

/** Runs one handler as the call would, without HTTP and without a request key. */
export function runCall<C extends Call>(
  handler: Handler<C>,
  context: CallContext,
  input: InputOf<C>,
): Promise<CallAnswer> {
  return runHandler(handler as unknown as Handler<Call>, context, input, null)
}

/** The same database with every statement's name written down; BEGIN and COMMIT are not statements of ours. */
export function countingDatabase(inner: Database): { readonly database: Database; readonly names: string[] } {
  const names: string[] = []
  const counting = (sql: Sql): Sql => ({
    rows(statement, values) {
      names.push(statement.name)
      return sql.rows(statement, values)
    },
    row(statement, values) {
      names.push(statement.name)
      return sql.row(statement, values)
    },
    count(statement, values) {
      names.push(statement.name)
      return sql.count(statement, values)
    },
  })
  const database: Database = {
    ...inner,
    ...counting(inner),
    transaction: (work) =>
      inner.transaction((tx) => {
        const write: Tx['write'] = (statement, values) => {
          names.push(statement.name)
          tx.write(statement, values)
        }
        return work({ ...counting(tx), write, inTransaction: true })
      }),
  }
  return { database, names }
}
