import type { IncomingMessage } from 'node:http'
import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { withTypedBefore } from '#domain/account/typed-before.ts'
import { cacheControl } from '#server/http/cache-control.ts'
import { refusalTexts } from '#server/http/calls/envelope.ts'
import { comesFromOwnPage } from '#server/http/guards/request-origin.ts'
import { openScope } from '#server/http/scope.ts'
import { ownReferer } from '#server/pages/account/return-url.ts'
import { setFlash, setRefused } from '#server/pages/cookies.ts'
import { liveSession, type Visit } from '#server/pages/visit.ts'
import '#server/http/fastify-request.ts'
import type { Fields, Form } from './form.ts'
import { answerForm, type FormParts } from './form-guard.ts'

/** A native form with one file; `null` when none was chosen. */
export type FileForm = Omit<Form, 'submit' | 'refusedTo' | 'signInAt'> & {
  readonly refusedTo: string
  /** Where a guest is led, by the page the form stood on; a body of that size is read for members only. */
  readonly signInAt: (from: string | null) => string
  readonly file: {
    readonly field: string
    readonly maxBytes: number
    /** What whoever sends more is told, and whoever comes while many are read. */
    readonly tooLarge: (request: FastifyRequest) => string
    readonly busy: (request: FastifyRequest) => string
  }
  readonly submit: (visit: Visit, fields: Fields, file: Buffer | null) => Promise<string>
}

/** Bodies that are read at once, so that they do not fill the memory. */
const maxConcurrent = 4
/** Fields and lines between them; what is written in all fields together. */
const roomBeside = 8_192
/** Fields and file of a form; a browser sends no more than the form has, and what stands in the form beside it. */
const maxParts = 24

/**
 * Registers native forms with a file. A body of that size is read only when it comes from our own page in a member's live session;
 * the names that files have are dropped.
 */
export function fileFormRoutes(app: FastifyInstance, parts: FormParts, forms: readonly FileForm[]): void {
  openScope(app, 'file forms', async (inner) => {
    inner.removeAllContentTypeParsers()
    await inner.register(formbody, { bodyLimit: roomBeside })
    let atWork = 0
    const leave = new WeakMap<FastifyRequest, () => void>()
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
    const tell = ({ file, refusedTo }: FileForm, request: FastifyRequest, reply: FastifyReply, text: string) => {
      const { site, headers } = request
      setRefused(reply, site, parts.flashCookieKey, { text, errors: { [file.field]: text } })
      // nothing of the body was read: what was typed beside the file is in the tab
      const from = ownReferer(headers, site)
      return sendTo(reply, from === null ? refusedTo : withTypedBefore(from))
    }
    for (const form of forms) {
      const { file } = form
      inner.post(form.path, {
        bodyLimit: file.maxBytes + roomBeside,
        config: { isForm: true },
        async onRequest(request, reply) {
          const { headers, site } = request
          if (!comesFromOwnPage(headers, site, parts.isProduction)) return sendTo(reply, form.refusedTo)
          const session = await liveSession(parts, request)
          const from = ownReferer(headers, site)
          if (session === null && from === null) return sendTo(reply, form.refusedTo)
          if (session?.auth !== 'member') {
            setFlash(reply, site, parts.flashCookieKey, refusalTexts.signedOut)
            return sendTo(reply, form.signInAt(from))
          }
          if (atWork >= maxConcurrent) return tell(form, request, reply, file.busy(request))
          atWork += 1
          let isThere = true
          const end = () => {
            if (isThere) atWork -= 1
            isThere = false
          }
          leave.set(request, end)
          // whoever goes away in the middle has no response
          reply.raw.once('close', end)
        },
        async onResponse(request) {
          leave.get(request)?.()
        },
        async errorHandler(error, request, reply) {
          if (error.code !== 'FST_ERR_CTP_BODY_TOO_LARGE') throw error
          // a browser or a proxy that is cut off while it sends shows an error of its own
          await readToEnd(request.raw, 2 * file.maxBytes)
          return tell(form, request, reply, file.tooLarge(request))
        },
        handler(request, reply) {
          const sent = files.get(request)?.get(file.field) ?? null
          const submit: Form['submit'] = (visit, fields) => form.submit(visit, fields, sent)
          const { signInAt: _, ...own } = form
          return answerForm(parts, { ...own, submit }, request, reply)
        },
      })
    }
  })
}

/** Lets a body go by that nobody keeps, up to so many bytes; its time is limited as that of every request. */
function readToEnd(body: IncomingMessage, maxBytes: number): Promise<void> {
  return new Promise((resolve) => {
    let bytes = 0
    const end = () => resolve()
    if (body.readableEnded || body.destroyed) return end()
    body.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > maxBytes) end()
    })
    body.once('end', end).once('close', end).resume()
  })
}

function sendTo(reply: FastifyReply, path: string): FastifyReply {
  return reply.header('cache-control', cacheControl.personal).redirect(path, 303)
}

/**
 * A body's texts and files, each by its first of a name; a browser sends an empty file where none was chosen. Whatever has more parts
 * than a form, or more text than its fields take, is not looked at: texts are judged as those of every form are, letter by letter.
 * @throws FST_ERR_CTP_BODY_TOO_LARGE then
 */
async function partsOf(contentType: string, body: Buffer) {
  if (countParts(contentType, body) > maxParts) throw tooMuch()
  const fields: Record<string, string> = {}
  const found = new Map<string, Buffer>()
  let written = 0
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } })
    .formData()
    .catch(() => {
      throw Object.assign(new Error('A form that cannot be read'), { statusCode: 400 })
    })
  for (const [name, value] of form) {
    if (typeof value === 'string') {
      written += name.length + value.length
      if (written > roomBeside) throw tooMuch()
      fields[name] ??= value
    } else if (value.size > 0 && !found.has(name)) found.set(name, Buffer.from(await value.arrayBuffer()))
  }
  return { fields, found }
}

const tooMuch = () => Object.assign(new Error('A form with too much in it'), { code: 'FST_ERR_CTP_BODY_TOO_LARGE' })

/** How many parts a body has, at least; one more than may be ends the count. */
function countParts(contentType: string, body: Buffer): number {
  const boundary = /boundary="?([^";\s]+)/i.exec(contentType)?.[1]
  if (boundary === undefined) return 0
  let parts = -1
  for (let at = body.indexOf(`--${boundary}`); at !== -1 && parts <= maxParts; parts += 1) {
    at = body.indexOf(`--${boundary}`, at + boundary.length)
  }
  return parts
}
