import type { FastifyReply } from 'fastify'
import { escapeHtml } from '#domain/escape-html.ts'

/**
 * A page of the gateway: no script, one style sheet of its own, in no frame. `formTarget` is an origin that a form's answer
 * may send the browser on to.
 */
export function page(reply: FastifyReply, title: string, body: string, formTarget = ''): FastifyReply {
  const policy = `default-src 'none'; style-src 'self'; frame-src 'self'; form-action 'self' ${formTarget}; base-uri 'none'; frame-ancestors 'none'`
  return reply
    .headers({ 'content-security-policy': policy.replace(/ +;/g, ';'), 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title><link rel="stylesheet" href="/gateway.css"></head><body><main>${body}</main></body></html>`,
    )
}
