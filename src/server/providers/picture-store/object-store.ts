import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { AwsClient } from 'aws4fetch'
import { cacheControl } from '#server/http/cache-control.ts'
import { type PictureStore, PictureStoreAway, PictureStoreRefused } from './port.ts'
import { type ObjectStoreConfig, servedAt } from './settings.ts'

/** How long an answer may take, milliseconds, and how often the library asks again where the store was busy. */
const usualLimits = { answerMs: 30_000, retries: 2 }

const types: { readonly [ending: string]: string } = {
  ...{ avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg', png: 'image/png' },
  ...{ svg: 'image/svg+xml; charset=utf-8', json: 'application/json; charset=utf-8' },
}

/**
 * Pictures in an object store by the S3 protocol (OPS-43): a file is the object `prefix/name` of the bucket, and a CDN serves it under
 * the same path. Bodies are signed, so that a torn one is refused whole. https://docs.aws.amazon.com/AmazonS3/latest/API/
 */
export function createObjectStore(config: ObjectStoreConfig, limits = usualLimits): PictureStore {
  const { bucket, prefix, endpoint, region, accessKeyId, secretAccessKey } = config
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: limits.retries })
  const keyOf = (name: string) => (prefix === '' ? name : `${prefix}/${name}`)

  async function ask(
    method: 'GET' | 'PUT',
    path: string,
    body?: Uint8Array<ArrayBuffer>,
    type = '',
  ): Promise<Response> {
    const hash = createHash('sha256').update(body ?? '')
    const headers = {
      'x-amz-content-sha256': hash.digest('hex'),
      ...(body === undefined ? {} : { 'content-type': type, 'cache-control': cachingOf(path) }),
    }
    const signal = AbortSignal.timeout(limits.answerMs)
    const wanted = { method, headers, signal, redirect: 'manual' as const, ...(body === undefined ? {} : { body }) }
    const answer = await client.fetch(`${endpoint}/${bucket}${path}`, wanted).catch((error: unknown) => {
      throw new PictureStoreAway(whyOf(error))
    })
    if (answer.ok) return answer
    const text = await answer.text().catch(() => '')
    const code = /<Code>([\w.]{1,60})<\/Code>/.exec(text)?.[1] ?? ''
    const said = `${answer.status}${code === '' ? '' : ` ${code}`}`
    // of a bucket that is not there each object is missing too
    if (answer.status === 404 && code !== 'NoSuchBucket') return answer
    if (answer.status >= 500 || answer.status === 429 || answer.status === 408) throw new PictureStoreAway(said)
    throw new PictureStoreRefused(said)
  }

  /** The keys that begin so, page by page. */
  async function* list(beginning: string): AsyncGenerator<string> {
    let token = ''
    do {
      const query = new URLSearchParams({ 'list-type': '2', prefix: beginning })
      if (token !== '') query.set('continuation-token', token)
      const text = await whole((await ask('GET', `?${query}`)).text())
      for (const [, key = ''] of text.matchAll(/<Key>([^<]*)<\/Key>/g)) yield key
      token = /<NextContinuationToken>([^<]*)<\/NextContinuationToken>/.exec(text)?.[1] ?? ''
    } while (token !== '')
  }

  return {
    name: `s3://${bucket}${prefix === '' ? '' : `/${prefix}`}`,
    servedAt: servedAt(config),
    async open(name) {
      const answer = await ask('GET', `/${keyOf(name)}`)
      if (answer.status === 404) return null
      const bytes = Number(answer.headers.get('content-length') ?? '')
      const body = answer.body === null ? Readable.from([]) : Readable.fromWeb(answer.body as ReadableStream)
      return { body, bytes: bytes > 0 ? bytes : null }
    },
    async read(name) {
      const answer = await ask('GET', `/${keyOf(name)}`)
      return answer.status === 404 ? null : Buffer.from(await whole(answer.arrayBuffer()))
    },
    async present(names) {
      const wanted = new Map(names.map((name) => [keyOf(name), name]))
      const found = new Set<string>()
      if (names.length === 0) return found
      for await (const key of list(commonBeginning([...wanted.keys()]))) {
        const name = wanted.get(key)
        if (name !== undefined) found.add(name)
      }
      return found
    },
    async write(name, bytes) {
      const type = types[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
      const answer = await ask('PUT', `/${keyOf(name)}`, Uint8Array.from(bytes), type)
      await answer.body?.cancel()
      if (answer.status === 404) throw new PictureStoreRefused('404')
    },
  }
}

/** Names of pictures hold a hash of them; notes and lists change. */
function cachingOf(path: string): string {
  return path.endsWith('.json') ? cacheControl.asked : cacheControl.forEver
}

/** A body to its end; one that is cut off says that the store is away. */
function whole<Body>(body: Promise<Body>): Promise<Body> {
  return body.catch((error: unknown) => {
    throw new PictureStoreAway(whyOf(error))
  })
}

/** Of the names of one picture nearly all; one request tells of all of them. */
function commonBeginning(names: readonly string[]): string {
  const [first = ''] = names
  let length = first.length
  while (!names.every((name) => name.startsWith(first.slice(0, length)))) length -= 1
  return first.slice(0, length)
}

/** `fetch` says 'fetch failed', and why in its cause. */
function whyOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return 'no answer in time'
  return error.cause instanceof Error && error.cause.message !== '' ? error.cause.message : error.message
}
