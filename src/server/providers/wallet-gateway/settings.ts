import { z } from 'zod'
import { isSecret, list, word } from '#server/config/setting-shapes.ts'
import { walletNames } from './port.ts'

/** The settings of Braintree, all of them or none, and which wallets the merchant account has. */
export const walletSettings = {
  WALLETS: list.pipe(z.array(z.enum(walletNames, `some of ${walletNames.join(', ')}`))).optional(),
  BRAINTREE_MERCHANT_ID: word.optional(),
  BRAINTREE_PUBLIC_KEY: word.optional(),
  BRAINTREE_PRIVATE_KEY: isSecret(word.optional()),
  BRAINTREE_ENVIRONMENT: z.enum(['sandbox', 'production']).default('sandbox'),
  BRAINTREE_ACCOUNT_USD: word.default(''),
  BRAINTREE_ACCOUNT_CAD: word.default(''),
}

type WalletInput = z.output<z.ZodObject<typeof walletSettings>>

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
export function walletContradictions(input: WalletInput, areSheetsPlayed: boolean): string[] {
  const isWithout = input.WALLETS !== undefined && needed.every((name) => input[name] === undefined) && !areSheetsPlayed
  if (isWithout) return ['WALLETS: names wallets that nobody offers: set the BRAINTREE_ settings, or leave it out']
  const missing = needed.filter((name) => input[name] === undefined)
  if (missing.length === 0 || missing.length === needed.length) return []
  return missing.map((name) => `${name}: needed as the other BRAINTREE_ settings are set`)
}

/** Braintree as configured; null when it is not. */
export function braintreeOf(input: WalletInput): BraintreeConfig | null {
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
