import type { MessageFacts } from '#domain/fill-message.ts'
import { messageKeyOf, type Problem } from '#domain/problems.ts'
import type { CallContext } from './context.ts'

/** The text of a problem for this shopper; `more` is what its text says beside its facts. */
export function problemText(
  { text }: Pick<CallContext, 'text'>,
  { code, ...facts }: Problem,
  more: MessageFacts = {},
): string {
  return text(messageKeyOf[code], { ...facts, ...more })
}

/** What every call answers at least when a rule says no. */
export function refusalOf(context: Pick<CallContext, 'text'>, problem: Problem, more?: MessageFacts) {
  return { isSuccess: false as const, errorMessage: problemText(context, problem, more) }
}
