import type { Call, InputOf } from '#contracts/call.ts'
import type { Sql } from '#server/db/database.ts'
import type { Answer, CallContext, Reader, ReadHandler } from '#server/http/context.ts'

/** How a read answers with what it began with. */
type AnswerWith<C extends Call, First> = (
  context: CallContext,
  sql: Sql,
  first: First,
  input: InputOf<C>,
) => Promise<Answer<C>>

/**
 * A read that begins with one statement for the shopper her cookie names, which finds her session beside it. `first`
 * changes nothing, not even a count of tries; `answer` is given what it found once the session has been judged.
 */
export function eagerRead<C extends Call, First>(
  first: (sql: Sql, reader: Reader) => Promise<First>,
  answer: AnswerWith<C, First>,
): ReadHandler<C> {
  return {
    kind: 'read',
    async begin(sql, reader) {
      const found = await first(sql, reader)
      return (context, input, rest) => answer(context, rest, found, input)
    },
    run: async (context, input, sql) => answer(context, sql, await first(sql, context), input),
  }
}
