import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { platformPaths } from '#contracts/platform/paths.ts'

const read = (name: string) => readFileSync(new URL(`./popups/${name}.html`, import.meta.url), 'utf8')

/** The popups there are, by name; each is a file of ours (OPEN-103). */
const fragments = new Map([
  ['CreditCardVerification', read('credit-card-verification')],
  ['CertificatesInterrupter', read('certificates-interrupter')],
])

/** GET /SharedLayer/PopupV2?popupName=..: an HTML fragment; another name is not there (CALL-85). */
export function popupRoute(app: FastifyInstance): void {
  app.get(platformPaths.popup.path, (request, reply) => {
    const { popupName } = request.query as { popupName?: unknown }
    const fragment = typeof popupName === 'string' ? fragments.get(popupName) : undefined
    if (fragment === undefined) return reply.callNotFound()
    return reply
      .headers({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'public, max-age=3600' })
      .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
      .send(fragment)
  })
}
