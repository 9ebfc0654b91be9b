import { emailKey, isEmail } from '#domain/address/email.ts'
import { orderNumberIn } from '#domain/order/order-number.ts'
import type { Keys } from '#server/config/secrets.ts'
import type { Database } from '#server/db/database.ts'
import { mailLimits, mayAskForMail } from '#server/http/guards/mail-limits.ts'
import { securityEvent } from '#server/http/guards/security-events.ts'
import type { Throttle } from '#server/http/guards/throttle.ts'
import { claimOrders, countClaimable, isAccountOrder, isOrderOf } from '#server/order/claim-store.ts'
import { addToOutbox, type OutboxTopic } from '#server/order/mail/outbox-store.ts'
import { signedReceiptAddress } from '#server/order/mail/receipt-link.ts'
import { claimPath, orderLinkPath } from '#server/order/mail/send-order-links.ts'
import { maskedOrder } from '#server/order/masked-order.ts'
import type { OrderDeps } from '#server/order/order-deps.ts'
import { opensFor, opensForGood } from '#server/order/order-link.ts'
import { type OrderRecord, readRecordByNumber } from '#server/order/order-record-store.ts'
import { readMemberEmail } from '#server/order/order-store.ts'
import { confirmationReply } from '#server/order/order-view.ts'
import { accountPath } from '#server/pages/account/return-url.ts'
import { loginPath, noReferrer } from '#server/pages/account/signed-in.ts'
import { setFlash, setRefused } from '#server/pages/cookies.ts'
import type { Form } from '#server/pages/forms/form.ts'
import { typedIn } from '#server/pages/forms/form-guard.ts'
import type { OwnPage, PageAnswer } from '#server/pages/page-table.ts'
import type { Visit } from '#server/pages/visit.ts'
import { ownOrderPath } from './order-paths.ts'

export type OrderPageParts = {
  readonly database: Database
  readonly throttle: Throttle
  readonly orders: Pick<OrderDeps, 'macOf' | 'newId' | 'cancelMinutes' | 'sellers'>
}

/** The words of a mailed link that make it work; `until` is '' where it has no end. */
type OrderLink = { readonly until: string; readonly key: string }

/** A day after it was placed, an order's own mails no longer open all of it (CALM-42). */
function isMasked({ settledAt, createdAt }: OrderRecord, now: Date): boolean {
  return now.getTime() - (settledAt ?? createdAt).getTime() > 86_400_000
}

const missing: PageAnswer = { kind: 'missing' }
const findPath = '/account/find-order'
const orderNumberPattern = /^[0-9A-Z]{4}(-[0-9A-Z]{4}){2}$/

/** Orders after their confirmation: in the account, by a mailed link, and those of a guest brought into an account. */
export function orderPages({ database, orders }: Omit<OrderPageParts, 'throttle'>): OwnPage[] {
  function shown({ context, request }: Visit, order: OrderRecord, by: 'account' | 'session' | OrderLink): PageAnswer {
    const { state } = order
    const isInAccount = by === 'account'
    const whole = confirmationReply(order, context.text, orders)
    if (typeof by === 'object' && by.until === '' && isMasked(order, context.now)) {
      const masked = { order: maskedOrder(whole), receipts: null, cancel: null }
      return { kind: 'page', page: { name: 'accountOrder', ...masked, state, isInAccount } }
    }
    const sign = (kind: 'receipt' | 'gift-receipt') => signedReceiptAddress(orders, order, kind, context.now)
    const receipts = { receiptUrl: sign('receipt'), giftReceiptUrl: sign('gift-receipt') }
    const { cancel: requested } = request.query as { readonly cancel?: unknown }
    const offer = { isRequested: requested === 'ask', link: typeof by === 'string' ? null : by }
    const cancel = whole.cancelUntil === '' ? null : offer
    return { kind: 'page', page: { name: 'accountOrder', order: whole, state, receipts, isInAccount, cancel } }
  }

  /** The link's words where they open this order; null where they do not, or no longer. */
  function linkOf({ orderNumber, linkVersion: version }: OrderRecord, query: unknown, now: Date): OrderLink | null {
    const { until = '', key } = query as { readonly until?: string; readonly key: string }
    if (opensForGood(orders, orderNumber, version, query)) return { until: '', key }
    return opensFor(orders, { kind: 'order', of: orderNumber, version }, query, now) ? { until, key } : null
  }

  return [
    {
      path: ownOrderPath(':orderNumber'),
      async load(visit) {
        const { request, session, site, context } = visit
        const { orderNumber = '' } = request.params as { readonly orderNumber?: string }
        const isMember = session.auth === 'member'
        const order = orderNumberPattern.test(orderNumber)
          ? await readRecordByNumber(database, orderNumber, site.variant)
          : undefined
        // of another shopper's order nobody is told that it is there
        const isHers = order !== undefined && (await isOrderOf(database, context.shopper, order))
        if (isHers && order.state !== 'refused') {
          const isInAccount = isMember && (await isAccountOrder(database, session.shopperId, order))
          return shown(visit, order, isInAccount ? 'account' : 'session')
        }
        if (isMember) return missing
        return { kind: 'redirect', to: `${loginPath}?returnUrl=${encodeURIComponent(request.url)}` }
      },
    },
    {
      path: orderLinkPath,
      async load(visit) {
        const { request, reply, site, context } = visit
        noReferrer(reply)
        const { number } = request.query as { readonly number?: unknown }
        const orderNumber = typeof number === 'string' && orderNumberPattern.test(number) ? number : ''
        const order = orderNumber === '' ? undefined : await readRecordByNumber(database, orderNumber, site.variant)
        const link = order === undefined ? null : linkOf(order, request.query, context.now)
        if (order === undefined || link === null) return { kind: 'page', page: { name: 'findOrder', isEnded: true } }
        return shown(visit, order, link)
      },
    },
    {
      path: findPath,
      load: async () => ({ kind: 'page', page: { name: 'findOrder', isEnded: false } }),
    },
    {
      path: claimPath,
      async load({ request, reply, session, context }) {
        noReferrer(reply)
        if (session.auth === 'guest') {
          return { kind: 'redirect', to: `${loginPath}?returnUrl=${encodeURIComponent(request.url)}` }
        }
        const purpose = { kind: 'claim', of: session.shopperId } as const
        const isOpen = opensFor(orders, purpose, request.query, context.now)
        const { until, key } = request.query as { readonly until?: string; readonly key?: string }
        if (!isOpen) return { kind: 'page', page: { name: 'claimOrders', count: 0, until: '', key: '' } }
        const macs = orders.macOf.all(emailKey(await readMemberEmail(database, session.shopperId)))
        const count = await countClaimable(database, session.shopperId, macs)
        return { kind: 'page', page: { name: 'claimOrders', count, until: String(until), key: String(key) } }
      },
    },
  ]
}

/** Their forms. What is asked about a mail address is answered alike, whether we know it or not. */
export function orderForms({ database, throttle, orders }: OrderPageParts, flashCookieKey: Keys): Form[] {
  const form = { allowsFirstVisit: false }

  /** Leaves a link to the job, which alone looks whether there is anything to link to; false after too many. */
  async function ask({ session, context, site }: Visit, topic: OutboxTopic, email: string, claim: object) {
    const by = { email, network: context.clientAddress }
    return database.transaction(async (tx) => {
      if (!(await mayAskForMail(throttle, tx, mailLimits.orderLink, by))) return false
      const { brand, country } = site.variant
      const payload = { ...claim, brand, country, askedAt: context.now.toISOString() }
      await addToOutbox(tx, session.shopperId, topic, orders.newId(), payload)
      return true
    })
  }

  return [
    {
      ...form,
      path: findPath,
      refusedTo: findPath,
      fields: ['orderNumber', 'email'],
      async submit(visit, fields) {
        const { reply, site, request, session, context } = visit
        const email = (fields.email ?? '').trim()
        const orderNumber = orderNumberIn(fields.orderNumber ?? '')
        const typed = typedIn(fields, ['email', 'orderNumber'])
        const isWrongEmail = !isEmail(email)
        if (orderNumber === null || isWrongEmail) {
          const wrongEmail = context.text('invalidEmailAddress', { email: 'name@example.com' })
          const errors = {
            ...(orderNumber === null ? { orderNumber: wrongNumber } : {}),
            ...(isWrongEmail ? { email: wrongEmail } : {}),
          }
          setRefused(reply, site, flashCookieKey, { errors }, typed)
        } else if (await ask(visit, 'mail.order-link', email, { orderNumber, email })) {
          setFlash(reply, site, flashCookieKey, sent)
        } else {
          securityEvent(request, 'throttled', session)
          setRefused(reply, site, flashCookieKey, { text: context.text('problem.tooManyTries') }, typed)
        }
        return findPath
      },
    },
    {
      ...form,
      path: '/account/ask-claim',
      refusedTo: accountPath,
      async submit(visit) {
        const { session, reply, site, context } = visit
        if (session.auth === 'guest') return loginPath
        const email = await readMemberEmail(database, session.shopperId)
        const isTaken = await ask(visit, 'mail.claim-link', email, {})
        setFlash(reply, site, flashCookieKey, isTaken ? claimSent : context.text('problem.tooManyTries'))
        return accountPath
      },
    },
    {
      ...form,
      path: claimPath,
      refusedTo: accountPath,
      async submit({ session, reply, site, context }, fields) {
        if (session.auth === 'guest') return loginPath
        const { shopperId } = session
        if (!opensFor(orders, { kind: 'claim', of: shopperId }, fields, context.now)) return claimPath
        const macs = orders.macOf.all(emailKey(await readMemberEmail(database, shopperId)))
        const count = await claimOrders(database, shopperId, macs)
        setFlash(reply, site, flashCookieKey, claimedText(count))
        return accountPath
      },
    },
  ]
}

const wrongNumber = 'Please enter the order number as it stands in your mail, such as AB12-CD34-EF56.'
const sent = 'If this order was placed with this address, a link to it is on its way to your mailbox.'
const claimSent = 'We have sent a link to your address. Open it here to bring your past orders into your account.'

function claimedText(count: number): string {
  if (count === 0) return 'There is no past order to bring in.'
  return count === 1 ? 'One past order is in your account now.' : `${count} past orders are in your account now.`
}
