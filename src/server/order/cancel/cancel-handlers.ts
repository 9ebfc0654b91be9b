import type { ReplyOf } from '#contracts/call.ts'
import type { cancelCalls } from '#contracts/order/cancel-calls.ts'
import { helpHours } from '#domain/help.ts'
import { isStoredValue } from '#domain/payment/tender-name.ts'
import type { Problem } from '#domain/problems.ts'
import type { Tx } from '#server/db/database.ts'
import { type CallContext, type Handlers, isReset } from '#server/http/context.ts'
import { refusalOf } from '#server/http/problem-text.ts'
import { isOrderOf } from '#server/order/claim-store.ts'
import type { OrderDeps } from '#server/order/order-deps.ts'
import { opensFor, opensForGood } from '#server/order/order-link.ts'
import { readOrderRecord } from '#server/order/order-record-store.ts'
import type { OrderKey } from '#server/order/order-store.ts'
import { countAmongAll } from '#server/order/place/card-testing-guard.ts'
import type { CancellingDeps } from './cancel-order.ts'
import { cancelOrder } from './cancel-order.ts'
import { findOrderKey } from './cancel-store.ts'
import { returnedSentences } from './release-summary.ts'

type Reply = ReplyOf<typeof cancelCalls.cancelOrder>
type Sent = { readonly orderNumber: string; readonly linkUntil: string; readonly linkKey: string }

/** Cancelling an order: one transaction with the request's key. An order of somebody else is as an unknown one (CALL-91). */
export function cancelHandlers(deps: CancellingDeps): Handlers<typeof cancelCalls> {
  return {
    cancelOrder: {
      kind: 'external',
      async run(context, sent, idempotent) {
        let isCardGivenBack = false
        const reply = await idempotent.commit(async (tx) => {
          const cancelled = await cancel(deps, tx, context, sent)
          isCardGivenBack = cancelled.isCardGivenBack
          return cancelled.reply
        })
        if (reply !== isReset && reply.isSuccess) deps.killPoint('c2')
        if (isCardGivenBack) await countAmongAll(deps, context.database)
        return reply
      },
    },
  }
}

/** The answer, and whether a card or wallet was let go of just now. */
type Cancelled = { readonly reply: Reply; readonly isCardGivenBack: boolean }

async function cancel(deps: CancellingDeps, tx: Tx, context: CallContext, sent: Sent): Promise<Cancelled> {
  const key = await findOrderKey(tx, sent.orderNumber, context.variant)
  if (key === undefined || !(await isHers(deps, tx, context, sent, key))) {
    return { reply: refusal(context, sent, { code: 'unknownOrder' }), isCardGivenBack: false }
  }
  const judged = await cancelOrder(deps, tx, key)
  if (!judged.ok) return { reply: refusal(context, sent, judged.problem), isCardGivenBack: false }
  const record = await readOrderRecord(tx, key)
  if (record === undefined || record.cancelledAt === null)
    throw new Error(`Order ${sent.orderNumber} was not cancelled`)
  const cancelledAt = record.cancelledAt.toISOString()
  const { orderNumber } = record
  const reply = { isSuccess: true, errorMessage: '', orderNumber, cancelledAt, returned: returnedSentences(record) }
  const hasCard = record.payments.some(({ method }) => !isStoredValue(method))
  return { reply, isCardGivenBack: judged.value === 'cancel' && hasCard }
}

function isHers(
  deps: Pick<OrderDeps, 'macOf'>,
  tx: Tx,
  { shopper, now }: CallContext,
  sent: Sent,
  key: OrderKey & { readonly linkVersion: number },
): Promise<boolean> {
  const { orderNumber, linkUntil: until, linkKey } = sent
  const link = { until, key: linkKey }
  const { linkVersion: version } = key
  // the mail's own link has no end; the time to cancel is over before the order is masked
  const hasLink =
    opensFor(deps, { kind: 'order', of: orderNumber, version }, link, now) ||
    opensForGood(deps, orderNumber, version, link)
  return hasLink ? Promise.resolve(true) : isOrderOf(tx, shopper, { shopperId: key.shopperId, orderNumber })
}

function refusal(context: CallContext, { orderNumber }: Sent, problem: Problem): Reply {
  const whom = { phone: context.text('helpPhone'), hours: helpHours }
  return { ...refusalOf(context, problem, whom), orderNumber, cancelledAt: '', returned: [] }
}
