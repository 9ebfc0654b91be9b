import type { InputOf } from '#contracts/call.ts'
import type { checkoutCalls } from '#contracts/checkout/calls.ts'
import type { AddressPayload } from '#domain/address/layouts.ts'
import { suggestedState } from '#domain/address/suggestion.ts'
import { type FieldProblem, validateAddress } from '#domain/address/validate-address.ts'
import type { CartRule } from '#domain/cart/change.ts'
import {
  isSameAddress,
  saveBillingAddress,
  saveShippingAddress,
  shippingRecipient,
} from '#domain/cart/recipients/recipient-rules.ts'
import { limits } from '#domain/limits.ts'
import type { Problem } from '#domain/problems.ts'
import { readAccountAddresses, saveAccountAddress } from '#server/address/account-address-store.ts'
import { addressView, fieldErrors, storedFields } from '#server/address/address-view.ts'
import type { LockedCart } from '#server/cart/cart-service.ts'
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
import type { Tx } from '#server/db/database.ts'
import { type CallContext, type Handlers, isReset } from '#server/http/context.ts'
import { summaryView } from '#server/pricing/summary-view.ts'

type AddressCalls = Pick<
  typeof checkoutCalls,
  'validateAddress' | 'validateAndSaveAddress' | 'saveShippingAddress' | 'saveBillingAddress'
>
type Payload = InputOf<typeof checkoutCalls.saveShippingAddress>

/** Addresses of the checkout (OPEN-74): judged, and saved when they are good. */
export function addressHandlers({ newId }: CheckoutServices): Handlers<AddressCalls> {
  const saveShipping = {
    kind: 'change',
    ahead: addressesAhead,
    run: (context: CallContext, payload: Payload, tx: Tx) => {
      // a guest's order needs an address to write to; a member has one
      const needs = { isEmailRequired: context.shopper.auth === 'guest', shipsTo: context.variant.country }
      const checked = validateAddress(payload, needs)
      return saveAddress(context, tx, newId, checked, (cart) => {
        const recipient = shippingRecipient(cart, payload.recipientId)
        const recipientId = recipient.ok ? recipient.value.recipientId : payload.recipientId
        return { recipientId, rule: saveShippingAddress(recipientId, storedFields(checked.address)) }
      })
    },
  } as const
  return {
    validateAddress: {
      kind: 'read',
      async run(context, payload) {
        const { address, errors } = validateAddress(payload, { shipsTo: context.variant.country })
        const shown = fieldErrors(errors, context.text)
        const isSuccess = shown.length === 0
        const better = suggestedAddressOf(address, errors)
        const isOther =
          better !== null && JSON.stringify(storedFields(better)) !== JSON.stringify(storedFields(payload))
        const suggestedAddress = isOther ? addressView(storedFields(better), payload) : null
        return { isSuccess, errorMessage: shown[0]?.message ?? '', errors: shown, suggestedAddress }
      },
    },
    validateAndSaveAddress: saveShipping,
    saveShippingAddress: saveShipping,
    saveBillingAddress: {
      kind: 'change',
      ahead: addressesAhead,
      run(context, { isSameAsShipping, ...payload }, tx) {
        const checked = isSameAsShipping ? { address: payload, errors: [] } : validateAddress(payload)
        return saveAddress(context, tx, newId, checked, () => {
          const rule = saveBillingAddress(isSameAsShipping ? null : storedFields(checked.address))
          return { recipientId: '', rule }
        })
      },
    },
  }
}

/** A good address as it is stored; one that only misses the state of its postal code, in that state; else nothing. */
function suggestedAddressOf(address: AddressPayload, errors: readonly FieldProblem[]): AddressPayload | null {
  const isOfOtherState = errors.length === 1 && errors[0]?.problem.code === 'postalCodeStateMismatch'
  const state = isOfOtherState ? suggestedState(address)?.code : address.state
  return (errors.length === 0 || isOfOtherState) && state !== undefined ? { ...address, state } : null
}

type Checked = { readonly address: AddressPayload; readonly errors: readonly FieldProblem[] }
type Saving = { readonly recipientId: string; readonly rule: CartRule }

async function saveAddress(
  context: CallContext,
  tx: Tx,
  newId: CheckoutServices['newId'],
  { address, errors: found }: Checked,
  savingOf: (cart: LockedCart) => Saving,
) {
  let errors = found
  let ids = { addressId: address.addressId, recipientId: address.recipientId }
  const answered = await withOrderableCart(context, tx, async (cart) => {
    const { recipientId, rule } = savingOf(cart)
    if (errors.length === 0 && recipientId !== '') {
      const freight = await freightProblem(context, tx, cart, address, (line) => line.recipientId === recipientId)
      if (freight !== null) errors = [freight]
    }
    const first = errors[0]
    if (first !== undefined) return answerRefused(context, tx, cart, first.problem)
    const isOwn = await isOwnAddressId(context, tx, cart, address.addressId)
    if (!isOwn) return answerRefused(context, tx, cart, { code: 'unknownRecipient' })
    const full = await addressBookProblem(context, tx, address)
    if (full !== null) return answerRefused(context, tx, cart, full)
    const saved = await answerCheckout(context, tx, newId, cart, rule)
    if (saved.reply.isSuccess) {
      ids = { addressId: await storedAddressId(context, tx, newId, address), recipientId }
    }
    return saved
  })
  return answered === isReset ? isReset : savedReply(context, answered, fieldErrors(errors, context.text), ids)
}

function savedReply(
  context: CallContext,
  { reply, priced }: Answered,
  errors: { field: string; message: string }[],
  ids: { addressId: string; recipientId: string },
) {
  return {
    ...reply,
    errors,
    ...ids,
    recipientList: recipientList(priced),
    orderSummary: summaryView(priced, context.text),
  }
}

/** An id of somebody else's address is as unknown as one that does not exist (CALL-91). */
async function isOwnAddressId({ shopper }: CallContext, tx: Tx, cart: LockedCart, addressId: string): Promise<boolean> {
  if (addressId === '' || cart.recipients.some((recipient) => recipient.recipientId === addressId)) return true
  if (shopper.auth === 'guest') return false
  const own = await readAccountAddresses(tx, shopper.shopperId)
  return own.some((saved) => saved.addressId === addressId)
}

/** Why an address cannot be kept in the account as asked for; null when it can, is there already, or need not be. */
export async function addressBookProblem(
  { shopper }: CallContext,
  tx: Tx,
  payload: AddressPayload,
): Promise<Problem | null> {
  if (shopper.auth === 'guest' || !payload.saveToAccount) return null
  const own = await readAccountAddresses(tx, shopper.shopperId)
  const isThere = own.some(({ address }) => isSameAddress(address, storedFields(payload)))
  const { savedAddresses: limit } = limits
  return isThere || own.length < limit ? null : { code: 'addressBookFull', limit }
}

/** The id the address has in the account when the shopper keeps it there; a guest's has none. */
export async function storedAddressId(
  { shopper }: CallContext,
  tx: Tx,
  newId: CheckoutServices['newId'],
  payload: AddressPayload,
): Promise<string> {
  if (shopper.auth === 'guest' || !payload.saveToAccount) return payload.addressId
  return saveAccountAddress(tx, shopper.shopperId, { addressId: newId(), address: storedFields(payload) })
}
