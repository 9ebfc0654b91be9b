import type { z } from 'zod'
import { isSecret, readableFile, word } from '#server/config/setting-shapes.ts'
import { readPlaces } from './places-file.ts'

/** Where offers for an address come from: the file of places, or Smarty. */
export const addressSearchSettings = {
  ADDRESS_PLACES: readableFile(readPlaces).optional(),
  SMARTY_AUTH_ID: word.optional(),
  SMARTY_AUTH_TOKEN: isSecret(word.optional()),
}

type AddressSearchInput = z.output<z.ZodObject<typeof addressSearchSettings>>

export type SmartyConfig = { readonly authId: string; readonly authToken: string }

/** What of the settings does not go together, as sentences. */
export function addressSearchContradictions(input: AddressSearchInput): string[] {
  const needed = ['SMARTY_AUTH_ID', 'SMARTY_AUTH_TOKEN'] as const
  const missing = needed.filter((name) => input[name] === undefined)
  return missing.length === 1 ? missing.map((name) => `${name}: needed as the other SMARTY_ setting is set`) : []
}

/** Smarty as configured; null when it is not. */
export function smartyOf({ SMARTY_AUTH_ID, SMARTY_AUTH_TOKEN }: AddressSearchInput): SmartyConfig | null {
  if (SMARTY_AUTH_ID === undefined || SMARTY_AUTH_TOKEN === undefined) return null
  return { authId: SMARTY_AUTH_ID, authToken: SMARTY_AUTH_TOKEN }
}
