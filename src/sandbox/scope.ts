import type { FastifyInstance } from 'fastify'

/** Registers routes with hooks and parsers of their own; why it has a name says #server/http/scope.ts. */
export function openScope(
  app: FastifyInstance,
  name: string,
  fill: (inner: FastifyInstance) => Promise<void>,
  options: { readonly prefix?: string } = {},
): void {
  void app.register(Object.assign(fill, { [Symbol.for('fastify.display-name')]: name }), options)
}
