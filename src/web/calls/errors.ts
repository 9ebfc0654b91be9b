/** A field whose text the server takes from nobody, such as a card number, and its sentence (SAFE-30). */
export type RefusedField = { readonly field: string; readonly message: string }

/** An HTTP error status as an error; the message contains 'Status: {code}' (ERR-04). */
export class StatusError extends Error {
  override readonly name = 'StatusError'
  readonly status: number
  readonly refused: RefusedField | null

  constructor(status: number, path: string, refused: RefusedField | null = null) {
    super(`Status: ${status} ${path}`)
    this.status = status
    this.refused = refused
  }
}

/** The field that a call was refused for; null when it failed for anything else. */
export function refusedField(error: unknown): RefusedField | null {
  return error instanceof StatusError ? error.refused : null
}

/** A reply flagged IsReset is an error although its HTTP status is 200 (PLAT-13). */
export class ResetError extends Error {
  override readonly name = 'IsReset'

  constructor(path: string) {
    super(`IsReset ${path}`)
  }
}

/** The shopper was told that a call could not be made and let it be: there is nothing more to tell. */
export class GivenUp extends Error {
  override readonly name = 'AbortError'
}

/** The store could not be reached for the next page, or for its script. */
export class CutOff extends Error {
  override readonly name = 'CutOff'
}

/** What went wrong, for those who decide what to show (OPEN-22). */
export type CallFault = 'network' | 'reset' | 'status' | 'bug'

/** Sorts a caught error: network failure after the retries, IsReset, HTTP error status, or a fault of our own. */
export function faultOf(error: unknown): CallFault {
  if (!(error instanceof Error)) return 'bug'
  if (error.name === 'IsReset') return 'reset'
  if (isNetworkFailure(error)) return 'network'
  return error.message.includes('Status: ') ? 'status' : 'bug'
}

/** Only these two messages of browsers mean that the network failed (PLAT-10). */
export function isNetworkFailure(error: unknown): boolean {
  return error instanceof Error && (error.message === 'Failed to fetch' || error.message === 'Load failed')
}

/** A call that its caller gave up. */
export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError'
}
