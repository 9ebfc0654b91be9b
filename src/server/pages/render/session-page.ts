import type { FastifyInstance } from 'fastify'
import { cacheControl } from '#server/http/cache-control.ts'
import { openVisit, type VisitParts } from '#server/pages/visit.ts'

/**
 * GET /session: makes a session where there is none and holds nothing but the hidden token. The browser asks here for
 * its first token, because cached pages have none, and for a new one (SCENE-17).
 */
export function sessionPage(app: FastifyInstance, parts: VisitParts): void {
  app.get('/session', async (request, reply) => {
    const { token } = await openVisit(parts, request, reply)
    return reply
      .headers({ 'content-type': 'text/html; charset=utf-8', 'cache-control': cacheControl.personal })
      .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
      .send(
        `<!doctype html><html lang="${request.site.variant.locale}"><title>Session</title>` +
          `<input type="hidden" name="__RequestVerificationToken" value="${token}"></html>`,
      )
  })
}
