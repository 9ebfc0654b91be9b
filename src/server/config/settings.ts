import { z } from 'zod'
import { statesOf } from '#domain/address/states.ts'
import { defaultCancelMinutes } from '#domain/order/cancellation.ts'
import { allVariants, type VariantKey } from '#domain/variant.ts'
import { isDatabaseUrl, isReplicaUrl } from '#server/db/hosts.ts'
import { isNetwork } from '#server/http/guards/client-network.ts'
import { personalizationSettings } from '#server/personalization/settings.ts'
import { addressSearchSettings } from '#server/providers/address-search/settings.ts'
import { adyenSettings } from '#server/providers/card-gateway/settings.ts'
import { identitySettings } from '#server/providers/identity/settings.ts'
import { pictureStoreSettings } from '#server/providers/picture-store/settings.ts'
import { walletSettings } from '#server/providers/wallet-gateway/settings.ts'
import { readDeliveryPoints } from '#server/shipping/delivery-points.ts'
import { alarmSettings } from '#server/watch/alarm-settings.ts'
import { retentionSettings } from '#server/watch/retention-table.ts'
import { tracingSettings } from '#server/watch/traces/tracing-settings.ts'
import { readSellers } from './sellers.ts'
import {
  flag,
  folder,
  hexKey,
  isSecret,
  list,
  listenAddress,
  oldSecrets,
  origin,
  port,
  processCount,
  readableFile,
  secret,
  sentSecret,
  smtpUrl,
  wholeNumber,
  word,
} from './setting-shapes.ts'
import { standInList } from './stand-ins.ts'

const isNone = (each: readonly string[]) => each.length === 1 && each[0] === 'none'
const states = new Set(statesOf.US.map(({ code }) => code))

const mailAddress = z.email('an address, as in orders@example.com').max(254, 'at most 254 characters')

/** Every setting by its name in the environment. */
export const settings = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
  STAND_INS: standInList.default([]),
  ROLE: z.enum(['web', 'worker', 'all']).default('all'),
  WEB_PROCESSES: processCount.default(1),
  PORT: port.default(3000),
  HOST: listenAddress.default('127.0.0.1'),
  OPS_PORT: port.optional(),
  DATABASE_URL: isSecret(
    z
      .string()
      .refine(isDatabaseUrl, 'as in postgres://user:password@host:5432/name, or with several hosts a:5432,b:5432')
      .optional(),
  ),
  DATABASE_POOLER: z.enum(['none', 'session', 'transaction']).default('none'),
  DATABASE_DIRECT_URL: isSecret(
    z.string().refine(isDatabaseUrl, 'as in postgres://user:password@host:5432/name').optional(),
  ),
  DATABASE_REPLICA_URL: isSecret(
    z
      .string()
      .refine(isReplicaUrl, 'as in postgres://user:password@host:5432/name, or with several hosts a:5432,b:5432')
      .optional(),
  ),
  DATABASE_PREPARED: z.enum(['on', 'off']).default('on'),
  DATABASE_POOL: wholeNumber(2, 200).default(16),
  DATABASE_WAIT_SECONDS: wholeNumber(0, 86_400).default(0),
  MIGRATE_ON_START: flag.optional(),
  DATA_DIR: folder.default('./data'),
  PICTURES_DIR: folder.optional(),
  ...pictureStoreSettings,
  CB_ORIGIN: origin.optional(),
  CB_CA_ORIGIN: origin.optional(),
  CB2_ORIGIN: origin.optional(),
  CB2_CA_ORIGIN: origin.optional(),
  TRUSTED_PROXIES: list.refine((each) => each.every(isNetwork), 'addresses or CIDRs').default([]),
  CDN: flag.default(false),
  PAYMENT_PROVIDER_ENABLE_ADYEN: flag.default(false),
  CBHCC_ENABLE_CBHCC: flag.default(false),
  OMS_USE_SHARED_ENGINE: flag.default(true),
  REGISTRY_CHECKLIST: flag.default(true),
  HOLD: flag.default(false),
  FACTS_CACHE: z.enum(['on', 'off']).default('on'),
  PFAS_STATES: list
    .refine((each) => isNone(each) || each.every((code) => states.has(code)), 'states, as in MN,ME,VT, or none')
    .transform((each) => (isNone(each) ? [] : each))
    .default(['MN', 'ME', 'VT']),
  DELIVERY_POINTS: readableFile(readDeliveryPoints).optional(),
  SELLERS: readableFile(readSellers).optional(),
  CANCEL_MINUTES: wholeNumber(0, 1_440).default(defaultCancelMinutes),
  ANALYTICS_CONSENT: list
    .refine((each) => isNone(each) || each.every(isStore), 'stores, as in cb-ca,cb2-ca, or none')
    .default(['cb-ca', 'cb2-ca']),
  GATEWAY_PORT: port.default(3001),
  GATEWAY_ORIGIN: origin.optional(),
  GATEWAY_API_KEY: isSecret(sentSecret.optional()),
  GATEWAY_HMAC_KEY: isSecret(hexKey.optional()),
  GATEWAY_MERCHANT_ACCOUNT: word.default('Cartwright'),
  ...adyenSettings,
  ...walletSettings,
  ...addressSearchSettings,
  SMTP_URL: isSecret(smtpUrl.optional()),
  MAIL_SMTP_PORT: port.default(3025),
  MAIL_FROM: mailAddress.optional(),
  MAIL_REQUESTS_TO: mailAddress.optional(),
  ...identitySettings,
  ...personalizationSettings,
  ...alarmSettings,
  ...retentionSettings,
  ...tracingSettings,
  SHOP_SECRET: isSecret(secret.optional()),
  SHOP_SECRET_OLD: isSecret(oldSecrets.default([])),
  STORED_VALUE_KEY: isSecret(secret.optional()),
  STORED_VALUE_KEY_OLD: isSecret(oldSecrets.default([])),
  FIRE_DRILL: flag.optional(),
  OPENAPI: flag.optional(),
  INSTANCE_NAME: z
    .string()
    .regex(/^[\w.-]{1,48}$/, 'at most 48 letters, digits, dots and dashes')
    .optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).optional(),
  KILL: z.enum(['k1', 'k2', 'k3', 'k4', 'k5', 'k6', 'k7', 'c1', 'c2']).optional(),
  REQUESTS_PER_SECOND: wholeNumber(0, 1_000_000).optional(),
})

export type Settings = z.output<typeof settings>

/** The settings that are secrets: each may be given by a file. */
export const secretNames = Object.entries(settings.shape)
  .filter(([, shape]) => shape.meta()?.isSecret === true)
  .map(([name]) => name as keyof Settings)

/** Whether a text names a storefront. */
export function isStore(text: string): text is VariantKey {
  return allVariants.some(({ key }) => key === text)
}
