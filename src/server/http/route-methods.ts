import type { FastifyInstance } from 'fastify'

/**
 * What methods a path answers to, for 405; undefined for a path that is none. Asked for before the first route: it takes each
 * down as it is registered, those of inner scopes too. Paths with a parameter are found by their pattern only.
 */
export function routeMethods(http: FastifyInstance): (path: string) => readonly string[] | undefined {
  const methods = new Map<string, readonly string[]>()
  http.addHook('onRoute', ({ url, method }) => {
    // Fastify adds HEAD to each GET in a route of its own
    const added = [method].flat().filter((each) => each !== 'HEAD')
    methods.set(url, [...(methods.get(url) ?? []), ...added])
  })
  return (path) => {
    const found = methods.get(path)
    return found?.includes('GET') ? [...found, 'HEAD'] : found
  }
}
