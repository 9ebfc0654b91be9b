import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { comesFromOwnPage } from '#server/http/guards/request-origin.ts'
import { openScope } from '#server/http/scope.ts'
import { ownReferer } from '#server/pages/account/return-url.ts'
import { setRefused } from '#server/pages/cookies.ts'
import { liveSession, type Visit } from '#server/pages/visit.ts'
import '#server/http/fastify-request.ts'
import type { Fields, Form } from './form.ts'
import { answerForm, type FormParts } from './form-guard.ts'

/** A native form with one file; `null` when none was chosen. */
export type FileForm = Omit<Form, 'submit' | 'refusedTo'> & {
  readonly refusedTo: string
  readonly file: {
    readonly field: string
    readonly maxBytes: number
    /** What whoever sends more is told. */
    readonly tooLarge: (request: FastifyRequest) => string
  }
  readonly submit: (visit: Visit, fields: Fields, file: Buffer | null) => Promise<string>
}

/** Fields and lines between them. */
const roomBeside = 8_192

/**
 * Registers native forms with a file. A body of that size is read only when it comes from our own page in a live session; parts that
 * are not asked for are dropped, and so are the names that files have.
 */
export function fileFormRoutes(app: FastifyInstance, parts: FormParts, forms: readonly FileForm[]): void {
  openScope(app, 'file forms', async (inner) => {
    inner.removeAllContentTypeParsers()
    await inner.register(formbody, { bodyLimit: roomBeside })
    const files = new WeakMap<FastifyRequest, ReadonlyMap<string, Buffer>>()
    inner.addContentTypeParser(
      'multipart/form-data',
      { parseAs: 'buffer' },
      async (request: FastifyRequest, body: Buffer) => {
        const { fields, found } = await partsOf(request.headers['content-type'] ?? '', body)
        files.set(request, found)
        return fields
      },
    )
    for (const form of forms) {
      const { file } = form
      inner.post(form.path, {
        bodyLimit: file.maxBytes + roomBeside,
        config: { isForm: true },
        async onRequest(request, reply) {
          const { headers, site } = request
          const isOwn = comesFromOwnPage(headers, site, parts.isProduction)
          if (isOwn && (await liveSession(parts, request)) !== null) return
          return reply.header('cache-control', 'no-store').redirect(form.refusedTo, 303)
        },
        errorHandler(error, request, reply) {
          if (error.code !== 'FST_ERR_CTP_BODY_TOO_LARGE') throw error
          const { site, headers } = request
          const text = file.tooLarge(request)
          setRefused(reply, site, parts.flashCookieKey, { text, errors: { [file.field]: text } })
          return reply.header('cache-control', 'no-store').redirect(ownReferer(headers, site) ?? form.refusedTo, 303)
        },
        handler(request, reply) {
          const sent = files.get(request)?.get(file.field) ?? null
          const submit: Form['submit'] = (visit, fields) => form.submit(visit, fields, sent)
          return answerForm(parts, { ...form, submit }, request, reply)
        },
      })
    }
  })
}

/** A body's texts and files, each by its first of a name; a browser sends an empty file where none was chosen. */
async function partsOf(contentType: string, body: Buffer) {
  const fields: Record<string, string> = {}
  const found = new Map<string, Buffer>()
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } })
    .formData()
    .catch(() => {
      throw Object.assign(new Error('A form that cannot be read'), { statusCode: 400 })
    })
  for (const [name, value] of form) {
    if (typeof value === 'string') fields[name] ??= value
    else if (value.size > 0 && !found.has(name)) found.set(name, Buffer.from(await value.arrayBuffer()))
  }
  return { fields, found }
}
