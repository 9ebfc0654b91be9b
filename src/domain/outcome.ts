import type { Problem, ProblemCode } from './problems.ts'

/** What a rule answers: a value, or the problem that stands in its way. Rules never throw for a refusal. */
export type Outcome<Value, Code extends ProblemCode = ProblemCode> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: Problem<Code> }

/** A rule's good answer. */
export function good<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value }
}

/** A rule's refusal; `problem.code` is a key of the table in problems.ts. */
export function refused<Code extends ProblemCode>(
  problem: Problem<Code>,
): { readonly ok: false; readonly problem: Problem<Code> } {
  return { ok: false, problem }
}
