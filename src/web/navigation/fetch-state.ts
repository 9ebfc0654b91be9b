import type { PageState } from '#contracts/pages.ts'
import { CutOff } from '#web/calls/errors.ts'

type Found = { readonly state: PageState; readonly reached: string }

/**
 * The state of the page at an address, as JSON; null for none, or when the server is busy. Throws `CutOff` without a
 * connection, or where it is lost within the answer.
 */
export async function fetchState(address: string, signal: AbortSignal): Promise<Found | null> {
  const orCutOff = (error: unknown): never => {
    // an answer that came whole and is no JSON is a fault of the server's
    throw signal.aborted || error instanceof SyntaxError ? error : new CutOff()
  }
  const headers = { accept: 'application/json', 'x-document': ownKind() }
  const answer = await fetch(address, { headers, credentials: 'same-origin', signal }).catch(orCutOff)
  // a server that is busy says so in JSON too; asked for the page itself it has one that says so
  const isBusy = answer.status === 503 || answer.status === 429
  if (isBusy || !answer.headers.get('content-type')?.includes('application/json')) return null
  const { pathname, search } = new URL(answer.redirected ? answer.url : address, window.location.href)
  // the connection can be lost within the answer too
  const state = (await answer.json().catch(orCutOff)) as PageState
  return { state, reached: `${pathname}${search}` }
}

/**
 * Under which policy this document stands, for the server that must not show a card's fields under another one. Who came back,
 * or reloaded in between, has an address that says nothing about it.
 */
function ownKind(): 'payment' | 'other' {
  return document.documentElement.hasAttribute('data-payment') ? 'payment' : 'other'
}
