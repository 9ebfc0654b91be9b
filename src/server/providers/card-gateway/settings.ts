import { z } from 'zod'
import { hexKey, isSecret, word } from '#server/config/setting-shapes.ts'
import { type AdyenEnvironment, adyenEnvironments } from './adyen-environment.ts'

/** The settings of Adyen. */
export const adyenSettings = {
  ADYEN_API_KEY: isSecret(word.optional()),
  ADYEN_CLIENT_KEY: word.optional(),
  ADYEN_MERCHANT_ACCOUNT: word.optional(),
  ADYEN_HMAC_KEY: isSecret(hexKey.optional()),
  ADYEN_REPORT_KEY: isSecret(word.optional()),
  ADYEN_ENVIRONMENT: z.enum(adyenEnvironments).default('test'),
  ADYEN_LIVE_PREFIX: z
    .string()
    .regex(/^[a-z\d][a-z\d-]{0,48}$/i, 'letters, digits and dashes, as Adyen shows it')
    .default(''),
}

export type AdyenConfig = {
  readonly apiKey: string
  readonly clientKey: string
  readonly merchantAccount: string
  readonly webhookHmacKey: string
  /** Key of the user who may download reports; null: they are given by hand. */
  readonly reportKey: string | null
  readonly environment: AdyenEnvironment
  readonly livePrefix: string
}

/** Adyen as configured; null when it is not. */
export function adyenOf(input: z.output<z.ZodObject<typeof adyenSettings>>): AdyenConfig | null {
  if (input.ADYEN_API_KEY === undefined) return null
  return {
    apiKey: input.ADYEN_API_KEY,
    clientKey: input.ADYEN_CLIENT_KEY ?? '',
    merchantAccount: input.ADYEN_MERCHANT_ACCOUNT ?? '',
    webhookHmacKey: input.ADYEN_HMAC_KEY ?? '',
    reportKey: input.ADYEN_REPORT_KEY ?? null,
    environment: input.ADYEN_ENVIRONMENT,
    livePrefix: input.ADYEN_LIVE_PREFIX,
  }
}
