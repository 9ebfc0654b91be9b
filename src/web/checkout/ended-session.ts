import type { CheckoutReply } from '#contracts/pages.ts'
import type { AddItemChoice } from '#domain/cart/lines/add-item-payload.ts'
import { isInHouse } from '#domain/personalization/types.ts'
import { type AddressValues, valuesOf } from '#web/address/address-values.ts'
import { draftOf } from '#web/checkout/draft.ts'
import type { GiftOptions } from '#web/gift/gift-summary.tsx'

type Item = CheckoutReply['basketItems'][number]
type DesignWords = NonNullable<Item['personalization']>['lines'][number]

/** What the browser still has of a checkout whose session ended (CALM-21). */
export type EndedSession = {
  readonly step: 1 | 2 | 3 | 4
  readonly isGuest: boolean
  readonly items: readonly {
    readonly title: string
    readonly choice: AddItemChoice
    /** The words of a design that was made in-house, whose id goes with the session. */
    readonly words?: readonly DesignWords[]
    /** Of a donation, in cents. */
    readonly donation: number | null
  }[]
  readonly promoCode: string
  /** Where all of it goes, as typed; null when the shopper has to say it again, of several homes or a pickup. */
  readonly address: AddressValues | null
  readonly gift: GiftOptions | null
  /** How fast each shipment of it was to come, by a thing in it. */
  readonly levels: readonly { readonly sku: number; readonly level: number }[]
  /** Where the bill goes when that is elsewhere. */
  readonly billing: AddressValues | null
}

/** What a step showed last: should its session end, the cart may come back after a reload, too. */
type LastStep = { readonly shown: EndedSession; readonly basketId: string; readonly recipientId: string }

// drafts of no cart: the cart they were of is gone
const draft = draftOf<EndedSession>('', 'endedSession')
const lastStep = draftOf<LastStep>('', 'lastStep')

/** The ended session of this tab; null when none ended. */
export const readEndedSession = draft.read

/** Whether a step was shown in this tab whose cart may have ended since. */
export function hasLastStep(): boolean {
  return lastStep.read() !== null
}

export function clearEndedSession(): void {
  draft.clear()
  lastStep.clear()
}

/** Notes what a step shows, for as long as its cart lives. */
export function noteLastStep(checkout: CheckoutReply, step: EndedSession['step']): void {
  lastStep.write(stepOf(checkout, step))
}

/** Notes what the page holds of a cart that its session took along. */
export function noteEndedSession(checkout: CheckoutReply, step: EndedSession['step']): void {
  end(stepOf(checkout, step))
}

/** The same of the step that was shown last; it is looked at once. */
export function endLastStep(): void {
  const last = lastStep.read()
  if (last !== null) end(last)
  lastStep.clear()
}

/** What was typed last counts, then what the cart held. */
function end({ shown, basketId, recipientId }: LastStep): void {
  const drafted = draftOf<AddressValues>(basketId, 'shipping').read()
  const gifts = draftOf<{ readonly [id: string]: GiftOptions }>(basketId, 'gift').read()
  const gift = shown.gift === null ? null : (gifts?.[recipientId] ?? shown.gift)
  const billing = draftOf<AddressValues>(basketId, 'billing').read()
  draft.write({ ...shown, address: drafted ?? shown.address, gift, billing: billing ?? shown.billing })
}

function stepOf(checkout: CheckoutReply, step: EndedSession['step']): LastStep {
  const [recipient, ...others] = checkout.recipientList
  const isOne = recipient !== undefined && others.length === 0 && !recipient.isPickup
  const shown: EndedSession = {
    step,
    isGuest: checkout.isGuest,
    items: checkout.basketItems.map((item) => ({
      title: item.title,
      choice: choiceOf(item, checkout),
      ...(item.personalization !== null && isDesigned(item) && { words: item.personalization.lines }),
      donation: item.isDonation ? item.totalPrice : null,
    })),
    promoCode: checkout.promo.discountCode,
    address: isOne && recipient.address?.address1 ? valuesOf(recipient.address) : null,
    gift: isOne ? recipient.giftOptions : null,
    levels: isOne
      ? recipient.shipments.map(({ items, selectedServiceLevel: level }) => ({ sku: items[0]?.sku ?? 0, level }))
      : [],
    billing: !checkout.isBillingSame && checkout.billingAddress?.address1 ? valuesOf(checkout.billingAddress) : null,
  }
  return { shown, basketId: checkout.basketId, recipientId: recipient?.id ?? '' }
}

function choiceOf(item: Item, { recipientList }: CheckoutReply): AddItemChoice {
  const { sku, quantity, grId, personalization } = item
  const store = recipientList.find(({ id }) => id === item.recipientId)?.storeNumber ?? ''
  return {
    sku,
    quantity,
    giftRegistryId: grId,
    ...(item.isPickup && { storeNumber: store }),
    ...(personalization !== null &&
      !isDesigned(item) && {
        personalization: { text: personalization.lines.map(({ text }) => text).join('\n') },
      }),
  }
}

function isDesigned({ personalization }: Item): boolean {
  return personalization !== null && isInHouse(personalization.type)
}
