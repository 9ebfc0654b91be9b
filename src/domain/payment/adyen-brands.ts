import type { Brand } from '#domain/payment/brands.ts'

/** Brands of PAY-15 by Adyen's names. */
const brandByName: { readonly [adyenName: string]: Brand } = {
  visa: 'Visa',
  mc: 'MasterCard',
  amex: 'AmericanExpress',
  discover: 'Discover',
  diners: 'DinersClub',
  cup: 'Cup',
  jcb: 'Jcb',
  synchrony_plcc: 'PLCCSynchrony',
  synchrony_cbcc: 'CoBrandMasterCard',
  imprint: 'Imprint',
}

/** The cards we take, by Adyen's names. */
export const adyenBrandNames: readonly string[] = Object.keys(brandByName)

/** The brand of PAY-15 behind Adyen's name for it; null for none that we take. */
export function brandOfAdyen(name: string): Brand | null {
  return brandByName[name] ?? null
}
