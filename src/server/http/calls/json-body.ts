import type { FastifyInstance } from 'fastify'

class MalformedBody extends Error {
  readonly statusCode = 400
}

/** JSON and nothing else is read (415), without any shortcut for names that reach for a prototype. */
export function readJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    try {
      done(null, JSON.parse(text as string))
    } catch {
      done(new MalformedBody('The body is no JSON'))
    }
  })
}
