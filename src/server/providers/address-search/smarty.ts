import { z } from 'zod'
import { lineOf, maxMatches, type StreetAddress } from '#domain/address/one-line.ts'
import { checkPostalCode } from '#domain/address/postal-code.ts'
import { stateCodeOf } from '#domain/address/states.ts'
import type { Country } from '#domain/variant.ts'
import type { Limits } from '#server/providers/card-gateway/exchange.ts'
import type { AddressMatch, AddressQuestion, AddressSearch, AddressSearchAnswer } from './port.ts'
import { loadSmarty } from './smarty-library.ts'
import { AddressSearchFault, createSmartySender } from './smarty-sender.ts'

export type SmartyAccess = {
  readonly authId: string
  readonly authToken: string
  /** Another origin that speaks Smarty's API, in tests; null: Smarty's. */
  readonly origin: string | null
  readonly limits?: Limits
}

/** Half a second to connect, one to answer: after that the next letters are typed. */
const usualLimits: Limits = { connectMs: 500, answerMs: 1_000 }

const american = z.array(z.object({ streetLine: z.string(), city: z.string(), state: z.string(), zipcode: z.string() }))
const international = z.array(
  z.object({
    street: z.string(),
    locality: z.string(),
    administrativeArea: z.string(),
    administrativeAreaShort: z.string(),
    postalCode: z.string(),
    addressText: z.string(),
    addressId: z.string(),
    entries: z.number(),
  }),
)

/**
 * By Smarty's address autocomplete, through its official library: American addresses come whole, of Canadian ones the lines first
 * and their fields when one is chosen.
 */
export function createSmartySearch({ authId, authToken, origin, limits = usualLimits }: SmartyAccess): AddressSearch & {
  close(): void
} {
  const { BasicAuthCredentials, ClientBuilder, ...lookups } = loadSmarty()
  const sender = createSmartySender(limits)
  // credentials in a header: an address may stand in somebody's log
  const builderFor = (path: string) => {
    const builder = new ClientBuilder(new BasicAuthCredentials(authId, authToken)).withMaxRetries(0).withSender(sender)
    return origin === null ? builder : builder.withBaseUrl(`${origin}${path}`)
  }

  async function inUs({ line, within }: AddressQuestion): Promise<readonly AddressMatch[]> {
    // what is within a building is typed into the second line
    if (within !== '') return []
    const lookup = new lookups.LookupUSAutocomplete(line)
    lookup.maxResults = maxMatches
    const { result } = await builderFor('/us/v2/lookup').buildUsAutocompleteClient().send(lookup)
    return american.parse(result).flatMap(({ streetLine, city, state, zipcode }) => {
      return wholeMatch({ address1: streetLine, city, state, postalCode: zipcode }, 'US')
    })
  }

  async function inCanada({ line, within }: AddressQuestion): Promise<readonly AddressMatch[]> {
    const asked = { country: 'CAN', maxResults: maxMatches }
    const lookup = new lookups.LookupInternationalAddressAutocomplete(
      within === '' ? { ...asked, search: line } : { ...asked, addressId: encodeURIComponent(within) },
    )
    const { result } = await builderFor('/international/v2/lookup')
      .buildInternationalAddressAutocompleteClient()
      .send(lookup)
    return international.parse(result).flatMap((found) => {
      const { street, locality, administrativeArea, administrativeAreaShort, postalCode } = found
      const state = administrativeAreaShort || administrativeArea
      if (street !== '') return wholeMatch({ address1: street, city: locality, state, postalCode }, 'CA')
      const { addressText, addressId, entries } = found
      if (addressText === '' || !isId(addressId)) return []
      const text = entries > 1 ? `${addressText} (${entries} addresses)` : addressText
      return [{ text, address: null, within: addressId }]
    })
  }

  return {
    provider: 'Smarty',
    async matchesOf(question): Promise<AddressSearchAnswer> {
      if (question.within !== '' && !isId(question.within)) return { state: 'answered', matches: [] }
      try {
        const found = await (question.country === 'US' ? inUs(question) : inCanada(question))
        return { state: 'answered', matches: unique(found).slice(0, maxMatches) }
      } catch (error) {
        return error instanceof AddressSearchFault ? error.unknown : { state: 'unknown', why: 'unreadableAnswer' }
      }
    },
    close: () => sender.close(),
  }
}

/** An address as our fields take it; none where one of them would not. */
function wholeMatch({ address1, city, state, postalCode }: StreetAddress, country: Country): AddressMatch[] {
  const code = checkPostalCode(postalCode, country)
  const stateCode = stateCodeOf(state, country)
  const isGood = code.ok && stateCode !== null && address1 !== '' && city !== ''
  if (!isGood || address1.length > 100 || city.length > 60) return []
  const address = { address1, city, state: stateCode, postalCode: code.value }
  return [{ text: lineOf(address), address, within: '' }]
}

/** Goes into a path: nothing that means more there than itself. */
function isId(text: string): boolean {
  return /^[\x21-\x7e]{1,400}$/.test(text) && !/^\.+$/.test(text)
}

/** A building and its units are one street address. */
function unique(matches: readonly AddressMatch[]): readonly AddressMatch[] {
  return matches.filter(({ text }, at) => matches.findIndex((other) => other.text === text) === at)
}
