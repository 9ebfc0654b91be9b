import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type DrillFault, drillFaults, drillLimits, drillParts, playsFault } from '#domain/fire-drill.ts'
import type { Books } from '#sandbox/card-gateway/payments.ts'

const everyFault = [...new Set(drillParts.flatMap((part) => drillFaults[part]))] as DrillFault[]

const newFault = z
  .strictObject({
    /** Who plays it; missing: whatever payment comes next, by card or wallet. */
    standIn: z.enum(drillParts).optional(),
    fault: z.enum(everyFault),
    /** Hits only this payment reference, or only cards that end so; both missing: whatever comes next. */
    reference: z.string().min(1).max(80).optional(),
    lastFour: z
      .string()
      .regex(/^\d{4}$/)
      .optional(),
    count: z.int().min(1).max(drillLimits.count).default(1),
    delayMs: z.int().min(0).max(drillLimits.delayMs).default(2_000),
  })
  .refine(({ standIn = null, fault }) => playsFault(standIn, fault), {
    path: ['fault'],
    error: 'this stand-in does not play it',
  })
  .refine(({ standIn = 'card-gateway', lastFour }) => standIn === 'card-gateway' || lastFour === undefined, {
    path: ['lastFour'],
    error: 'only cards have it',
  })

type FaultPath = { readonly Params: { readonly faultId: string } }

/**
 * The fire drill (BEYOND-12), for tests and the stores' panel. No key is asked, because all of it is play money on the loopback
 * address; a page of another site is turned away (see gateway.ts).
 */
export function drillRoutes(
  app: FastifyInstance,
  { faults, now }: Books,
  closeListenerFor: (ms: number) => void,
): void {
  app.post('/fire-drill', async (request, reply) => {
    const body = newFault.safeParse(request.body)
    if (!body.success) return reply.code(400).send({ error: z.prettifyError(body.error) })
    const { standIn, fault, reference, lastFour, count, delayMs } = body.data
    const isWholeListener = fault === 'refuseConnection'
    if (faults.list().length >= drillLimits.scripts) return reply.code(409).send({ error: 'tooManyScripts' })
    const faultId = await faults.add({
      ...{ stand_in: standIn ?? null, fault, reference: reference ?? null, last_four: lastFour ?? null },
      ...{ remaining: isWholeListener ? 0 : count, delay_ms: delayMs, made_at: now().getTime() },
    })
    if (isWholeListener) reply.raw.once('finish', () => closeListenerFor(delayMs))
    return reply.code(201).send({ faultId })
  })

  app.get('/fire-drill', () => ({ faults: faults.list() }))

  app.delete('/fire-drill', async () => ({ cleared: await faults.clear() }))

  app.delete<FaultPath>('/fire-drill/:faultId', async (request) => {
    const faultId = /^\d{1,15}$/.test(request.params.faultId) ? Number(request.params.faultId) : 0
    return { cleared: await faults.clearOne(faultId) }
  })
}
