import type { FastifyInstance } from 'fastify'

// a whole value, and no quote within somebody's words
const pathOfPicture = /(?<!\\)"\/pictures\/(?=[\w.-]+")/g

/** JSON in which the catalogue's pictures are named where they are served: `at` as in 'https://cdn.example.com/p', '' for the storefront itself. */
export function withPictureAddresses(json: string, at: string): string {
  return at === '' ? json : json.replace(pathOfPicture, `"${at}/`)
}

/** Names pictures so in every answer to a call. */
export function namePictures(app: FastifyInstance, at: string): void {
  if (at === '') return
  app.addHook('onSend', async (_request, reply, payload) => {
    const isJson = String(reply.getHeader('content-type') ?? '').startsWith('application/json')
    return isJson && typeof payload === 'string' ? withPictureAddresses(payload, at) : payload
  })
}
