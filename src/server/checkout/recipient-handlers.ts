import type { InputOf } from '#contracts/call.ts'
import type { checkoutCalls } from '#contracts/checkout/calls.ts'
import { validateAddress } from '#domain/address/validate-address.ts'
import type { CartRule } from '#domain/cart/change.ts'
import { divideLines } from '#domain/cart/lines/division.ts'
import {
  addRecipient,
  assignLine,
  moveRecipient,
  type StockedAt,
  saveLineAddress,
  shipInsteadOfPickup,
  splitItem,
} from '#domain/cart/recipients/recipient-changes.ts'
import { good, type Outcome } from '#domain/outcome.ts'
import { fieldErrors, storedFields } from '#server/address/address-view.ts'
import type { LockedCart } from '#server/cart/cart-service.ts'
import { addressBookProblem, storedAddressId } from '#server/checkout/address-handlers.ts'
import { basketItems } from '#server/checkout/checkout-item-view.ts'
import { freightProblem } from '#server/checkout/freight-address.ts'
import { recipientList } from '#server/checkout/recipient-view.ts'
import {
  type Answered,
  addressesAhead,
  answerCheckout,
  answerRefused,
  type CheckoutServices,
  withOrderableCart,
} from '#server/checkout/step-command.ts'
import { storedAddress, storedRecipientAddress } from '#server/checkout/stored-address.ts'
import type { Tx } from '#server/db/database.ts'
import { type CallContext, type Handlers, isReset } from '#server/http/context.ts'
import { readPickupStores } from '#server/pricing/pickup-stock-store.ts'
import { storesAlong } from '#server/pricing/price-along-store.ts'
import { summaryView } from '#server/pricing/summary-view.ts'

type RecipientCalls = Pick<
  typeof checkoutCalls,
  | 'saveMultiShippingAddress'
  | 'saveMultiShipping'
  | 'saveRecipientSelection'
  | 'updateRecipientId'
  | 'splitItem'
  | 'saveMultiRecipientBasket'
  | 'updateBopsToShipping'
>

/** One order, many homes (OPEN-75): lines are split, sent to recipients and joined again. */
export function recipientHandlers({ newId }: CheckoutServices): Handlers<RecipientCalls> {
  const dividing = async (
    context: CallContext,
    tx: Tx,
    ruleFor: (cart: LockedCart) => Promise<Outcome<CartRule>> | Outcome<CartRule>,
  ) => {
    const answered = await withOrderableCart(context, tx, async (cart) => {
      const rule = await ruleFor(cart)
      if (!rule.ok) return answerRefused(context, tx, cart, rule.problem)
      return answerCheckout(context, tx, newId, cart, rule.value)
    })
    return answered === isReset ? isReset : dividedReply(context, answered)
  }
  return {
    saveMultiShippingAddress: {
      kind: 'change',
      ahead: addressesAhead,
      run: (context, { basketItemId, ...payload }, tx) => saveForLine(context, tx, newId, basketItemId, payload),
    },
    saveMultiShipping: {
      kind: 'change',
      ahead: addressesAhead,
      run: (context, { addressId }, tx) =>
        dividing(context, tx, async (cart) => {
          const address = await storedRecipientAddress(context, tx, cart, addressId)
          return address.ok ? good(addRecipient(address.value, newId)) : address
        }),
    },
    saveRecipientSelection: {
      kind: 'change',
      run: (context, { recipientId, basketItemId }, tx) =>
        dividing(context, tx, async (cart) =>
          good(assignLine(basketItemId, recipientId, await stockedAt(context, tx, cart))),
        ),
    },
    updateRecipientId: {
      kind: 'change',
      run: (context, { oldRecipientId, newRecipientId }, tx) =>
        dividing(context, tx, async (cart) =>
          good(moveRecipient(oldRecipientId, newRecipientId, await stockedAt(context, tx, cart))),
        ),
    },
    splitItem: {
      kind: 'change',
      run: (context, { basketItemId }, tx) => dividing(context, tx, () => good(splitItem(basketItemId, newId))),
    },
    saveMultiRecipientBasket: {
      kind: 'change',
      run: (context, { multiRecipientBasket }, tx) =>
        dividing(context, tx, async (cart) =>
          good(divideLines(multiRecipientBasket, await stockedAt(context, tx, cart), newId)),
        ),
    },
    updateBopsToShipping: {
      kind: 'change',
      ahead: addressesAhead,
      run: (context, { recipientId, newAddressId }, tx) =>
        dividing(context, tx, async (cart) => {
          if (newAddressId === '') return good(shipInsteadOfPickup(recipientId, null))
          const address = await storedRecipientAddress(context, tx, cart, newAddressId)
          return address.ok ? good(shipInsteadOfPickup(recipientId, address.value)) : address
        }),
    },
  }
}

function dividedReply(context: CallContext, { reply, priced }: Answered) {
  return {
    ...reply,
    recipientList: recipientList(priced),
    basketItems: basketItems(priced),
    orderSummary: summaryView(priced, context.text),
  }
}

/** What the stores of the order's pickups have; asked only when there is one, in one statement. */
async function stockedAt(
  { variant, along }: CallContext,
  tx: Tx,
  { recipients, lines }: LockedCart,
): Promise<StockedAt> {
  const locationIds = recipients.flatMap(({ locationId }) => locationId ?? [])
  const skus = [...new Set(lines.map(({ sku }) => sku))]
  const stores = storesAlong(along, locationIds, skus) ?? (await readPickupStores(tx, variant, locationIds, skus))
  return (locationId, sku) => (stores.get(locationId)?.free.get(sku) ?? 0) > 0
}

type Payload = Omit<InputOf<typeof checkoutCalls.saveMultiShippingAddress>, 'basketItemId'>

/** SHIP-06. Only the first address of a guest's order must have an e-mail address: one is enough to write to. */
async function saveForLine(
  context: CallContext,
  tx: Tx,
  newId: CheckoutServices['newId'],
  basketItemId: string,
  payload: Payload,
) {
  let errors: { field: string; message: string }[] = []
  let ids = { addressId: payload.addressId, recipientId: '' }
  const answered = await withOrderableCart(context, tx, async (cart) => {
    const hasEmail = cart.recipients.some(({ address }) => address !== null && address.email !== '')
    const isEmailRequired = context.shopper.auth === 'guest' && !hasEmail
    const checked = validateAddress(payload, { isEmailRequired, shipsTo: cart.country })
    const freight = await freightProblem(context, tx, cart, payload, ({ lineId }) => lineId === basketItemId)
    const found = freight === null ? checked.errors : [...checked.errors, freight]
    errors = fieldErrors(found, context.text)
    const first = found[0]
    if (first !== undefined) return answerRefused(context, tx, cart, first.problem)
    if (payload.addressId !== '') {
      const own = await storedAddress(context, tx, cart, payload.addressId)
      if (!own.ok) return answerRefused(context, tx, cart, own.problem)
    }
    const full = await addressBookProblem(context, tx, checked.address)
    if (full !== null) return answerRefused(context, tx, cart, full)
    const rule = saveLineAddress(basketItemId, storedFields(checked.address), newId, () => true)
    const saved = await answerCheckout(context, tx, newId, cart, rule)
    if (saved.reply.isSuccess) {
      const recipientId = saved.priced.cart.lines.find(({ lineId }) => lineId === basketItemId)?.recipientId ?? ''
      ids = { addressId: await storedAddressId(context, tx, newId, checked.address), recipientId }
    }
    return saved
  })
  return answered === isReset ? isReset : { ...dividedReply(context, answered), errors, ...ids }
}
