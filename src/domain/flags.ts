/** The feature flags, by the exact names of cart and checkout (PLAT-22, CONST-23). */
export const flagNames = ['paymentProvider_EnableAdyen', 'cbhcc_EnableCbhcc', 'oms_UseSharedEngine'] as const

export type FlagName = (typeof flagNames)[number]
