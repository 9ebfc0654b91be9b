import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { PaymentRow } from './payment-store.ts'
import type { Books } from './payments.ts'

const listQuery = z.object({
  reference: z.string().optional(),
  since: z.iso.datetime().optional(),
  limit: z.coerce.number().int().min(1).max(100_000).default(100_000),
})

/** How a payment reads in the gateway's list: cents, no token. */
function listed(payment: PaymentRow) {
  const { reference, psp, state, refusal, amount, currency, method, captured, refunded, tries } = payment
  return {
    reference,
    psp,
    state,
    refusal,
    amount,
    currency,
    method,
    lastFour: payment.last_four,
    captured,
    refunded,
    tries,
    madeAt: new Date(payment.made_at).toISOString(),
  }
}

/** The gateway's books, for tests and reconciling: play money, so no key is asked. */
export function booksRoutes(app: FastifyInstance, books: Books): void {
  app.get('/sandbox/authorizations', (request, reply) => {
    const query = listQuery.safeParse(request.query)
    if (!query.success) return reply.code(400).send({ error: z.prettifyError(query.error) })
    const { reference, since, limit } = query.data
    if (reference !== undefined) {
      const payment = books.payments.byReference(reference)
      return reply.send({
        authorizations: payment ? [listed(payment)] : [],
        isVoided: books.payments.tombstoneOf(reference) !== undefined,
      })
    }
    const rows = books.payments.since(since === undefined ? 0 : Date.parse(since), limit)
    return reply.send({ authorizations: rows.map(listed) })
  })
}
