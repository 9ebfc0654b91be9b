import { z } from 'zod'
import { isSecret, origin, word } from '#server/config/setting-shapes.ts'

const bucketAndPrefix = /^s3:\/\/([a-z\d][a-z\d.-]{1,61}[a-z\d])((?:\/[\w.-]{1,100}){0,5})$/
const ownPath = /^(\/[\w.-]{1,100}){0,5}$/

/** An object store for pictures, by the S3 protocol (OPS-43). */
export const pictureStoreSettings = {
  PICTURES_STORE: z
    .string()
    .regex(bucketAndPrefix, 'as in s3://bucket or s3://bucket/prefix')
    .refine((text) => !/\/\.{1,2}(\/|$)/.test(text), 'without . and .. in its prefix')
    .optional(),
  PICTURES_ENDPOINT: z
    .string()
    .refine(isEndpoint, 'an address without a / at its end, as in https://s3.us-east-1.amazonaws.com')
    .optional(),
  PICTURES_REGION: z
    .string()
    .regex(/^[a-z\d][a-z\d-]{0,40}$/, 'as in us-east-1')
    .optional(),
  PICTURES_ACCESS_KEY_ID: isSecret(word.optional()),
  PICTURES_SECRET_ACCESS_KEY: isSecret(word.optional()),
  PICTURES_ORIGIN: origin.optional(),
}

export type ObjectStoreConfig = {
  readonly bucket: string
  /** Without a slash at its ends; '' for none. */
  readonly prefix: string
  readonly endpoint: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** Where a CDN serves the bucket, by the keys of its objects. */
  readonly origin: string
}

/** Where browsers and mail readers get the files; '' where each storefront serves them. */
export function servedAt(config: ObjectStoreConfig | null): string {
  if (config === null) return ''
  return config.prefix === '' ? config.origin : `${config.origin}/${config.prefix}`
}

type PictureStoreInput = z.output<z.ZodObject<typeof pictureStoreSettings>> & {
  readonly PICTURES_DIR?: string | undefined
}

const needed = ['PICTURES_ENDPOINT', 'PICTURES_ACCESS_KEY_ID', 'PICTURES_SECRET_ACCESS_KEY', 'PICTURES_ORIGIN'] as const

const companions = [...needed, 'PICTURES_REGION'] as const

/** Settings without those of the store: where its own cannot be read, nothing is said of them. */
export function withoutStore(input: { readonly [name: string]: string }): { readonly [name: string]: string } {
  return Object.fromEntries(Object.entries(input).filter(([name]) => !companions.some((each) => each === name)))
}

/** What of the settings does not go together, as sentences. */
export function pictureStoreContradictions(input: PictureStoreInput): string[] {
  if (input.PICTURES_STORE === undefined) {
    const lonely = companions.filter((name) => input[name] !== undefined)
    return lonely.map((name) => `${name}: is set, but PICTURES_STORE is not`)
  }
  const missing = needed.filter((name) => input[name] === undefined)
  return [
    ...missing.map((name) => `${name}: needed as PICTURES_STORE is set`),
    ...(input.PICTURES_DIR === undefined ? [] : ['PICTURES_DIR: is set beside PICTURES_STORE: leave one of them out']),
  ]
}

/** The object store as configured; null where pictures are in a folder. */
export function objectStoreOf(input: PictureStoreInput): ObjectStoreConfig | null {
  const read = bucketAndPrefix.exec(input.PICTURES_STORE ?? '')
  if (read === null) return null
  const [, bucket = '', path = ''] = read
  return {
    ...{ bucket, prefix: path.slice(1), region: input.PICTURES_REGION ?? 'us-east-1' },
    endpoint: input.PICTURES_ENDPOINT ?? '',
    accessKeyId: input.PICTURES_ACCESS_KEY_ID ?? '',
    secretAccessKey: input.PICTURES_SECRET_ACCESS_KEY ?? '',
    origin: input.PICTURES_ORIGIN ?? '',
  }
}

function isEndpoint(text: string): boolean {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) return false
  const path = url.pathname === '/' ? '' : url.pathname
  return text === `${url.origin}${path}` && ownPath.test(path) && url.hostname.length <= 253
}
