import type { CheckoutReply } from '#contracts/pages.ts'
import { receivers } from '#web/checkout/receivers.ts'

type Delivered = Pick<CheckoutReply, 'recipientList' | 'basketItems'>

/** Why the shopper has to say where it goes, although her wallet gave an address; '' when that will do. */
export function whyAskHome(checkout: Delivered): string {
  const shipped = receivers(checkout).filter((one) => !one.isPickup)
  if (shipped.length > 1) return 'Your items go to several homes. Please look at each address.'
  const isGift = checkout.basketItems.some(({ grId }) => grId !== 0)
  return isGift || shipped.some(({ address }) => address?.address1 === '')
    ? 'A gift from a registry is among your items. Please say where it goes.'
    : ''
}

/** What a delivery still has to be asked about; '' when its standard way will do. */
export function whyAskDelivery({ recipientList }: Delivered, wallet: string): string {
  const filled = `Your address is filled in from ${wallet}.`
  if (recipientList.some(({ isBoxForFreight }) => isBoxForFreight))
    return `${filled} Furniture needs the street address of a home.`
  return recipientList.some(({ crew }) => crew?.isPhoneNeeded)
    ? `${filled} The crew calls before it comes: please give a phone number.`
    : ''
}

/** What the shopper may want to choose of a delivery that will come as it stands, for the review; '' for nothing. */
export function whatCanBeChosen({ recipientList }: Delivered): string {
  const isWindowOpen = recipientList
    .flatMap(({ shipments }) => shipments)
    .some(
      ({ tripBooking }) => tripBooking?.selectedWindowId === null && tripBooking.windows.some(({ isFree }) => isFree),
    )
  return isWindowOpen
    ? 'The crew calls you to arrange a day. To choose one now, press Edit at Shipping & Gift Options.'
    : ''
}
