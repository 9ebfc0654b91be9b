import type { FastifyInstance } from 'fastify'
import type { FaultStore } from './fault-store.ts'

/**
 * With the store's key: POST /delivery/estimates -> {isWhole}. The store reckons the days itself; what stands in for the shared
 * delivery engine only says whether it answers, and whether its answer has lines (CART-22).
 */
export function deliveryRoutes(app: FastifyInstance, faults: FaultStore): void {
  app.post('/delivery/estimates', async (_request, reply) => {
    const played = await faults.take('delivery', 'slow', '503', 'noLineItems')
    if (played === '503') return reply.code(503).send({ error: 'unavailable' })
    return { isWhole: played !== 'noLineItems' }
  })
}
