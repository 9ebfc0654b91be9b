import type { FastifyInstance } from 'fastify'

class MalformedBody extends Error {
  readonly statusCode = 400
}

/**
 * JSON and nothing else is read (415), without any shortcut for names that reach for a prototype. A body of no bytes is
 * no body, whether its type is told or not: a call that takes nothing is sent so (CALL-04).
 */
export function readJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    try {
      done(null, text === '' ? undefined : JSON.parse(text as string))
    } catch {
      done(new MalformedBody('The body is no JSON'))
    }
  })
}
