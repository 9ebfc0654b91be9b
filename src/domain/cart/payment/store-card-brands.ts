/** The brand of the store's own card (PAY-15). */
export const storeCardBrand = 'PLCCSynchrony'

/** The brands of co-brand cards; which one is in force says the flag (OPEN-61). */
export const coBrandBrands = ['CoBrandMasterCard', 'Imprint'] as const

/** All of them: cards that pay with reward certificates and codes for store cards (CERT-10, SAFE-14). */
export const storeCardBrands = [storeCardBrand, ...coBrandBrands] as const
