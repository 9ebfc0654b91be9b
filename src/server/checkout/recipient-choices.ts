import type { InputOf } from '#contracts/call.ts'
import type { checkoutCalls } from '#contracts/checkout/calls.ts'
import { isOwnAddress } from '#domain/address/address.ts'
import { isEmail } from '#domain/address/email.ts'
import { isName } from '#domain/address/names.ts'
import { phoneDigits } from '#domain/address/phone.ts'
import {
  type BopsOptions,
  type DateRange,
  type GiftOptions,
  noBops,
  noGift,
  type Recipient,
} from '#domain/cart/cart.ts'
import { chosenLevel } from '#domain/cart/lines/line-rules.ts'
import type { RecipientChoice } from '#domain/cart/recipients/recipient-rules.ts'
import type { ShipKind } from '#domain/catalog/sku.ts'
import { checkGiftMessage } from '#domain/gift/gift-options.ts'
import { good, type Outcome, refused } from '#domain/outcome.ts'
import type { PricedShipment } from '#domain/pricing/cart-facts.ts'
import { type CrewDetails, checkCrewDetails } from '#domain/shipping/crew.ts'
import { linesOf, offeredHolds, offeredWindows } from '#server/checkout/delivery-slots.ts'
import { offeredLevels, shipmentId } from '#server/checkout/recipient-view.ts'
import { splitOf } from '#server/checkout/split-delivery.ts'
import type { CartQuote } from '#server/pricing/pricing-service.ts'

type OptionsInput = InputOf<typeof checkoutCalls.saveShippingAndGiftOptions>
type RecipientInput = OptionsInput['recipients'][number]
type ShipmentInput = RecipientInput['shipments'][number]

/** What step 2 sends, checked against what is offered (OPEN-76); the first problem stops all of it. */
export function choicesOf(priced: CartQuote, { recipients }: OptionsInput): Outcome<RecipientChoice[]> {
  const choices: RecipientChoice[] = []
  for (const input of recipients) {
    const choice = choiceOf(priced, input)
    if (!choice.ok) return choice
    choices.push(choice.value)
  }
  return good(choices)
}

function choiceOf(priced: CartQuote, input: RecipientInput): Outcome<RecipientChoice> {
  const recipient = priced.cart.recipients.find((one) => one.recipientId === input.recipientId)
  if (recipient === undefined) return refused({ code: 'unknownRecipient' })
  const gift = giftOf(input.giftOptions)
  if (!gift.ok) return gift
  const bops = bopsOf(recipient, input.bopsOptions)
  if (!bops.ok) return bops
  const crew = checkCrewDetails(crewSentFor(recipient, input.crew))
  if (!crew.ok) return crew
  const levels = new Map<string, number>()
  let { holidayHold, tripWindowId } = recipient
  const splitLineIds: string[] = []
  for (const sent of input.shipments) {
    const chosen = deliveryOf(priced, recipient, sent)
    if (!chosen.ok) return chosen
    for (const [lineId, level] of chosen.value.levels) levels.set(lineId, level)
    if (chosen.value.holidayHold !== undefined) holidayHold = chosen.value.holidayHold
    if (chosen.value.tripWindowId !== undefined) tripWindowId = chosen.value.tripWindowId
    splitLineIds.push(...chosen.value.splitLineIds)
  }
  return good({
    ...unchanged(recipient),
    ...{ levels, splitLineIds, holidayHold, tripWindowId },
    completeKinds: completeKindsOf(priced, recipient, input.shipments),
    crewPhone: crew.value.phone,
    accessNotes: crew.value.accessNotes,
    giftOptions: gift.value,
    bopsOptions: bops.value,
  })
}

/** CALM-17: what the crew are told; the number that stands in the address anyway is not kept twice. */
function crewSentFor(recipient: Recipient, sent: RecipientInput['crew']): CrewDetails {
  const { crewPhone, accessNotes, address } = recipient
  if (sent === undefined) return { phone: crewPhone, accessNotes }
  const isOfAddress = isOwnAddress(address) && phoneDigits(sent.phone) === address.phone
  return { ...sent, phone: isOfAddress ? '' : sent.phone }
}

/** CALM-16: the kinds whose shipments are to come together; a kind of which none is sent keeps its choice. */
function completeKindsOf(priced: CartQuote, recipient: Recipient, sent: readonly ShipmentInput[]): readonly ShipKind[] {
  const ofShipment = new Map(priced.shipments.map((shipment) => [shipmentId(shipment), linesOf(priced, shipment)]))
  const kindsOf = (shipments: readonly ShipmentInput[]) =>
    shipments.flatMap(({ id }) => ofShipment.get(id)?.map(({ facts }) => facts.shipKind) ?? [])
  const judged = new Set(kindsOf(sent))
  const chosen = kindsOf(sent.filter((shipment) => shipment.isShipCompleteSelected))
  return [...new Set([...recipient.completeKinds.filter((kind) => !judged.has(kind)), ...chosen])].sort()
}

type Levels = readonly (readonly [lineId: string, level: number])[]

/** What was chosen for one shipment; a part that this kind of shipment does not have is left out. */
type Delivery = {
  readonly levels: Levels
  readonly splitLineIds: readonly string[]
  readonly holidayHold?: DateRange | null
  readonly tripWindowId?: number | null
}

/** The choices of a shipment, judged; to ship complete and to hold for the holidays set standard (SHIP-15, SHIP-17). */
function deliveryOf(priced: CartQuote, recipient: Recipient, sent: ShipmentInput): Outcome<Delivery> {
  const { recipientId } = recipient
  const shipment = priced.shipments.find((one) => one.recipientId === recipientId && shipmentId(one) === sent.id)
  if (shipment === undefined) return refused({ code: 'unknownRecipient' })
  const hold = holdOf(priced, recipient, shipment, sent.holidayHold)
  if (!hold.ok) return hold
  const trip = tripOf(priced, recipient, shipment, sent.tripBooking?.selectedWindowId ?? null)
  if (!trip.ok) return trip
  const isStandard = sent.isShipCompleteSelected || sent.holidayHold !== null
  const levels = levelOf(priced, shipment, isStandard ? 1 : sent.selectedServiceLevel)
  if (!levels.ok) return levels
  const split = sent.isSplit ? splitOf(priced, shipment) : null
  // what is not offered any more has been split already, or comes sooner now
  return good({ levels: levels.value, splitLineIds: split?.lineIds ?? [], ...hold.value, ...trip.value })
}

/** OPEN-84: a range as it was offered, or none; nothing is said by what cannot be held. */
function holdOf(
  priced: CartQuote,
  { holidayHold }: Recipient,
  shipment: PricedShipment,
  sent: DateRange | null,
): Outcome<Pick<Delivery, 'holidayHold'>> {
  const isParcel = linesOf(priced, shipment).every(({ facts }) => facts.shipKind === 'parcel')
  if (sent === null) return good(isParcel ? { holidayHold: null } : {})
  const isSame = (one: DateRange | null) => one?.startDate === sent.startDate && one.endDate === sent.endDate
  const isOffered = offeredHolds(priced, shipment).some(isSame) || (isParcel && isSame(holidayHold))
  return isOffered ? good({ holidayHold: sent }) : refused({ code: 'dateNotOffered' })
}

/** OPEN-83: a window that is offered and still free, or none. */
function tripOf(
  priced: CartQuote,
  { tripWindowId }: Recipient,
  shipment: PricedShipment,
  sent: number | null,
): Outcome<Pick<Delivery, 'tripWindowId'>> {
  const windows = offeredWindows(priced, shipment)
  if (sent === null) return good(windows.length === 0 ? {} : { tripWindowId: null })
  if (!windows.some(({ id }) => id === sent)) return refused({ code: 'dateNotOffered' })
  if (priced.fullTrips.has(sent) && sent !== tripWindowId) return refused({ code: 'tripTaken' })
  return good({ tripWindowId: sent })
}

function levelOf(priced: CartQuote, shipment: PricedShipment, level: number): Outcome<Levels> {
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
  priced: CartQuote,
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
  return good({ ...unchanged(recipient), levels, giftOptions: gift.value })
}

/** GIFT-04, GIFT-05: one choice of a pickup recipient, who alone has these; its others stay. */
export function bopsChoice(
  priced: CartQuote,
  recipientId: string,
  chosen: Partial<Pick<BopsOptions, 'giftReceiptOption' | 'baggingOption'>>,
): Outcome<RecipientChoice> {
  const recipient = priced.cart.recipients.find((one) => one.recipientId === recipientId && one.isPickup)
  if (recipient === undefined) return refused({ code: 'unknownRecipient' })
  const bopsOptions = { ...(recipient.bopsOptions ?? noBops), ...chosen }
  return good({ ...unchanged(recipient), levels: new Map(), bopsOptions })
}

/** What of a recipient stays as it is. */
function unchanged(recipient: Recipient): Omit<RecipientChoice, 'levels' | 'splitLineIds'> {
  const { recipientId, completeKinds, holidayHold, tripWindowId, crewPhone, accessNotes } = recipient
  const { giftOptions, bopsOptions } = recipient
  return { recipientId, completeKinds, holidayHold, tripWindowId, crewPhone, accessNotes, giftOptions, bopsOptions }
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
  if (firstName.trim() === '') return refused({ code: 'missingField', label: 'the first name' })
  if (lastName.trim() === '') return refused({ code: 'missingField', label: 'the last name' })
  if (!isName(firstName)) return refused({ code: 'invalidName', label: 'first name' })
  if (!isName(lastName)) return refused({ code: 'invalidName', label: 'last name' })
  if (!isEmail(email)) return refused({ code: 'invalidEmail' })
  if (phone !== '' && phoneDigits(phone) === null) return refused({ code: 'invalidPhone' })
  return good(options)
}
