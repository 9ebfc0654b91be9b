import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { cancel, capture, refund } from '#sandbox/card-gateway/modifications.ts'
import type { PaymentRow, RefundRow } from '#sandbox/card-gateway/payment-store.ts'
import { type Answer, type Books, takePayment } from '#sandbox/card-gateway/payments.ts'
import { newToken } from '#sandbox/card-gateway/references.ts'
import { openScope } from '#sandbox/scope.ts'
import {
  amountBody,
  centsOf,
  clientTokenXml,
  type Entry,
  errorXml,
  foundIdsXml,
  foundXml,
  idOf,
  saleBody,
  searchBody,
  transactionXml,
} from './braintree-shapes.ts'

export type BraintreeKeys = { readonly merchantId: string; readonly publicKey: string; readonly privateKey: string }

type IdPath = { readonly Params: { readonly id: string } }

/**
 * The part of Braintree's API that a shop needs for wallets, over the same books and the same fire drill as the cards: what
 * Braintree's own library sends is answered as Braintree does, in XML.
 */
export function braintreeRoutes(root: FastifyInstance, books: Books, keys: BraintreeKeys | null): void {
  if (keys === null) return
  const { merchantId, publicKey, privateKey } = keys
  const authorization = `Basic ${Buffer.from(`${publicKey}:${privateKey}`).toString('base64')}`
  openScope(
    root,
    'braintree',
    async (app) => {
      app.addHook('onRequest', async (request, reply) => {
        if (request.headers.authorization !== authorization)
          return xml(reply.code(401), errorXml('Authentication Error'))
      })
      // its library says that a body is JSON also when there is none
      app.removeContentTypeParser('application/json')
      app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) =>
        done(null, text === '' ? {} : JSON.parse(String(text))),
      )

      app.post('/client_token', (_request, reply) => xml(reply.code(201), clientTokenXml(newToken('client'))))
      app.post('/transactions', (request, reply) => sale(books, request, reply))

      app.put<IdPath>('/transactions/:id/submit_for_settlement', async (request, reply) => {
        const body = amountBody.parse(request.body)
        return change(reply, request.params.id, (wanted) => capture(books, request.params.id, wanted), body)
      })
      app.post<IdPath>('/transactions/:id/refund', async (request, reply) => {
        const body = amountBody.parse(request.body)
        return change(reply, request.params.id, (wanted) => refund(books, request.params.id, wanted), body)
      })
      app.put<IdPath>('/transactions/:id/void', async (request, reply) => {
        const { id } = request.params
        if (books.payments.byPsp(id)?.state === 'voided') return xml(reply.code(422), errorXml('It is voided already'))
        return change(reply, id, (wanted) => cancel(books, id, wanted), null)
      })

      app.post('/transactions/advanced_search_ids', (request, reply) => {
        const { search } = searchBody.parse(request.body)
        return xml(reply, foundIdsXml(found(search).map(idOf)))
      })
      app.post('/transactions/advanced_search', (request, reply) => {
        const { search } = searchBody.parse(request.body)
        const ids = search.ids ?? []
        return xml(reply, foundXml(found(search).filter((entry) => ids.includes(idOf(entry)))))
      })
    },
    { prefix: `/merchants/${merchantId}` },
  )

  function found(search: {
    readonly order_id?: { readonly is: string } | undefined
    readonly created_at?: { readonly min: string } | undefined
  }): Entry[] {
    const since = search.created_at === undefined ? 0 : Date.parse(search.created_at.min)
    const { order_id } = search
    const { payments } = books
    if (order_id === undefined) {
      return [...payments.since(since, 1_000).map(saleOf), ...payments.refundsSince(since, 1_000).flatMap(creditOf)]
    }
    const payment = payments.byReference(order_id.is)
    return [...(payment === undefined ? [] : [saleOf(payment)]), ...payments.refundsOf(order_id.is).flatMap(creditOf)]
  }

  function creditOf(refund: RefundRow): Entry[] {
    const payment = books.payments.byPsp(refund.payment_psp)
    return payment === undefined ? [] : [{ payment, refund }]
  }

  async function change(
    reply: FastifyReply,
    psp: string,
    work: (wanted: {
      merchantAccount: string
      reference: string
      key: string
      amount: number
      currency: string
    }) => Promise<Answer>,
    body: { readonly transaction: { readonly amount: string; readonly order_id?: string | undefined } } | null,
  ): Promise<FastifyReply> {
    const payment = books.payments.byPsp(psp)
    if (payment === undefined) return xml(reply.code(404), errorXml('Not Found'))
    const { reference, currency } = payment
    const amount = body === null ? payment.amount : centsOf(body.transaction.amount)
    // an order id is no idempotency key: every request is another
    const orderId = body?.transaction.order_id
    const isUsed = orderId !== undefined && books.payments.modification(psp, 'refund', orderId) !== undefined
    const key = orderId === undefined || isUsed ? newToken('key') : orderId
    const answer = await work({ merchantAccount: merchantId, reference, key, amount, currency })
    if (answer.status >= 300)
      return xml(reply.code(422), errorXml('The transaction is not in a state that allows this'))
    return xml(reply.code(201), transactionXml(books.payments.byPsp(psp) ?? payment))
  }
}

function saleOf(payment: PaymentRow): Entry {
  return { payment, refund: null }
}

async function sale(books: Books, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const body = saleBody.safeParse(request.body)
  if (!body.success) return xml(reply.code(422), errorXml('Invalid request'))
  const {
    amount,
    order_id: reference,
    payment_method_nonce: nonce,
    merchant_account_id: account,
  } = body.data.transaction
  const currency = account?.endsWith('CAD') ? 'CAD' : 'USD'
  const paymentMethod = { type: 'paypal' as const, orderID: nonce }
  const wanted = {
    amount: { value: centsOf(amount), currency },
    reference,
    merchantAccount: 'wallets',
    returnUrl: '',
    paymentMethod,
  }
  const answer = await takePayment(books, wanted)
  if (answer.leaves !== 'sent') {
    reply.hijack()
    if (answer.leaves === 'cut') request.raw.socket.destroy()
    return reply
  }
  if (answer.status === 503) return xml(reply.code(503), errorXml('Service Unavailable'))
  const payment = books.payments.byReference(reference)
  if (payment === undefined || answer.status >= 300) return xml(reply.code(422), errorXml('Cannot use this nonce'))
  if (payment.state === 'refused') return xml(reply.code(422), errorXml('Do Not Honor', payment))
  return xml(reply.code(201), transactionXml(payment))
}

function xml(reply: FastifyReply, text: string): FastifyReply {
  return reply.type('application/xml; charset=utf-8').send(text)
}
