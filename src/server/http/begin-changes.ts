import type { Call } from '#contracts/call.ts'
import type { Tx } from '#server/db/database.ts'
import type { CallContext, Handler, Reader } from '#server/http/context.ts'

/** What a change asks ahead, whatever its input. */
type Ahead = (tx: Tx, reader: Reader) => Promise<Pick<CallContext, 'along'>>

/** Handlers whose changes all ask the same ahead; one that asks something else says so itself. */
export function beginChanges<Handlers extends { readonly [name: string]: unknown }>(
  ahead: Ahead,
  handlers: Handlers,
): Handlers {
  const own = { ahead: (tx: Tx, reader: Reader) => ahead(tx, reader) }
  const begun = Object.entries(handlers as { readonly [name: string]: Handler<Call> }).map(([name, handler]) => [
    name,
    handler.kind === 'change' ? { ...own, ...handler } : handler,
  ])
  // each name has the handler it had
  return Object.fromEntries(begun) as Handlers
}
