import type { Visit } from '#server/pages/visit.ts'

/** The fields of a native form; one sent twice counts by its first value. */
export type Fields = { readonly [name: string]: string }

/** A native form that works without scripts (UX-24): its address, and what it does for a visitor whose token is right. */
export type Form = {
  readonly path: string
  /** A guest without a session may send it from a kept page, which has no token; docs/decisions/0007. */
  readonly allowsFirstVisit: boolean
  /** Where a form without a right token leads (OPEN-04), when its browser does not say what page it came from. */
  readonly refusedTo: string | ((fields: Fields) => string)
  /** Where whoever is signed in no more is led, and told so; without it such a one is as anybody whose token is not right. */
  readonly signInAt?: string | ((fields: Fields) => string)
  /** The fields that stand on its page: what was typed into them comes back after a refusal, and the message at one. */
  readonly fields?: readonly string[]
  /** What the page calls them, where the form stands there once for each row; their own names unless given. */
  readonly fieldAt?: (name: string, fields: Fields) => string
  readonly submit: (visit: Visit, fields: Fields) => Promise<string>
}
