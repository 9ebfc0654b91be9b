import type { FastifyInstance, FastifyReply } from 'fastify'
import { openScope } from '#sandbox/scope.ts'
import { type ObjectStoreKeys, signatureFault } from './signature.ts'

type StoredObject = { readonly body: Buffer; readonly type: string; readonly cacheControl: string }

/** The one bucket there is, and what lies in it under this prefix anybody may get at `/<prefix>/…`, as from a CDN. */
const bucket = 'cartwright'
const cdnPrefix = 'pictures'
const pageSize = 100
const maxBytes = 20_000_000

type KeyPath = { readonly Params: { readonly '*': string } }
type ListQuery = {
  readonly Querystring: {
    readonly prefix?: string
    readonly 'list-type'?: string
    readonly 'continuation-token'?: string
  }
}

/**
 * An object store that speaks a part of the S3 protocol, at `/s3/cartwright`: PUT, HEAD, GET and list, each with its signature checked.
 * An object is there whole or not at all. What is in it is gone with the program.
 */
export function objectStoreRoutes(root: FastifyInstance, now: () => Date, keys: ObjectStoreKeys | null): void {
  if (keys === null) return
  const objects = new Map<string, StoredObject>()

  root.get<KeyPath>(`/${cdnPrefix}/*`, (request, reply) =>
    sendObject(reply, objects.get(`${cdnPrefix}/${request.params['*']}`)),
  )

  openScope(
    root,
    'object store',
    async (app) => {
      app.removeAllContentTypeParsers()
      app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBytes }, (_request, body, done) =>
        done(null, body),
      )
      app.addHook('preHandler', async (request, reply) => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const { method, url, headers } = request
        const fault = signatureFault({ method, url, headers, body }, keys, now())
        if (fault !== null) return sayNo(reply, fault === 'XAmzContentSHA256Mismatch' ? 400 : 403, fault)
      })
      app.put<KeyPath>(`/${bucket}/*`, (request, reply) => {
        const { 'content-type': type = 'application/octet-stream', 'cache-control': cacheControl = '' } =
          request.headers
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        objects.set(request.params['*'], { body, type, cacheControl })
        return reply.send('')
      })
      app.get<KeyPath>(`/${bucket}/*`, (request, reply) => sendObject(reply, objects.get(request.params['*'])))
      app.get<ListQuery>(`/${bucket}`, ({ query }, reply) => {
        if (query['list-type'] !== '2') return sayNo(reply, 501, 'NotImplemented')
        const keysThere = [...objects.keys()].filter((key) => key.startsWith(query.prefix ?? '')).sort()
        const after = query['continuation-token'] ?? ''
        const rest = keysThere.filter((key) => key > after)
        return reply.type('application/xml').send(listOf(rest.slice(0, pageSize), rest.length > pageSize))
      })
      app.all('/*', (_request, reply) => sayNo(reply, 404, 'NoSuchBucket'))
    },
    { prefix: '/s3' },
  )
}

function sendObject(reply: FastifyReply, object: StoredObject | undefined) {
  if (object === undefined) return sayNo(reply, 404, 'NoSuchKey')
  return reply.headers({ 'content-type': object.type, 'cache-control': object.cacheControl }).send(object.body)
}

function listOf(keys: readonly string[], isCut: boolean): string {
  const next = isCut ? `<NextContinuationToken>${keys.at(-1)}</NextContinuationToken>` : ''
  const contents = keys.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('')
  return `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult><IsTruncated>${isCut}</IsTruncated>${next}${contents}</ListBucketResult>`
}

function sayNo(reply: FastifyReply, status: number, code: string) {
  return reply
    .code(status)
    .type('application/xml')
    .send(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code></Error>`)
}
