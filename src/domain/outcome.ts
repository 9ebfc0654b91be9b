import type { Problem } from './problems.ts'

/** What a rule answers: a value, or the problem that stands in its way. Rules never throw for a refusal. */
export type Outcome<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: Problem }

/** A rule's good answer. */
export function good<Value>(value: Value): Outcome<Value> {
  return { ok: true, value }
}

/** A rule's refusal; `problem.code` is a key of the table in problems.ts. */
export function refused(problem: Problem): { readonly ok: false; readonly problem: Problem } {
  return { ok: false, problem }
}
