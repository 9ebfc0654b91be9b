import type { Config } from './config.ts'

/** What a start says of settings that are good and leave shoppers without something: nobody may find out by what is missing. */
export function remarksOf({
  addressSearch,
  alarms,
  isProduction,
}: Pick<Config, 'addressSearch' | 'alarms' | 'isProduction'>): string[] {
  const { placesFile, smarty } = addressSearch
  const isCompleted = placesFile !== null || smarty !== null
  const isHeard = !isProduction || alarms.webhook !== null || alarms.mailTo !== null
  return [...(isCompleted ? [] : [noAddresses]), ...(isHeard ? [] : [nobodyHears])]
}

const noAddresses =
  'addresses are not completed while they are typed: set ADDRESS_PLACES, or SMARTY_AUTH_ID and SMARTY_AUTH_TOKEN (docs/how-to/complete-addresses.md)'
const nobodyHears =
  'nobody hears of alarms: set ALARM_WEBHOOK_URL and ALARM_WEBHOOK_SECRET, or ALARM_MAIL_TO (docs/how-to/when-it-burns.md)'
