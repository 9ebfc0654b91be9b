import type { z } from 'zod'

export type Method = 'GET' | 'POST'

/** Method and exact path of one HTTP call: all that the browser's bundle needs of it. */
export type Route<M extends Method = Method, P extends string = string> = { readonly method: M; readonly path: P }

export function get<const P extends string>(path: P): Route<'GET', P> {
  return { method: 'GET', path }
}

export function post<const P extends string>(path: P): Route<'POST', P> {
  return { method: 'POST', path }
}

/** How a call treats session, token and request key. The defaults fit a shopper's call. */
export type CallRules = {
  /** 'required': without a live session the answer is {IsReset: true} (CALL-92). 'none' never asks for one. */
  readonly session: 'required' | 'none'
  /** Without a valid RequestVerificationToken the answer is {IsReset: true} (OPEN-04). Where session is 'none', asked only of a visitor who has one. */
  readonly token: boolean
  /** Honours Idempotency-Key: the first answer is kept 24 hours and given again (OPEN-07). */
  readonly key: boolean
  /** Runs under the step rule: refresh after success, /checkout/cart after failure (CALL-37). */
  readonly stepRule: boolean
  /** Fields whose value may read as a card number (gift cards); everything else with one is refused (OPEN-64). */
  readonly cardNumberFields: readonly string[]
  /** Answers at its path with and without the last slash (CALL-79). */
  readonly answersBothSlashes: boolean
  /** Largest body in bytes. */
  readonly bodyLimit: number
}

/** One HTTP call as one value: what is sent, what comes back, and how it is guarded. */
export type Call<R extends Route = Route, Input extends z.ZodType = z.ZodType, Reply extends z.ZodType = z.ZodType> = {
  readonly route: R
  /** Requirement rows this call answers. */
  readonly rows: string
  /** The JSON body of a POST; the query of a GET. */
  readonly input: Input
  readonly reply: Reply
  readonly rules: CallRules
}

/** Declares a call. POST: session, token and key are asked for; GET: session only. Override in `rules`. */
export function call<const R extends Route, Input extends z.ZodType, Reply extends z.ZodType>(
  route: R,
  rows: string,
  shapes: { readonly input: Input; readonly reply: Reply },
  rules: Partial<CallRules> = {},
): Call<R, Input, Reply> {
  const isPost = route.method === 'POST'
  return {
    route,
    rows,
    ...shapes,
    rules: {
      session: 'required',
      token: isPost,
      key: isPost,
      stepRule: false,
      cardNumberFields: [],
      answersBothSlashes: false,
      bodyLimit: 65_536,
      ...rules,
    },
  }
}

export type InputOf<C> = C extends Call<Route, infer Input, z.ZodType> ? z.output<Input> : never
/** What the browser may send (defaults left out). */
export type SentBy<C> = C extends Call<Route, infer Input, z.ZodType> ? z.input<Input> : never
export type ReplyOf<C> = C extends Call<Route, z.ZodType, infer Reply> ? z.output<Reply> : never
