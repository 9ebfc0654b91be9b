import { createRequire } from 'node:module'
import type { SmartySender } from './smarty-sender.ts'

export type UsLookup = { search: string; maxResults: number; result: unknown[] }
export type InternationalLookup = {
  readonly search?: string
  readonly addressId?: string
  readonly country: string
  readonly maxResults: number
}

type Client<Lookup, Answered> = { send(lookup: Lookup): Promise<Answered> }
/** What the library has read: a list, or what is none. */
type Answered = { readonly result: unknown }

type Builder = {
  withMaxRetries(retries: number): Builder
  withSender(sender: Pick<SmartySender, 'send'>): Builder
  withBaseUrl(url: string): Builder
  buildUsAutocompleteClient(): Client<object, Answered>
  buildInternationalAddressAutocompleteClient(): Client<object, Answered>
}

/** The part of Smarty's library that we use. */
type SmartyLibrary = {
  readonly BasicAuthCredentials: new (authId: string, authToken: string) => object
  readonly ClientBuilder: new (credentials: object) => Builder
  readonly LookupUSAutocomplete: new (search: string) => UsLookup
  readonly LookupInternationalAddressAutocomplete: new (lookup: InternationalLookup) => object
}

const require = createRequire(import.meta.url)

/** Smarty's official library; who has no account there never loads it. */
export function loadSmarty(): SmartyLibrary {
  return require('smartystreets-javascript-sdk') as SmartyLibrary
}
