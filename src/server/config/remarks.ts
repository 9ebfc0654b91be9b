import type { Config } from './config.ts'

/** What a start says of settings that are good and leave shoppers without something: nobody may find out by what is missing. */
export function remarksOf({ addressSearch }: Pick<Config, 'addressSearch'>): string[] {
  const { placesFile, smarty } = addressSearch
  if (placesFile !== null || smarty !== null) return []
  return [
    'addresses are not completed while they are typed: set ADDRESS_PLACES, or SMARTY_AUTH_ID and SMARTY_AUTH_TOKEN (docs/how-to/complete-addresses.md)',
  ]
}
