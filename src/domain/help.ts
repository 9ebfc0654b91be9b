import type { VariantKey } from './variant.ts'

/** Hours of the help line, the same in all storefronts (PLAT-33, CONST-25). */
export const helpHours = 'Mon-Sun 8 am to 9 pm CT'

/** Default phone number per storefront, a row of the message table (OPEN-15). */
export const defaultHelpPhones: { readonly [Key in VariantKey]: string } = {
  cb: '1-800-555-0110',
  cb2: '1-800-555-0120',
  'cb-ca': '1-800-555-0130',
  'cb2-ca': '1-800-555-0140',
}
