import type { CheckoutReply } from '#contracts/pages.ts'
import type { AddItemChoice } from '#domain/cart/lines/add-item-payload.ts'
import { isInHouse } from '#domain/personalization/types.ts'
import { type AddressValues, valuesOf } from '#web/address/address-values.ts'
import { draftOf } from '#web/checkout/draft.ts'
import type { GiftOptions } from '#web/gift/gift-summary.tsx'

type Item = CheckoutReply['basketItems'][number]

/** What the browser still has of a checkout whose session ended (CALM-21). */
export type EndedSession = {
  readonly step: 1 | 2 | 3 | 4
  readonly isGuest: boolean
  readonly items: readonly {
    readonly title: string
    readonly choice: AddItemChoice
    /** Of a donation, in cents. */
    readonly donation: number | null
  }[]
  readonly promoCode: string
  /** Where all of it goes, as typed; null when the shopper has to say it again, of several homes or a pickup. */
  readonly address: AddressValues | null
  readonly gift: GiftOptions | null
}

// a draft of no cart: the cart it was of is gone
const draft = draftOf<EndedSession>('', 'endedSession')

/** The ended session of this tab; null when none ended. */
export const readEndedSession = draft.read
export const clearEndedSession = draft.clear

/** Notes what the page holds of a cart that its session took along. */
export function noteEndedSession(checkout: CheckoutReply, step: EndedSession['step']): void {
  const [recipient, ...others] = checkout.recipientList
  const isOne = recipient !== undefined && others.length === 0 && !recipient.isPickup
  const drafted = draftOf<AddressValues>(checkout.basketId, 'shipping').read()
  const saved = isOne && recipient.address?.address1 ? valuesOf(recipient.address) : null
  const gifts = draftOf<{ readonly [id: string]: GiftOptions }>(checkout.basketId, 'gift').read()
  draft.write({
    step,
    isGuest: checkout.isGuest,
    items: checkout.basketItems.map((item) => ({
      title: item.title,
      choice: choiceOf(item, checkout),
      donation: item.isDonation ? item.totalPrice : null,
    })),
    promoCode: checkout.promo.discountCode,
    address: drafted ?? saved,
    gift: isOne ? (gifts?.[recipient.id] ?? recipient.giftOptions) : null,
  })
}

function choiceOf(item: Item, { recipientList }: CheckoutReply): AddItemChoice {
  const { sku, quantity, grId, personalization } = item
  const store = recipientList.find(({ id }) => id === item.recipientId)?.storeNumber ?? ''
  return {
    sku,
    quantity,
    giftRegistryId: grId,
    ...(item.isPickup && { storeNumber: store }),
    ...(personalization !== null && {
      personalization: isInHouse(personalization.type)
        ? { personalizationId: personalization.id }
        : { text: personalization.lines.map(({ text }) => text).join('\n') },
    }),
  }
}
