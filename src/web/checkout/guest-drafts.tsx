import { useLayoutEffect } from 'react'
import type { CheckoutReply } from '#contracts/pages.ts'
import { type AddressValues, valuesOf } from '#web/address/address-values.ts'
import { useCheckout } from '#web/checkout/checkout-context.ts'
import { draftOf } from '#web/checkout/draft.ts'
import { noteLastStep } from '#web/checkout/ended-session.ts'
import type { GiftOptions } from '#web/gift/gift-summary.tsx'

/** What a guest's cart holds for its one home, which does not come along into the cart of an account. */
type Guest = {
  readonly basketId: string
  readonly recipientId: string
  readonly shipping: AddressValues | null
  readonly billing: AddressValues | null
  readonly gift: GiftOptions | null
}

// of no cart: it is looked for from another one
const guest = draftOf<Guest>('', 'guest')
const broughtGift = (basketId: string) => draftOf<GiftOptions>(basketId, 'broughtGift')

/** Keeps in this tab what a guest has typed; whoever signs in then finds it at the steps (CALM-28). Stands before the steps, whose forms read it. */
export function GuestDrafts(): null {
  const { checkout, step } = useCheckout()
  useLayoutEffect(() => (checkout.isGuest ? noteGuest(checkout) : bringDrafts(checkout.basketId)), [checkout])
  useLayoutEffect(() => noteLastStep(checkout, step), [checkout, step])
  return null
}

function noteGuest({ basketId, recipientList, isBillingSame, billingAddress }: CheckoutReply): void {
  const [home, ...others] = recipientList
  const isOne = home !== undefined && others.length === 0 && !home.isPickup
  guest.write({
    basketId,
    recipientId: home?.id ?? '',
    shipping: isOne && home.address?.address1 ? valuesOf(home.address) : null,
    billing: !isBillingSame && billingAddress?.address1 ? valuesOf(billingAddress) : null,
    gift: isOne && home.giftOptions.isGift ? home.giftOptions : null,
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
