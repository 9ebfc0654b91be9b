import pg from 'pg'

/**
 * What a failed statement means for the transaction it was in:
 * - `repeat`: the server rolled back and asks to try again (40001, 40P01)
 * - `stale`: the connection's prepared statement no longer fits, or its server takes no writes any more; another connection will do
 * - `cut`: the connection is gone, before or while the statement ran
 * - `busy`: a time or resource limit of the server was hit
 * - `other`: an answer to be dealt with (a constraint) or a bug
 */
export type Fault = 'repeat' | 'stale' | 'cut' | 'busy' | 'other'

/** A statement that surely never left this process: its connection was gone before. */
export class NeverSent extends Error {
  override name = 'NeverSent'
}

/** What node-postgres says of a lost connection, without a code; driver.test.ts brings about each of them. */
const cutMessages = new Set([
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'Query read timeout',
  'timeout expired',
])

const cutCodes = new Set([
  ...['57P01', '57P02', '57P03', '57P05', '25P03', '25P04'],
  ...['ECONNRESET', 'ECONNREFUSED', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOENT'],
  ...['ENOTFOUND', 'EAI_AGAIN'],
])

function* chain(error: unknown): Generator<Error> {
  let current = error
  for (let depth = 0; depth < 5 && current instanceof Error; depth += 1) {
    yield current
    current = current.cause
  }
}

function codeOf(error: Error): string | undefined {
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** The server says it in the language it is set to; the place in its source is the same in all. */
function isOfCachedPlan(error: Error): boolean {
  return error instanceof pg.DatabaseError && error.routine === 'RevalidateCachedQuery'
}

/** The SQLSTATE (or the system's code) of an error or of what caused it. */
export function sqlState(error: unknown): string | undefined {
  for (const one of chain(error)) {
    const code = codeOf(one)
    if (code !== undefined) return code
  }
  return undefined
}

/** Whether something that a statement says must be so (shop.must) was not: nothing of its transaction is kept. */
export function isNotSo(error: unknown): boolean {
  return sqlState(error) === 'CW001'
}

/** True when the statement surely never left this process. */
export function neverSent(error: unknown): boolean {
  return error instanceof NeverSent
}

/** SQLSTATE of a write that met a standby, or a server that was set to be read only. */
const readOnly = '25006'

/** True when a server said that it takes no writes: nothing of the statement was done. */
export function isReadOnly(error: unknown): boolean {
  return sqlState(error) === readOnly
}

/** Sorts an error by what may be done about it. */
export function faultOf(error: unknown): Fault {
  for (const one of chain(error)) {
    const code = codeOf(one)
    if (code === undefined) {
      if (one instanceof NeverSent || cutMessages.has(one.message)) return 'cut'
      continue
    }
    if (code === '40001' || code === '40P01') return 'repeat'
    if (code === '26000' || code === readOnly || (code === '0A000' && isOfCachedPlan(one))) return 'stale'
    if (code === '40003' || code.startsWith('08') || cutCodes.has(code)) return 'cut'
    if (code === '55P03' || code === '57014' || code.startsWith('53')) return 'busy'
    return 'other'
  }
  return 'other'
}
