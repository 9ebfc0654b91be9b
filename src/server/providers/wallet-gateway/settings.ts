import { z } from 'zod'
import { word } from '#server/config/setting-shapes.ts'

/** The settings of Braintree, all of them or none. */
export const braintreeSettings = {
  BRAINTREE_MERCHANT_ID: word.optional(),
  BRAINTREE_PUBLIC_KEY: word.optional(),
  BRAINTREE_PRIVATE_KEY: word.optional(),
  BRAINTREE_ENVIRONMENT: z.enum(['sandbox', 'production']).default('sandbox'),
  BRAINTREE_ACCOUNT_USD: word.default(''),
  BRAINTREE_ACCOUNT_CAD: word.default(''),
}

type BraintreeInput = z.output<z.ZodObject<typeof braintreeSettings>>

export type BraintreeConfig = {
  readonly merchantId: string
  readonly publicKey: string
  readonly privateKey: string
  readonly environment: 'sandbox' | 'production'
  /** Its merchant account per currency; '' takes the default one. */
  readonly merchantAccounts: { readonly USD: string; readonly CAD: string }
}

const needed = ['BRAINTREE_MERCHANT_ID', 'BRAINTREE_PUBLIC_KEY', 'BRAINTREE_PRIVATE_KEY'] as const

/** What of the settings does not go together, as sentences. */
export function braintreeContradictions(input: BraintreeInput): string[] {
  const missing = needed.filter((name) => input[name] === undefined)
  if (missing.length === 0 || missing.length === needed.length) return []
  return missing.map((name) => `${name}: needed as the other BRAINTREE_ settings are set`)
}

/** Braintree as configured; null when it is not. */
export function braintreeOf(input: BraintreeInput): BraintreeConfig | null {
  const {
    BRAINTREE_MERCHANT_ID: merchantId,
    BRAINTREE_PUBLIC_KEY: publicKey,
    BRAINTREE_PRIVATE_KEY: privateKey,
  } = input
  if (merchantId === undefined || publicKey === undefined || privateKey === undefined) return null
  return {
    ...{ merchantId, publicKey, privateKey, environment: input.BRAINTREE_ENVIRONMENT },
    merchantAccounts: { USD: input.BRAINTREE_ACCOUNT_USD, CAD: input.BRAINTREE_ACCOUNT_CAD },
  }
}
