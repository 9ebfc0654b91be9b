import { defaultHelpPhones, helpHours } from '#domain/help.ts'
import { allVariants, type Brand, type Country } from '#domain/variant.ts'

/** Whom to call, as the last line of a mail; '' for a storefront that there is not. */
export function helpLine(brand: Brand, country: Country): string {
  const variant = allVariants.find((one) => one.brand === brand && one.country === country)
  return variant === undefined ? '' : `Questions? Call ${defaultHelpPhones[variant.key]}, ${helpHours}.`
}
