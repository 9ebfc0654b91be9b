import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { completeChallenge } from './challenge.ts'
import { cancelByReferenceBody, detailsBody, errors, modificationBody, paymentBody } from './checkout-shapes.ts'
import { cancel, cancelByReference, capture, type Modification, refund } from './modifications.ts'
import { type Answer, type Books, takePayment } from './payments.ts'
import { newPspReference } from './references.ts'

function leave(request: FastifyRequest, reply: FastifyReply, answer: Answer): FastifyReply {
  if (answer.leaves === 'sent') return reply.code(answer.status).send(answer.body)
  reply.hijack()
  if (answer.leaves === 'cut') request.raw.socket.destroy()
  return reply
}

function keyOf(request: FastifyRequest): string {
  const header = request.headers['idempotency-key']
  return typeof header === 'string' && header.length > 0 ? header.slice(0, 200) : newPspReference()
}

type PspPath = { readonly Params: { readonly psp: string } }

/** The part of Adyen's Checkout API that a shop needs to take money, under the versions the library asks for. */
export function checkoutRoutes(app: FastifyInstance, books: Books): void {
  const invalid = errors.invalidBody

  app.post('/payments', async (request, reply) => {
    const body = paymentBody.safeParse(request.body)
    if (!body.success) return reply.code(invalid.status).send(invalid.body)
    return leave(request, reply, await takePayment(books, body.data))
  })

  app.post('/payments/details', async (request, reply) => {
    const body = detailsBody.safeParse(request.body)
    if (!body.success) return reply.code(invalid.status).send(invalid.body)
    return leave(request, reply, await completeChallenge(books, body.data.details.redirectResult))
  })

  const changes = { captures: capture, refunds: refund }
  for (const [path, change] of Object.entries(changes)) {
    app.post<PspPath>(`/payments/:psp/${path}`, async (request, reply) => {
      const body = modificationBody.safeParse(request.body)
      if (!body.success || !body.data.amount) return reply.code(invalid.status).send(invalid.body)
      const { amount, merchantAccount, reference } = body.data
      const wanted: Modification = {
        merchantAccount,
        reference,
        key: keyOf(request),
        amount: amount.value,
        currency: amount.currency,
      }
      return leave(request, reply, await change(books, request.params.psp, wanted))
    })
  }

  app.post<PspPath>('/payments/:psp/cancels', async (request, reply) => {
    const body = modificationBody.safeParse(request.body)
    if (!body.success) return reply.code(invalid.status).send(invalid.body)
    const { merchantAccount, reference } = body.data
    return leave(request, reply, await cancel(books, request.params.psp, { merchantAccount, reference }))
  })

  app.post('/cancels', async (request, reply) => {
    const body = cancelByReferenceBody.safeParse(request.body)
    if (!body.success) return reply.code(invalid.status).send(invalid.body)
    const { paymentReference, merchantAccount, reference } = body.data
    return leave(request, reply, await cancelByReference(books, paymentReference, { merchantAccount, reference }))
  })
}
