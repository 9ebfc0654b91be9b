import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { writtenOut } from '#domain/written-out.ts'
import { openScope } from '#server/http/scope.ts'
import '#server/http/fastify-request.ts'
import { masked } from '#server/http/ops/log.ts'
import type { PageParts } from '#server/pages/page-routes.ts'
import { cspReportPath } from './security-headers.ts'
import { limits, type Throttle } from './throttle.ts'

const text = z.string().max(4_000).catch('')

/** One report in the words of the older way (`report-uri`) and of the newer one (`report-to`). */
const older = z.object({
  'csp-report': z.object({
    'effective-directive': text,
    'violated-directive': text,
    'blocked-uri': text,
    'document-uri': text,
  }),
})
const newer = z
  .object({
    type: z.literal('csp-violation'),
    body: z.object({ effectiveDirective: text, blockedURL: text, documentURL: text }),
  })
  .nullable()
  .catch(null)

type Violation = { readonly directive: string; readonly blocked: string; readonly page: string }

const maxPerBody = 5

/**
 * Takes what browsers report of the content security policy and writes it into the log, for who watches the payment pages.
 * Anybody may post here: ten lines a minute of an address and few in all, each of 2 kB at most and without a query.
 */
export function cspReportRoute(app: FastifyInstance, { database }: PageParts, throttle: Throttle): void {
  openScope(app, 'csp-reports', async (inner) => {
    inner.removeAllContentTypeParsers()
    inner.addContentTypeParser(
      ['application/csp-report', 'application/reports+json'],
      { parseAs: 'string', bodyLimit: 8_192 },
      (_request, body, done) => done(null, body),
    )
    inner.post(cspReportPath, { bodyLimit: 8_192 }, async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const isFew = await throttle.take(database, limits.cspPerAddress, request.network)
      if (!isFew || !(await throttle.take(database, limits.cspInAll, 'all'))) return reply.code(429).send()
      for (const violation of violationsOf(request)) {
        request.log.warn({ reqId: request.id, event: 'csp-violation', ...violation }, 'a browser kept to the policy')
      }
      return reply.code(204).send()
    })
  })
}

function violationsOf({ body }: FastifyRequest): Violation[] {
  const given = parsed(body)
  const old = older.safeParse(given)
  if (old.success) {
    const report = old.data['csp-report']
    const directive = report['effective-directive'] || report['violated-directive']
    return [violation(directive, report['blocked-uri'], report['document-uri'])]
  }
  const list = z.array(newer).safeParse(given)
  return (list.data ?? []).slice(0, maxPerBody).flatMap((report) => {
    if (report === null) return []
    const { effectiveDirective, blockedURL, documentURL } = report.body
    return [violation(effectiveDirective, blockedURL, documentURL)]
  })
}

/** Addresses as origin and path: their queries may hold what is nobody's business (SAFE-34). */
function violation(directive: string, blocked: string, document: string): Violation {
  return {
    directive: shortened(addressOf(directive), 60),
    blocked: shortened(addressOf(blocked), 900),
    page: shortened(addressOf(document), 900),
  }
}

/** A report may say a word, such as 'inline', in place of an address. */
function addressOf(given: string): string {
  const url = URL.parse(given)
  return url === null || url.origin === 'null' ? (given.split(/[?#]/, 1)[0] ?? '') : url.origin + url.pathname
}

/** Masked before it is cut, so that no number loses the digits it is known by. */
function shortened(text: string, bytes: number): string {
  const plain = Buffer.from(writtenOut(masked(decoded(text))))
  return new TextDecoder().decode(plain.subarray(0, bytes)).replace(/\uFFFD$/, '')
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function parsed(body: unknown): unknown {
  try {
    return JSON.parse(String(body))
  } catch {
    return null
  }
}
