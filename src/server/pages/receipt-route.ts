import type { FastifyInstance } from 'fastify'
import { fullDayText, storeDay } from '#domain/days.ts'
import type { ReceiptKind } from '#domain/order/receipt-address.ts'
import { isOrderOf } from '#server/order/claim-store.ts'
import { mailContent } from '#server/order/order-mail.ts'
import { readRecordByNumber } from '#server/order/order-record-store.ts'
import type { OrderWorld } from '#server/order/order-world.ts'
import { opensReceipt } from '#server/order/receipt-link.ts'
import { receiptPdf } from '#server/order/receipt-pdf.ts'
import { mailFacts } from '#server/order/send-order-mail.ts'
import { liveSession, type VisitParts } from '#server/pages/visit.ts'

/** GET /order/{number}/receipt.pdf and gift-receipt.pdf: for the order's own shopper, or by the signed link of its mail. */
export function receiptRoutes(app: FastifyInstance, parts: VisitParts, world: OrderWorld): void {
  for (const kind of ['receipt', 'gift-receipt'] satisfies ReceiptKind[]) {
    app.get<{ Params: { orderNumber: string } }>(`/order/:orderNumber/${kind}.pdf`, async (request, reply) => {
      const { orderNumber } = request.params
      const { variant, origin } = request.site
      if (!/^[A-Z0-9-]{4,40}$/i.test(orderNumber)) return reply.callNotFound()
      const session = await liveSession(parts, request)
      const isSigned = opensReceipt(world, { orderNumber, kind, query: request.query }, parts.now())
      if (session === null && !isSigned) return reply.callNotFound()
      const order = await readRecordByNumber(world.database, orderNumber, variant)
      // of another shopper's order nobody is told that it is there
      const isOwn = order !== undefined && session !== null && (await isOrderOf(world.database, session, order))
      const isThere = order?.state === 'placed' || order?.state === 'cancelled'
      if (!isThere || (!isOwn && !isSigned)) return reply.callNotFound()
      const facts = mailFacts(order, origin)
      const { brand, placedAt } = facts
      const day = fullDayText(storeDay(placedAt))
      const cancelledOn = order.cancelledAt === null ? '' : fullDayText(storeDay(order.cancelledAt))
      const content = mailContent(facts)
      const body = await receiptPdf({ kind, brand, orderNumber, day, placedAt, cancelledOn, content })
      return reply
        .headers({
          'content-type': 'application/pdf',
          'content-disposition': `inline; filename="${kind}-${orderNumber}.pdf"`,
          'cache-control': 'private, no-store',
          'content-security-policy': "default-src 'none'; object-src 'none'; frame-ancestors 'none'",
          // the address may hold the key of the receipt
          'referrer-policy': 'no-referrer',
          'x-robots-tag': 'noindex',
        })
        .send(body)
    })
  }
}
