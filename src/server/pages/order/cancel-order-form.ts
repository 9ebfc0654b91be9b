import type { cancelCalls } from '#contracts/order/cancel-calls.ts'
import type { Keys } from '#server/config/secrets.ts'
import type { Handlers } from '#server/http/context.ts'
import { orderLinkPath } from '#server/order/mail/send-order-links.ts'
import { accountPath } from '#server/pages/account/return-url.ts'
import { setFlash } from '#server/pages/cookies.ts'
import type { Form } from '#server/pages/forms/form.ts'
import { ask } from '#server/pages/sources.ts'
import { ownOrderPath } from './order-paths.ts'

/** As the call allows. */
const maxLength = { orderNumber: 40, linkUntil: 20, linkKey: 200 } as const

/** Cancelling an order without scripts (UX-24): asks the very call, and leads back to the page of the order. */
export function cancelOrderForm(handlers: Handlers<typeof cancelCalls>, flashCookieKey: Keys): Form {
  return {
    path: '/account/cancel-order',
    allowsFirstVisit: false,
    refusedTo: accountPath,
    async submit({ context, reply, site }, fields) {
      const field = (name: keyof typeof maxLength) => (fields[name] ?? '').slice(0, maxLength[name])
      const sent = { orderNumber: field('orderNumber'), linkUntil: field('linkUntil'), linkKey: field('linkKey') }
      const answer = await ask(handlers.cancelOrder, context, sent)
      if (answer?.isSuccess === false) setFlash(reply, site, flashCookieKey, answer.errorMessage)
      const { orderNumber, linkUntil, linkKey } = sent
      if (linkKey === '') return ownOrderPath(encodeURIComponent(orderNumber))
      const until = linkUntil === '' ? {} : { until: linkUntil }
      return `${orderLinkPath}?${new URLSearchParams({ number: orderNumber, ...until, key: linkKey })}`
    },
  }
}
