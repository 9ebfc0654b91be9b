import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { cacheControl } from '#server/http/cache-control.ts'
import { refusalTexts } from '#server/http/calls/envelope.ts'
import { isTokenOf } from '#server/http/guards/anti-forgery.ts'
import { comesFromOwnPage, isOwnOrigin } from '#server/http/guards/request-origin.ts'
import { securityEvent } from '#server/http/guards/security-events.ts'
import { openScope } from '#server/http/scope.ts'
import { setFlash } from '#server/pages/cookies.ts'
import { createVisit, liveSession, openSession, type Visit, type VisitParts } from '#server/pages/visit.ts'
import { faultOfForm, refuseForm } from './form-refusal.ts'
import '#server/http/fastify-request.ts'
import type { Fields, Form } from './form.ts'

export type FormParts = VisitParts & { readonly isProduction: boolean }

/** What was typed into these fields, to stand there again after a refusal. */
export function typedIn(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(names.flatMap((name) => (fields[name] ? [[name, fields[name]]] : [])))
}

/** The address of a page at the message of one of its fields, which may be far down. */
export function atField(path: string, field: string): string {
  return field === '' ? path : `${path}#told-${field}`
}

/** Registers native forms: urlencoded only, at most 8 KiB, answered with 303. */
export function formRoutes(app: FastifyInstance, parts: FormParts, forms: readonly Form[]): void {
  openScope(app, 'forms', async (inner) => {
    inner.removeAllContentTypeParsers()
    await inner.register(formbody, { bodyLimit: 8_192 })
    for (const form of forms) {
      inner.post(form.path, { bodyLimit: 8_192, config: { isForm: true } }, (request, reply) =>
        answerForm(parts, form, request, reply),
      )
    }
  })
}

/** Works on a form that was read, or refuses it; either leads to a page. */
export async function answerForm(
  parts: FormParts,
  form: Form,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.header('cache-control', cacheControl.personal)
  const fields = fieldsOf(request.body)
  const fault = faultOfForm(request.body)
  const isTaken = fault === null && !request.isThrottled
  const visit = isTaken ? await admit(parts, form, request, reply, fields) : null
  if (visit === 'signedOut') {
    setFlash(reply, request.site, parts.flashCookieKey, refusalTexts.signedOut)
    const { signInAt = '/' } = form
    return reply.redirect(typeof signInAt === 'string' ? signInAt : signInAt(fields), 303)
  }
  const to = visit === null ? refuseForm(parts, form, { request, reply, fields, fault }) : form.submit(visit, fields)
  return reply.redirect(await to, 303)
}

/** The visit of a form that may be worked on; null when it is refused and nothing is changed, or because its sender has signed out. */
async function admit(
  parts: FormParts,
  form: Form,
  request: FastifyRequest,
  reply: FastifyReply,
  fields: Fields,
): Promise<Visit | 'signedOut' | null> {
  const { headers, site } = request
  if (!comesFromOwnPage(headers, site, parts.isProduction)) {
    securityEvent(request, 'request-from-elsewhere', null)
    return null
  }
  const session = await liveSession(parts, request)
  if (form.signInAt !== undefined && session?.auth !== 'member') return 'signedOut'
  const token = fields.__RequestVerificationToken
  if (session !== null) {
    if (isTokenOf(session.csrfSecret, token)) {
      return createVisit(parts, request, reply, await parts.sessions.store(session))
    }
    securityEvent(request, 'token-refused', session)
    return null
  }
  const isFirst = form.allowsFirstVisit && (token === undefined || token === '')
  if (!isFirst || !isOwnOrigin(headers, site, parts.isProduction)) return null
  const fetchSite = headers['sec-fetch-site']
  if (fetchSite !== undefined && fetchSite !== 'same-origin') return null
  return createVisit(parts, request, reply, await parts.sessions.store(openSession(parts, request, reply)))
}

function fieldsOf(body: unknown): Fields {
  const fields: Record<string, string> = {}
  for (const [name, value] of Object.entries(body ?? {})) {
    const first: unknown = Array.isArray(value) ? value[0] : value
    if (typeof first === 'string') fields[name] = first
  }
  return fields
}
