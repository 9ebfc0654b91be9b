import type { Logged } from './sql-log.ts'

/** The statements of one operation in groups: those of a group leave together, the next waits until they are answered. */
export type SqlOperation = readonly (readonly Pick<Logged, 'name' | 'text' | 'values'>[])[]

/**
 * Statements the product sends on its own account and not for the shopper who waits: recovery rounds, deliveries of mail,
 * the gateway's webhook events, the look for a newer catalogue or message, what a new connection is told.
 */
const background = new Set([
  'order.take-stale',
  'order.drop-dead-keys',
  'order.revive-outbox',
  'order.take-from-outbox',
  'order.finish-outbox',
  'order.fail-outbox',
  'order.record',
  'order.keep-webhook-events',
  'order.take-webhook-event',
  'order.end-webhook-event',
  'order.payment-by-reference',
  'catalog.latest-version',
  'message.read-all',
  'database.applied-migrations',
  'database.ping',
])

/**
 * What an operation sent, without the background, as whole transactions one after the other: the product may use two
 * connections at once, the bare client has one.
 */
export function operationOf(logged: readonly Logged[]): readonly Logged[] {
  const units: Logged[][] = []
  const open = new Map<string, Logged[]>()
  for (const statement of logged) {
    const unit = open.get(statement.connection)
    if (unit !== undefined) unit.push(statement)
    else {
      const fresh = [statement]
      units.push(fresh)
      if (statement.text === 'begin') open.set(statement.connection, fresh)
    }
    if (statement.text === 'commit' || statement.text === 'rollback') open.delete(statement.connection)
  }
  const isOwn = (unit: readonly Logged[]) => !unit.some(({ name, text }) => background.has(name) || isGreeting(text))
  return units.filter((unit) => isOwn(unit)).flat()
}

function isGreeting(text: string): boolean {
  return text.includes("set_config('search_path'") || text === 'rollback'
}

/** How an operation looks apart from its parameters, for comparing operations of one kind. */
export function shapeOf(operation: readonly Logged[]): string {
  return operation.map(({ name, text }) => name || text).join(', ')
}
