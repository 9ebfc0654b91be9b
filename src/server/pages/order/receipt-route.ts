import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fullDayText, storeDay } from '#domain/days.ts'
import type { ReceiptKind } from '#domain/order/receipt-address.ts'
import { type Drawings, TooManyDrawings } from '#server/drawing/drawings.ts'
import { cacheControl } from '#server/http/cache-control.ts'
import '#server/http/fastify-request.ts'
import { securityEvent } from '#server/http/guards/security-events.ts'
import { limits, type Throttle } from '#server/http/guards/throttle.ts'
import { isOrderOf } from '#server/order/claim-store.ts'
import { mailContent } from '#server/order/mail/order-mail.ts'
import type { OrderMailFacts } from '#server/order/mail/order-mail-content.ts'
import { opensReceipt } from '#server/order/mail/receipt-link.ts'
import type { ReceiptFacts } from '#server/order/mail/receipt-pdf.ts'
import { lastingOrderAddress } from '#server/order/mail/send-order-links.ts'
import { mailFacts } from '#server/order/mail/send-order-mail.ts'
import type { OrderDeps } from '#server/order/order-deps.ts'
import { type OrderRecord, readRecordByNumber } from '#server/order/order-record-store.ts'
import { liveSession, type VisitParts } from '#server/pages/visit.ts'

export type ReceiptParts = VisitParts & {
  readonly orders: Pick<OrderDeps, 'macOf' | 'sellers'>
  readonly drawings: Drawings
  readonly throttle: Throttle
}

const retryAfterSeconds = 60

/** GET /order/{number}/receipt.pdf and gift-receipt.pdf: for the order's own shopper, or by the signed link of its mail. */
export function receiptRoutes(app: FastifyInstance, parts: ReceiptParts): void {
  for (const kind of ['receipt', 'gift-receipt'] satisfies ReceiptKind[]) {
    app.get<{ Params: { orderNumber: string } }>(`/order/:orderNumber/${kind}.pdf`, async (request, reply) => {
      const { orderNumber } = request.params
      if (!/^[A-Z0-9-]{4,40}$/i.test(orderNumber)) return reply.callNotFound()
      if (!(await parts.throttle.take(parts.database, limits.receiptsPerAddress, request.network))) {
        return tooMany(request, reply)
      }
      const found = await orderToSee(parts, request, { kind, orderNumber })
      if (found === undefined) return reply.callNotFound()
      const { order, isEnded } = found
      // the mail's link to the order has no end
      if (isEnded) return reply.redirect(lastingOrderAddress(parts.orders, order), 303)
      // counted for those alone who may see it: nobody else can use up an order's receipts
      if (!(await parts.throttle.take(parts.database, limits.receiptsPerOrder, order.orderNumber))) {
        return tooMany(request, reply)
      }
      return sendReceipt(
        parts,
        reply,
        factsOf(kind, mailFacts(order, request.site.origin, parts.orders.sellers), order.cancelledAt),
      )
    })
  }
}

/**
 * The order, when whoever asks may see its receipt, or might by the mail's link until its day came; of another shopper's
 * nobody is told that it is there.
 */
async function orderToSee(
  parts: ReceiptParts,
  request: FastifyRequest,
  { kind, orderNumber }: { readonly kind: ReceiptKind; readonly orderNumber: string },
): Promise<{ readonly order: OrderRecord; readonly isEnded: boolean } | undefined> {
  const { database, orders } = parts
  const session = await liveSession(parts, request)
  const { query } = request
  if (session === null && !('key' in (query as object))) return undefined
  const order = await readRecordByNumber(database, orderNumber, request.site.variant)
  if (order?.state !== 'placed' && order?.state !== 'cancelled') return undefined
  const { linkVersion } = order
  const link = opensReceipt(orders, { orderNumber: order.orderNumber, linkVersion, kind, query }, parts.now())
  const isOwn = session !== null && (await isOrderOf(database, session, order))
  return isOwn || link !== 'wrong' ? { order, isEnded: !isOwn && link === 'ended' } : undefined
}

function factsOf(kind: ReceiptKind, facts: OrderMailFacts, cancelledAt: Date | null): ReceiptFacts {
  const { brand, placedAt, orderNumber } = facts
  const { brandName, groups, amounts, payments, help, seller } = mailContent(facts)
  return {
    ...{ kind, brand, orderNumber, placedAt },
    day: fullDayText(storeDay(placedAt)),
    cancelledOn: cancelledAt === null ? '' : fullDayText(storeDay(cancelledAt)),
    content: { brandName, groups, amounts, payments, help, seller },
  }
}

async function sendReceipt(
  { drawings }: ReceiptParts,
  reply: FastifyReply,
  facts: ReceiptFacts,
): Promise<FastifyReply> {
  try {
    const body = await drawings.receipt(facts)
    return reply
      .headers({
        'content-type': 'application/pdf',
        'content-disposition': `inline; filename="${facts.kind}-${facts.orderNumber}.pdf"`,
        'cache-control': cacheControl.personal,
        'content-security-policy': "default-src 'none'; object-src 'none'; frame-ancestors 'none'",
        // the address may hold the key of the receipt
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
      })
      .send(body)
  } catch (error) {
    if (!(error instanceof TooManyDrawings)) throw error
    return reply.sendUnavailable('busy', 2, error.message)
  }
}

function tooMany(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  securityEvent(request, 'throttled', null)
  return reply.sendUnavailable('busy', retryAfterSeconds, 'too many receipts')
}
