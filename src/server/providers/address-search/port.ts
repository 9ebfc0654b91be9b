import type { StreetAddress } from '#domain/address/one-line.ts'
import type { Country } from '#domain/variant.ts'

/** What is searched for: what was typed into one line, or what lies within a match that was answered before. */
export type AddressQuestion = {
  readonly country: Country
  readonly line: string
  /** `within` of a match, such as a building of many units; '' asks for the line. */
  readonly within: string
}

export type AddressMatch = {
  /** As it is offered. */
  readonly text: string
  /** What it fills in; null where `within` must be asked for first. */
  readonly address: StreetAddress | null
  readonly within: string
}

/** Nobody can say now. `why` holds nothing of what was typed. */
export type AddressSearchUnknown =
  | {
      readonly state: 'unknown'
      /** `badQuestion`: it is there, and takes other questions. */
      readonly why: 'timeout' | 'noConnection' | 'serverFault' | 'badQuestion' | 'unreadableAnswer'
    }
  | {
      readonly state: 'unknown'
      /** Whoever asks, or what it is owed: wrong keys, a plan that is over or lacks this. It wants a person. */
      readonly why: 'refused'
      /** HTTP status: 401 keys, 402 money, 403 plan, 429 number of questions. */
      readonly status: number
    }

export type AddressSearchAnswer =
  | { readonly state: 'answered'; readonly matches: readonly AddressMatch[] }
  | AddressSearchUnknown

/**
 * Who completes an address that is typed in one line (CALM-35): the retailer's own file of places, or a service. It only helps
 * to type: what is filled in is validated as if typed, and nothing waits for it.
 */
export type AddressSearch = {
  /** Its name, for logs. */
  readonly provider: string
  /** The likeliest first. Never rejects, and gives up by itself. */
  matchesOf(question: AddressQuestion): Promise<AddressSearchAnswer>
  close(): void
}
