import type { Route } from '#contracts/call.ts'
import { postRetries, postRetryDelayMs } from '#domain/timing.ts'
import { isNetworkFailure, type RefusedField, ResetError, StatusError } from '#web/calls/errors.ts'
import { noteSeenVersion, readSeenVersion } from '#web/calls/seen-version.ts'
import { readToken, renewToken } from '#web/calls/token.ts'
import { traceParent } from '#web/calls/trace-parent.ts'

export type CallOptions = {
  readonly signal?: AbortSignal
  /** Lets a small request outlive the page, such as the last log of a page that is left. */
  readonly keepalive?: boolean
  /** The request key, for one that may have been sent before; else a new one. */
  readonly key?: string
  /** For a call that needs no session: a visitor without one is not given one for it. */
  readonly isAnonymous?: boolean
  /** Carries the token though it is a GET: for the one that changes something (GIFT-07). */
  readonly isChange?: boolean
  /** The trace of the press that it is a part of; a new one unless given. */
  readonly trace?: string
  /** Asked when the network carries it no more: the same request goes out again once this resolves (CALM-20). */
  readonly onCutOff?: (route: Route) => Promise<void>
}

/**
 * Makes one call. A POST carries token, request key and the cart version last seen. A reply flagged IsReset has a new
 * token fetched once and the same request sent again with the same key (SCENE-17); flagged again, it rejects.
 */
export async function send(route: Route, input: unknown, given: CallOptions = {}): Promise<unknown> {
  const options = { trace: traceParent(), ...given }
  const key = route.method === 'POST' ? (options.key ?? crypto.randomUUID()) : null
  if (route.method === 'POST' && readToken() === '' && options.isAnonymous !== true) await renewToken().catch(() => '')
  try {
    return await sendWithRetries(route, input, key, options)
  } catch (error) {
    if (!(error instanceof ResetError)) throw error
    // Without a new token there is nothing to try again with.
    const token = await renewToken().catch(() => '')
    if (token === '') throw error
    return sendWithRetries(route, input, key, options)
  }
}

/** The same request until the network carries it: a POST at most three times, a GET once (PLAT-09 to PLAT-12). */
export async function sendWithRetries(
  route: Route,
  input: unknown,
  key: string | null,
  options: CallOptions = {},
): Promise<unknown> {
  const retries = route.method === 'POST' ? postRetries : 0
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await sendOnce(route, input, key, options)
    } catch (error) {
      if (!isNetworkFailure(error)) throw error
      if (attempt < retries) await pause(postRetryDelayMs)
      else if (options.onCutOff === undefined) throw error
      else {
        await options.onCutOff(route)
        attempt = -1
      }
    }
  }
}

async function sendOnce(route: Route, input: unknown, key: string | null, options: CallOptions): Promise<unknown> {
  const response = await fetch(addressOf(route, input), {
    method: route.method,
    headers: headersOf(route, key, options),
    credentials: 'same-origin',
    ...(route.method === 'POST' ? { body: JSON.stringify(input ?? {}) } : { cache: 'no-store' as const }),
    ...(options.signal ? { signal: options.signal } : {}),
    ...(options.keepalive ? { keepalive: true } : {}),
  })
  if (!response.ok) throw new StatusError(response.status, route.path, await refusedOf(response))
  const reply: unknown = await response.json()
  if (isFlaggedReset(reply)) throw new ResetError(route.path)
  noteSeenVersion(reply)
  return reply
}

/** The field that a 400 names, with its sentence. */
async function refusedOf(response: Response): Promise<RefusedField | null> {
  if (response.status !== 400) return null
  const { field, errorMessage } = ((await response.json().catch(() => null)) ?? {}) as { [name: string]: unknown }
  if (typeof field !== 'string' || field === '' || typeof errorMessage !== 'string') return null
  return { field, message: errorMessage }
}

function headersOf(
  route: Route,
  key: string | null,
  { isChange = false, trace = traceParent() }: CallOptions,
): Record<string, string> {
  const version = readSeenVersion()
  return {
    accept: 'application/json',
    traceparent: trace,
    ...(version === null ? {} : { 'basket-version': String(version) }),
    ...(route.method === 'POST' ? { 'content-type': 'application/json' } : {}),
    ...(route.method === 'POST' || isChange ? { RequestVerificationToken: readToken() } : {}),
    ...(key === null ? {} : { 'idempotency-key': key }),
  }
}

function addressOf(route: Route, input: unknown): string {
  if (route.method === 'POST' || typeof input !== 'object' || input === null) return route.path
  const query = new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)]))
  return query.size === 0 ? route.path : `${route.path}?${query}`
}

function isFlaggedReset(reply: unknown): boolean {
  return typeof reply === 'object' && reply !== null && (reply as { IsReset?: unknown }).IsReset === true
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
