import { z } from 'zod'
import { isSecret } from '#server/config/setting-shapes.ts'

const url = z.string().refine(isWebAddress, 'a web address, as in https://hooks.example.com/alarms')
const key = z
  .string()
  .regex(/^whsec_[A-Za-z0-9+/]+={0,2}$/, 'whsec_ and 24 to 64 bytes in Base64')
  .refine((text) => isKeySize(Buffer.from(text.slice('whsec_'.length), 'base64').length), 'of 24 to 64 bytes')

/** Who is told of alarms, and how. */
export const alarmSettings = {
  ALARM_WEBHOOK_URL: isSecret(url.optional()),
  ALARM_WEBHOOK_SECRET: isSecret(key.optional()),
  ALARM_MAIL_TO: z.email('an address, as in oncall@example.com').max(254, 'at most 254 characters').optional(),
  ALARM_GUIDE: z
    .string()
    .regex(/^[\x21-\x7e]{1,1000}$/, 'an address or a path without blanks')
    .default('docs/how-to/when-it-burns.md'),
}

type AlarmInput = z.output<z.ZodObject<typeof alarmSettings>>

export type AlarmConfig = {
  /** Where alarms are sent to, and the key of their signatures; null: nowhere. */
  readonly webhook: { readonly url: string; readonly secret: string } | null
  readonly mailTo: string | null
  /** Where the guide is that their links lead into. */
  readonly guide: string
}

/** What of the settings does not go together, as sentences. */
export function alarmContradictions(input: AlarmInput): string[] {
  const needed = ['ALARM_WEBHOOK_URL', 'ALARM_WEBHOOK_SECRET'] as const
  const missing = needed.filter((name) => input[name] === undefined)
  return missing.length === 1 ? missing.map((name) => `${name}: needed as the other ALARM_WEBHOOK_ setting is set`) : []
}

export function alarmsOf(input: AlarmInput): AlarmConfig {
  const { ALARM_WEBHOOK_URL: url, ALARM_WEBHOOK_SECRET: secret, ALARM_MAIL_TO: mailTo, ALARM_GUIDE: guide } = input
  const webhook = url === undefined || secret === undefined ? null : { url, secret }
  return { webhook, mailTo: mailTo ?? null, guide }
}

function isWebAddress(text: string): boolean {
  const url = URL.parse(text)
  // a name and a password there would be refused when the first alarm is sent
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
}

function isKeySize(bytes: number): boolean {
  return bytes >= 24 && bytes <= 64
}
