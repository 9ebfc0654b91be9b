import type { FastifyInstance } from 'fastify'

/**
 * Registers routes with parsers and hooks of their own. The name is for Fastify's messages; without one it looks through every
 * loaded module for the plugin's file, which is most of what opening a shop costs.
 */
export function openScope(app: FastifyInstance, name: string, fill: (inner: FastifyInstance) => Promise<void>): void {
  void app.register(Object.assign(fill, { [Symbol.for('fastify.display-name')]: name }))
}
