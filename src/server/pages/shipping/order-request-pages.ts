import type { CartReply } from '#contracts/pages.ts'
import { requestCountries } from '#domain/address/request-countries.ts'
import { countryAbroad, shipToCookie } from '#domain/address/ship-to.ts'
import {
  type OrderRequest,
  orderRequestFields,
  orderRequestProblems,
  tidyOrderRequest,
} from '#domain/shipping/order-request.ts'
import { internationalPath } from '#server/cart/checkout-call-handlers.ts'
import type { Keys } from '#server/config/secrets.ts'
import type { Database } from '#server/db/database.ts'
import type { CallContext } from '#server/http/context.ts'
import { securityEvent } from '#server/http/guards/security-events.ts'
import { limits, type Throttle } from '#server/http/guards/throttle.ts'
import { problemText } from '#server/http/problem-text.ts'
import { addToOutbox } from '#server/order/mail/outbox-store.ts'
import type { RequestedOrder } from '#server/order/mail/send-order-request.ts'
import type { OrderDeps } from '#server/order/order-deps.ts'
import { readMemberEmail } from '#server/order/order-store.ts'
import { setRefused } from '#server/pages/cookies.ts'
import type { Form } from '#server/pages/forms/form.ts'
import { typedIn } from '#server/pages/forms/form-guard.ts'
import type { OwnPage } from '#server/pages/page-table.ts'
import { ask, type PageSources } from '#server/pages/sources.ts'

const sentPath = `${internationalPath}/sent`

type PageParts = { readonly database: Database; readonly cart: Pick<PageSources['cart'], 'getCartJsx'> }
type FormParts = PageParts & { readonly throttle: Throttle; readonly orders: Pick<OrderDeps, 'macOf'> }

/** Where an order to another country is asked for (SHIPPOP-16, CART-33), and what follows. */
export function orderRequestPages({ database, cart }: PageParts): OwnPage[] {
  return [
    {
      path: internationalPath,
      async load({ request, session, context }) {
        const email = session.auth === 'member' ? await readMemberEmail(database, session.shopperId) : ''
        const country = countryAbroad(request.cookies[shipToCookie])
        const lines = await linesIn(cart, context)
        const items = lines.map(({ id, title, quantity }) => ({ lineId: id, title, quantity }))
        return {
          kind: 'page',
          page: { name: 'orderRequest', email, country, items, countries: requestCountries },
        }
      },
    },
    {
      path: sentPath,
      load: async () => ({ kind: 'page', page: { name: 'requestSent' } }),
    },
  ]
}

/** The request as a form: a mail to the retailer, and nothing else is kept of it. */
export function orderRequestForms({ database, cart, throttle, orders }: FormParts, flashCookieKey: Keys): Form[] {
  /** Leaves the mail to the job; false after too many. The same request twice is one mail. */
  async function send(
    { shopper, variant, clientAddress }: CallContext,
    order: Omit<RequestedOrder, 'brand' | 'store'>,
  ) {
    const { brand, country: store } = variant
    const payload: RequestedOrder = { ...order, brand, store }
    const key = orders.macOf(JSON.stringify(payload)).toString('base64url')
    return database.transaction(async (tx) => {
      const mayAsk =
        (await throttle.take(tx, limits.orderRequestsPerAddress, clientAddress)) &&
        (await throttle.take(tx, limits.orderRequestsOfAll, 'all'))
      if (mayAsk) await addToOutbox(tx, shopper.shopperId, 'mail.order-request', key, payload)
      return mayAsk
    })
  }

  return [
    {
      path: internationalPath,
      allowsFirstVisit: false,
      refusedTo: internationalPath,
      fields: orderRequestFields,
      async submit({ reply, site, request, session, context }, fields) {
        const asked: OrderRequest = tidyOrderRequest(fields)
        const typed = typedIn(fields, orderRequestFields)
        const lines = await linesIn(cart, context)
        const wrong = orderRequestProblems(asked, lines.length > 0)
        if (wrong.length > 0) {
          const errors = Object.fromEntries(wrong.map(({ field, problem }) => [field, problemText(context, problem)]))
          setRefused(reply, site, flashCookieKey, { errors }, typed)
          return internationalPath
        }
        const items = lines.map(({ sku, title, quantity, isPersonalized }) => ({
          sku,
          title,
          quantity,
          isPersonalized,
        }))
        if (await send(context, { ...asked, items })) return sentPath
        securityEvent(request, 'throttled', session)
        setRefused(reply, site, flashCookieKey, { text: context.text('problem.tooManyTries') }, typed)
        return internationalPath
      },
    },
  ]
}

type Line = CartReply['lineItems'][number]

async function linesIn({ getCartJsx }: PageParts['cart'], context: CallContext): Promise<readonly Line[]> {
  return (await ask(getCartJsx, context, {}))?.lineItems ?? []
}
