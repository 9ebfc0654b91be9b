import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { escapeHtml } from '#domain/escape-html.ts'
import type { Books } from './payments.ts'

type FramePath = { readonly Params: { readonly clientKey: string }; readonly Querystring: { readonly parent?: string } }

const file = (name: string) => readFileSync(new URL(`./frame/${name}`, import.meta.url), 'utf8')
const script = file('frame.js')
const frameStyle = file('frame.css')
const pageStyle = file('gateway.css')

const fields = `<form novalidate autocomplete="on">
<label>Card number<input name="number" inputmode="numeric" autocomplete="cc-number" maxlength="24" aria-describedby="hasNumberError"><span class="error" id="hasNumberError" role="alert"></span></label>
<label>Expiration (MM/YY)<input name="expiry" inputmode="numeric" autocomplete="cc-exp" maxlength="5" aria-describedby="hasExpDateError"><span class="error" id="hasExpDateError" role="alert"></span></label>
<label>Security code<input name="cvv" inputmode="numeric" autocomplete="cc-csc" maxlength="3" aria-describedby="hasCvvError"><span class="error" id="hasCvvError" role="alert"></span></label>
<span class="error" id="hasSessionError" role="alert"></span><button hidden>Use card</button></form>`

/**
 * The framed card fields of OPEN-64 (flag on): GET /frame/{clientKey}?parent={origin of the page that holds the frame}.
 * Messages to that exact origin: card-frame:ready, card-frame:height {height}, card-frame:brand {brand of a store or
 * co-brand card, '' for all else}, card-frame:card {adyenCardData:
 * {cardToken, brand, lastFour, expMonth, expYear}}, card-frame:errors {errors}, card-frame:unreachable. From it: card-frame:submit.
 */
export function frameRoutes(app: FastifyInstance, books: Books, storeOrigins: readonly string[]): void {
  const framing = `frame-ancestors ${storeOrigins.length > 0 ? storeOrigins.join(' ') : "'none'"}`
  const policy = `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; form-action 'none'; base-uri 'none'; ${framing}`

  app.get<FramePath>('/frame/:clientKey', (request, reply) => {
    const { parent } = request.query
    const session = books.tokens.session(request.params.clientKey)
    if (parent === undefined || !storeOrigins.includes(parent)) return reply.code(403).send({ error: 'unknownParent' })
    if (session?.client_key !== request.params.clientKey) return reply.code(404).send({ error: 'unknownSession' })
    return reply
      .headers({ 'content-security-policy': policy, 'cache-control': 'no-store' })
      .type('text/html; charset=utf-8')
      .send(
        `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Card details</title><link rel="stylesheet" href="/frame/frame.css"><script type="module" src="/frame/frame.js"></script></head><body data-parent-origin="${escapeHtml(parent)}" data-cards-url="/sessions/${escapeHtml(session.client_key)}/cards">${fields}</body></html>`,
      )
  })

  const files = {
    '/frame/frame.js': ['text/javascript', script],
    '/frame/frame.css': ['text/css', frameStyle],
    '/gateway.css': ['text/css', pageStyle],
  } as const
  for (const [path, [type, content]] of Object.entries(files)) {
    app.get(path, (_request, reply) =>
      reply.type(`${type}; charset=utf-8`).header('cache-control', 'max-age=300').send(content),
    )
  }
}
