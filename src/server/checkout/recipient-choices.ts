import type { InputOf } from '#contracts/call.ts'
import type { checkoutCalls } from '#contracts/checkout/calls.ts'
import { isEmail } from '#domain/address/email.ts'
import { isName } from '#domain/address/names.ts'
import { phoneDigits } from '#domain/address/phone.ts'
import { type BopsOptions, type GiftOptions, noGift, type Recipient } from '#domain/cart/cart.ts'
import { chosenLevel } from '#domain/cart/line-rules.ts'
import type { RecipientChoice } from '#domain/cart/recipient-rules.ts'
import { checkGiftMessage } from '#domain/gift/gift-options.ts'
import { good, type Outcome, refused } from '#domain/outcome.ts'
import type { PricedShipment } from '#domain/pricing/cart-facts.ts'
import { linesOf, offeredLevels, shipmentId } from '#server/checkout/recipient-view.ts'
import type { PricedBasket } from '#server/pricing/pricing-service.ts'

type OptionsInput = InputOf<typeof checkoutCalls.saveShippingAndGiftOptions>
type RecipientInput = OptionsInput['recipients'][number]
type ShipmentInput = RecipientInput['shipments'][number]

/** What step 2 sends, checked against what is offered (OPEN-76); the first problem stops all of it. */
export function choicesOf(priced: PricedBasket, { recipients }: OptionsInput): Outcome<RecipientChoice[]> {
  const choices: RecipientChoice[] = []
  for (const input of recipients) {
    const choice = choiceOf(priced, input)
    if (!choice.ok) return choice
    choices.push(choice.value)
  }
  return good(choices)
}

function choiceOf(priced: PricedBasket, input: RecipientInput): Outcome<RecipientChoice> {
  const recipient = priced.cart.recipients.find((one) => one.recipientId === input.recipientId)
  if (recipient === undefined) return refused({ code: 'unknownRecipient' })
  const gift = giftOf(input.giftOptions)
  if (!gift.ok) return gift
  const bops = bopsOf(recipient, input.bopsOptions)
  if (!bops.ok) return bops
  const levels = new Map<string, number>()
  for (const sent of input.shipments) {
    const chosen = levelsOf(priced, recipient, sent)
    if (!chosen.ok) return chosen
    for (const [lineId, level] of chosen.value) levels.set(lineId, level)
  }
  return good({
    ...kept(recipient),
    levels,
    isShipComplete: input.shipments.some((shipment) => shipment.isShipCompleteSelected),
    giftOptions: gift.value,
    bopsOptions: bops.value,
  })
}

/** The level of each line of a shipment; choosing to ship complete sets standard (SHIP-17). */
function levelsOf(
  priced: PricedBasket,
  { recipientId }: Recipient,
  sent: ShipmentInput,
): Outcome<readonly (readonly [string, number])[]> {
  const shipment = priced.shipments.find((one) => one.recipientId === recipientId && shipmentId(one) === sent.id)
  if (shipment === undefined) return refused({ code: 'unknownRecipient' })
  // no holds or trips are offered yet, so every date is one that was not
  if (sent.holidayHold !== null || (sent.tripBooking?.selectedWindowId ?? null) !== null) {
    return refused({ code: 'dateNotOffered' })
  }
  return levelOf(priced, shipment, sent.isShipCompleteSelected ? 1 : sent.selectedServiceLevel)
}

function levelOf(
  priced: PricedBasket,
  shipment: PricedShipment,
  level: number,
): Outcome<readonly (readonly [string, number])[]> {
  const lines = linesOf(priced, shipment)
  const offered: readonly number[] = offeredLevels(lines, shipment)
  if (level === shipment.shipMethod) return good([])
  // nothing can be chosen for furniture, freight and gift cards: ship complete leaves them as they are
  if (offered.length <= 1 && level === 1) return good([])
  if (!offered.includes(level)) return refused({ code: 'invalidField', label: 'the delivery' })
  return good(lines.map(({ line }) => [line.lineId, chosenLevel(level)] as const))
}

/** One recipient's gift options and service level at once (GIFT-01). */
export function giftChoice(
  priced: PricedBasket,
  recipientId: string,
  sent: { readonly giftOptions: GiftOptions; readonly serviceLevel: number | null },
): Outcome<RecipientChoice> {
  const recipient = priced.cart.recipients.find((one) => one.recipientId === recipientId)
  if (recipient === undefined) return refused({ code: 'unknownRecipient' })
  const gift = giftOf(sent.giftOptions)
  if (!gift.ok) return gift
  const levels = new Map<string, number>()
  const { serviceLevel } = sent
  if (serviceLevel !== null && !recipient.isPickup) {
    const own = priced.shipments.filter((shipment) => shipment.recipientId === recipientId)
    const fitting = own.filter((shipment) =>
      (offeredLevels(linesOf(priced, shipment), shipment) as readonly number[]).includes(serviceLevel),
    )
    const isKnown = fitting.length > 0 || serviceLevel === 1 || own.some((one) => one.shipMethod === serviceLevel)
    if (!isKnown) return refused({ code: 'invalidField', label: 'the delivery' })
    for (const shipment of fitting) {
      const chosen = levelOf(priced, shipment, serviceLevel)
      if (!chosen.ok) return chosen
      for (const [lineId, level] of chosen.value) levels.set(lineId, level)
    }
  }
  return good({ ...kept(recipient), levels, giftOptions: gift.value })
}

function kept({ recipientId, isShipComplete, holidayHold, tripWindowId, giftOptions, bopsOptions }: Recipient) {
  return { recipientId, isShipComplete, holidayHold, tripWindowId, giftOptions, bopsOptions }
}

/** OPEN-77: a message of at most 240 characters; without a gift nothing of it is kept. */
function giftOf(options: GiftOptions): Outcome<GiftOptions> {
  if (!options.isGift) return good(noGift)
  const message = checkGiftMessage(options.giftMessage)
  return message.ok ? good({ ...options, giftMessage: message.value }) : message
}

/** SHIP-28: only a pickup recipient has these; the contact's fields are judged when they are filled. */
function bopsOf(recipient: Recipient, options: BopsOptions | null): Outcome<BopsOptions | null> {
  if (!recipient.isPickup) return good(null)
  const contact = options?.pickupContact ?? null
  if (contact === null) return good(options)
  const { firstName, lastName, email, phone } = contact
  if (!isName(firstName)) return refused({ code: 'invalidName', label: 'first name' })
  if (!isName(lastName)) return refused({ code: 'invalidName', label: 'last name' })
  if (!isEmail(email)) return refused({ code: 'invalidEmail' })
  if (phone !== '' && phoneDigits(phone) === null) return refused({ code: 'invalidPhone' })
  return good(options)
}
