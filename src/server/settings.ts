import { z } from 'zod'
import { defaultCancelMinutes } from '#domain/order/cancellation.ts'
import { allVariants, type VariantKey } from '#domain/variant.ts'
import { isNetwork } from '#server/http/client-network.ts'
import { personalizationSettings } from '#server/personalization/settings.ts'
import { adyenEnvironments } from '#server/providers/card-gateway/adyen-environment.ts'
import { identitySettings } from '#server/providers/identity/settings.ts'
import { braintreeSettings } from '#server/providers/wallet-gateway/settings.ts'
import { flag, hexKey, list, origin, port, secret, smtpUrl } from '#server/setting-shapes.ts'
import { standInList } from '#server/stand-ins.ts'

/** Every setting by its name in the environment. */
export const settings = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
  STAND_INS: standInList.default([]),
  PORT: port.default(3000),
  HOST: z.string().default('127.0.0.1'),
  OPS_PORT: port.optional(),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'as in postgres://user:password@host:5432/name')
    .optional(),
  DATABASE_POOL: z.coerce.number('a whole number').int().min(2).max(200).default(16),
  DATA_DIR: z.string().default('./data'),
  PICTURES_DIR: z.string().optional(),
  CB_ORIGIN: origin.optional(),
  CB_CA_ORIGIN: origin.optional(),
  CB2_ORIGIN: origin.optional(),
  CB2_CA_ORIGIN: origin.optional(),
  TRUSTED_PROXIES: list.refine((each) => each.every(isNetwork), 'addresses or CIDRs').default([]),
  PAYMENT_PROVIDER_ENABLE_ADYEN: flag.default(false),
  CBHCC_ENABLE_CBHCC: flag.default(false),
  OMS_USE_SHARED_ENGINE: flag.default(true),
  REGISTRY_CHECKLIST: flag.default(true),
  PFAS_STATES: list
    .refine((each) => each.every((state) => /^[A-Z]{2}$/.test(state)), 'two-letter states, as in MN,ME,VT')
    .default(['MN', 'ME', 'VT']),
  DELIVERY_POINTS: z.string().optional(),
  CANCEL_MINUTES: z.coerce
    .number('a whole number of minutes')
    .int('a whole number of minutes')
    .min(0)
    .max(1_440)
    .default(defaultCancelMinutes),
  ANALYTICS_CONSENT: list
    .refine((each) => each.every((one) => one === 'none' || isStore(one)), 'stores, as in cb-ca,cb2-ca, or none')
    .default(['cb-ca', 'cb2-ca']),
  GATEWAY_PORT: port.default(3001),
  GATEWAY_ORIGIN: origin.optional(),
  GATEWAY_API_KEY: secret.optional(),
  GATEWAY_HMAC_KEY: hexKey.optional(),
  GATEWAY_MERCHANT_ACCOUNT: z.string().min(1).default('Cartwright'),
  ADYEN_API_KEY: z.string().min(1).optional(),
  ADYEN_CLIENT_KEY: z.string().min(1).optional(),
  ADYEN_MERCHANT_ACCOUNT: z.string().min(1).optional(),
  ADYEN_HMAC_KEY: hexKey.optional(),
  ADYEN_ENVIRONMENT: z.enum(adyenEnvironments).default('test'),
  ADYEN_LIVE_PREFIX: z.string().default(''),
  ...braintreeSettings,
  SMTP_URL: smtpUrl.optional(),
  MAIL_SMTP_PORT: port.default(3025),
  MAIL_FROM: z.email('an address, as in orders@example.com').optional(),
  ...identitySettings,
  ...personalizationSettings,
  SHOP_SECRET: secret.optional(),
  FIRE_DRILL: flag.optional(),
  OPENAPI: flag.optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).optional(),
  KILL: z.enum(['k1', 'k2', 'k3', 'k4', 'k5', 'k6', 'k7', 'c1', 'c2']).optional(),
  REQUESTS_PER_SECOND: z.coerce.number('a whole number').int().min(0).optional(),
})

export type Settings = z.output<typeof settings>

/** Whether a text names a storefront. */
export function isStore(text: string): text is VariantKey {
  return allVariants.some(({ key }) => key === text)
}
