import type { Call, ReplyOf, Route, SentBy } from '#contracts/call.ts'
import { pathTable } from '#contracts/paths.ts'
import type { CallTable } from '#contracts/table.ts'
import { type CallOptions, send } from '#web/calls/send.ts'

/** One call of the table as a function: its input first (left out where a call takes none), then a signal. */
export type Sender<C extends Call> =
  Record<never, never> extends SentBy<C>
    ? (input?: SentBy<C>, options?: CallOptions) => Promise<ReplyOf<C>>
    : (input: SentBy<C>, options?: CallOptions) => Promise<ReplyOf<C>>

/** The calls of one topic as functions. */
export type ClientOf<Topic extends keyof CallTable> = {
  readonly [Name in keyof CallTable[Topic]]: CallTable[Topic][Name] extends Call
    ? Sender<CallTable[Topic][Name]>
    : never
}

export type Client = { readonly [Topic in keyof typeof pathTable & keyof CallTable]: ClientOf<Topic> }

/** The call table turned round: `calls.cart.addItems({ items }, { signal })`. */
export const calls = clientOf(pathTable) as Client

/** The calls of a table of paths; for a topic that few pages need, loaded with them, or for those with options of their own. */
export function clientOf(
  paths: { readonly [topic: string]: { readonly [name: string]: Route } },
  own: CallOptions = {},
): object {
  const topics = Object.entries(paths).map(([topic, routes]) => [
    topic,
    Object.fromEntries(
      Object.entries(routes).map(([name, route]) => [
        name,
        (input?: unknown, options?: CallOptions) => send(route, input, { ...own, ...options }),
      ]),
    ),
  ])
  return Object.fromEntries(topics)
}
