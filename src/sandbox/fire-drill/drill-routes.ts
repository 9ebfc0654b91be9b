import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Books } from '#sandbox/card-gateway/payments.ts'
import { faults } from './fault-store.ts'

const newFault = z.strictObject({
  fault: z.enum(faults),
  /** Hits only this payment reference, or only cards that end so; both missing: whatever comes next. */
  reference: z.string().min(1).max(80).optional(),
  lastFour: z
    .string()
    .regex(/^\d{4}$/)
    .optional(),
  count: z.int().min(1).max(10_000).default(1),
  delayMs: z.int().min(0).max(600_000).default(2_000),
})

/**
 * The fire drill (BEYOND-12), for tests and panels. No key is asked, because all of it is play money on the loopback address;
 * a page of another site is turned away (see gateway.ts).
 */
export function drillRoutes(app: FastifyInstance, books: Books, closeListenerFor: (ms: number) => void): void {
  app.post('/fire-drill', async (request, reply) => {
    const body = newFault.safeParse(request.body)
    if (!body.success) return reply.code(400).send({ error: z.prettifyError(body.error) })
    const { fault, count, delayMs } = body.data
    const isWholeListener = fault === 'refuseConnection'
    const faultId = await books.store.write(() =>
      books.faults.add({
        fault,
        reference: body.data.reference ?? null,
        last_four: body.data.lastFour ?? null,
        remaining: isWholeListener ? 0 : count,
        delay_ms: delayMs,
        made_at: books.now().getTime(),
      }),
    )
    if (isWholeListener) reply.raw.once('finish', () => closeListenerFor(delayMs))
    return reply.code(201).send({ faultId })
  })

  app.get('/fire-drill', () => ({
    faults: books.faults.all().map((row) => ({
      faultId: row.fault_id,
      fault: row.fault,
      reference: row.reference,
      lastFour: row.last_four,
      remaining: row.remaining,
      delayMs: row.delay_ms,
    })),
  }))

  app.delete('/fire-drill', async () => ({ cleared: await books.store.write(() => books.faults.clear()) }))
}
