import type { ReplyOf } from '#contracts/call.ts'
import type { cartCalls } from '#contracts/cart/calls.ts'
import { emptyCart } from '#domain/cart/cart.ts'
import { openStep } from '#domain/cart/cart-rules.ts'
import { errorType } from '#domain/cart/error-types.ts'
import { applyRule, type LockedCart, lockCart, saveChange } from '#server/cart/cart-service.ts'
import type { CartServices } from '#server/cart/cart-services.ts'
import { isFromBeforeOrder, ownerOf } from '#server/cart/change-command.ts'
import { oversizedItems, unavailableItem } from '#server/cart/line-view.ts'
import { receiptOfChange } from '#server/cart/receipt-view.ts'
import { judgedAbroad, validateQuote } from '#server/checkout/validation.ts'
import type { Tx } from '#server/db/database.ts'
import { type CallContext, type Handlers, isReset } from '#server/http/context.ts'
import { problemText } from '#server/http/problem-text.ts'
import { priceAhead } from '#server/pricing/price-ahead.ts'
import { type CartQuote, quoteCart, unitPrices } from '#server/pricing/pricing-service.ts'

type Reply = ReplyOf<typeof cartCalls.checkout>

/** Where an international cart goes (OPEN-27). */
export const internationalPath = '/customer-service/international-orders'
/** What interrupts it while certificates are applied (OPEN-51). */
const interrupterAddress = '/SharedLayer/PopupV2?popupName=CertificatesInterrupter'

/** The checkout button of the cart page (OPEN-27, CALL-15). */
export function checkoutCallHandlers({
  newId,
  pfasStates,
}: Pick<CartServices, 'newId' | 'pfasStates'>): Handlers<Pick<typeof cartCalls, 'checkout'>> {
  return {
    checkout: {
      kind: 'change',
      ahead: (tx, reader) => priceAhead(tx, reader),
      async run(context, _input, tx) {
        const cart = await lockCart(tx, ownerOf(context))
        if (cart === undefined) {
          if (await isFromBeforeOrder(tx, context)) return isReset
          const nothing = emptyCart(context.shopper.shopperId, context.variant)
          return stopped(context, await quoteCart(tx, nothing, context), pfasStates)
        }
        const stepped = applyRule(cart, openStep(1), newId)
        if (!stepped.ok) {
          const errorMessage = problemText(context, stepped.problem)
          return { ...plain(context, cart.version), isSuccess: false, errorType: errorType.invalidBasket, errorMessage }
        }
        const priced = await quoteCart(tx, stepped.value.cart, context)
        const judged = context.isInternational ? judgedAbroad(priced) : priced
        if (validateQuote(judged, pfasStates).errorType !== errorType.none) {
          return stopped(context, judged, pfasStates)
        }
        return goOn(context, tx, cart, { event: stepped.value.event, priced })
      },
    },
  }
}

/** The cart can go on: step 1 is open, and the shopper is told the prices of now. */
async function goOn(
  context: CallContext,
  tx: Tx,
  before: LockedCart,
  { event, priced }: { readonly event: Parameters<typeof saveChange>[2]['event']; readonly priced: CartQuote },
): Promise<Reply> {
  const saved = saveChange(tx, before, { cart: priced.cart, event }, unitPrices(priced.lines))
  const hasCertificates = priced.cart.tenders.some((tender) => tender.kind === 'certificate')
  return {
    ...plain(context, saved.cart.version),
    ...(await receiptOfChange(tx, context, saved, priced)),
    redirectUrl: context.isInternational ? internationalPath : '/checkout/shipping',
    popupUrl: context.isInternational && hasCertificates ? interrupterAddress : '',
    oversizedItems: oversizedItems(priced),
  }
}

function stopped(context: CallContext, priced: CartQuote, pfasStates: readonly string[]): Reply {
  const verdict = validateQuote(priced, pfasStates)
  return {
    ...plain(context, priced.cart.version),
    isSuccess: false,
    errorType: verdict.errorType,
    errorMessage: verdict.errorMessageKey === '' ? '' : context.text(verdict.errorMessageKey),
    items: verdict.items.map(unavailableItem),
  }
}

function plain({ shopper }: CallContext, basketVersion: number): Reply {
  return {
    isSuccess: true,
    redirectUrl: '',
    isLoggedIn: shopper.auth === 'member',
    popupUrl: '',
    errorType: errorType.none,
    errorMessage: '',
    IsReset: false,
    oversizedItems: [],
    items: [],
    basketVersion,
    changes: [],
  }
}
