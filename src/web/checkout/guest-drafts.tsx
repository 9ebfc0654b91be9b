import { useLayoutEffect } from 'react'
import type { CheckoutReply } from '#contracts/pages.ts'
import { type AddressValues, valuesOf } from '#web/address/address-values.ts'
import { useCheckout } from '#web/checkout/checkout-context.ts'
import { draftOf } from '#web/checkout/draft.ts'
import { noteLastStep } from '#web/checkout/ended-session.ts'
import { receivers } from '#web/checkout/receivers.ts'
import type { GiftOptions } from '#web/gift/gift-summary.tsx'

/** What a guest's cart holds of addresses and gifts, which does not come along into the cart of an account. */
type Guest = {
  readonly basketId: string
  readonly recipientId: string
  /** Where all of it goes; of a pickup who comes and where the bill goes. */
  readonly shipping: AddressValues | null
  /** Where it goes when that is several addresses. */
  readonly several: readonly AddressValues[]
  readonly billing: AddressValues | null
  readonly gift: GiftOptions | null
}

// of no cart: it is looked for from another one
const guest = draftOf<Guest>('', 'guest')
const broughtGift = (basketId: string) => draftOf<GiftOptions>(basketId, 'broughtGift')
const broughtAddresses = (basketId: string) => draftOf<readonly AddressValues[]>(basketId, 'broughtAddresses')

/** Keeps in this tab what a guest has typed; whoever signs in then finds it at the steps (CALM-28). Stands before the steps, whose forms read it. */
export function GuestDrafts(): null {
  const { checkout, step } = useCheckout()
  useLayoutEffect(() => (checkout.isGuest ? noteGuest(checkout) : bringDrafts(checkout.basketId)), [checkout])
  useLayoutEffect(() => noteLastStep(checkout, step), [checkout, step])
  return null
}

function noteGuest(checkout: CheckoutReply): void {
  const { basketId, recipientList, isBillingSame, billingAddress } = checkout
  const [first, ...others] = recipientList
  const isOne = first !== undefined && others.length === 0 && !first.isPickup
  const shipped = receivers(checkout).filter(({ isPickup }) => !isPickup)
  const addresses = shipped.flatMap(({ address }) => (address?.address1 ? [valuesOf(address)] : []))
  const billing = !isBillingSame && billingAddress?.address1 ? valuesOf(billingAddress) : null
  guest.write({
    basketId,
    recipientId: first?.id ?? '',
    // beside a pickup there may be one address, too
    shipping: shipped.length === 0 ? billing : addresses.length === 1 ? (addresses[0] ?? null) : null,
    several: addresses.length > 1 ? addresses : [],
    billing,
    gift: isOne && first.giftOptions.isGift ? first.giftOptions : null,
  })
}

/** What was typed last counts, then what the guest's cart held. */
function bringDrafts(basketId: string): void {
  const left = guest.read()
  if (left === null) return
  guest.clear()
  for (const form of ['shipping', 'billing'] as const) {
    const from = draftOf<AddressValues>(left.basketId, form)
    const values = from.read() ?? left[form]
    if (values !== null) draftOf<AddressValues>(basketId, form).write(values)
    from.clear()
  }
  if (left.several.length > 0) broughtAddresses(basketId).write(left.several)
  const gifts = draftOf<{ readonly [recipientId: string]: GiftOptions }>(left.basketId, 'gift')
  const gift = gifts.read()?.[left.recipientId] ?? left.gift
  if (gift?.isGift) broughtGift(basketId).write(gift)
  gifts.clear()
}

/** The gift that a guest chose before the sign-in, once; null when there is none. */
export function takeBroughtGift(basketId: string): GiftOptions | null {
  const draft = broughtGift(basketId)
  const gift = draft.read()
  draft.clear()
  return gift
}

/** The addresses that a guest's order went to before the sign-in; none when it was one. */
export function readBroughtAddresses(basketId: string): readonly AddressValues[] {
  return broughtAddresses(basketId).read() ?? []
}

/** They are wanted no more: all of it goes to one address. */
export function clearBroughtAddresses(basketId: string): void {
  broughtAddresses(basketId).clear()
}
