import { type Address, buyersAddress } from '#domain/address/address.ts'
import type { BopsOptions, Cart, CartLine, DateRange, GiftOptions, Recipient } from '#domain/cart/cart.ts'
import { noGift, plainGift } from '#domain/cart/cart.ts'
import type { CartRule, NewId } from '#domain/cart/change.ts'
import { changed, unchanged } from '#domain/cart/lines/line-rules.ts'
import type { ShipKind } from '#domain/catalog/sku.ts'
import { good, type Outcome, refused } from '#domain/outcome.ts'

/**
 * Gives every line its recipient once the checkout has begun: shipped lines the first shipping recipient unless they
 * have another, pickup lines the one of their store. Donations go along with the shipped lines, or with the pickup when
 * there is nothing else. Recipients that are missing are made; a pickup recipient without lines goes, and a shipping
 * one too unless it keeps an address. The same cart when nothing had to be done.
 */
export function assignRecipients(cart: Cart, newId: NewId): Cart {
  if (cart.highestStep === 0) return cart
  let recipients = cart.recipients
  const found = (isMine: (recipient: Recipient) => boolean, made: () => Partial<Recipient>): Recipient => {
    const old = recipients.find(isMine)
    if (old !== undefined) return old
    const recipient = newRecipient(recipients, newId(), made())
    recipients = [...recipients, recipient]
    return recipient
  }
  const shipped = cart.lines.filter((line) => !line.isPickup && line.donationCents === null)
  const areGifts = shipped.length > 0 && shipped.every(({ giftRegistryId }) => giftRegistryId !== 0)
  const isAllPickup = cart.lines.every((line) => line.isPickup || line.donationCents !== null)
  const recipientOf = (line: CartLine): Recipient => {
    const { isPickup, locationId } = deliveryMode(line, cart, isAllPickup)
    if (isPickup) {
      return found(
        (one) => one.isPickup && one.locationId === locationId,
        () => ({ isPickup, locationId }),
      )
    }
    const own = recipients.find((one) => !one.isPickup && one.recipientId === line.recipientId)
    return (
      own ??
      found(
        (one) => !one.isPickup,
        () => (areGifts ? { giftOptions: plainGift } : {}),
      )
    )
  }
  const lines = cart.lines.map((line) => {
    const { recipientId } = recipientOf(line)
    return line.recipientId === recipientId ? line : { ...line, recipientId }
  })
  const used = new Set(lines.map((line) => line.recipientId))
  const remaining = recipients.filter((one) => used.has(one.recipientId) || (!one.isPickup && one.address !== null))
  const isSame =
    remaining.length === cart.recipients.length && remaining.every((one, index) => one === cart.recipients[index])
  if (isSame && lines.every((line, index) => line === cart.lines[index])) return cart
  return { ...cart, lines, recipients: isSame ? cart.recipients : remaining }
}

/** What is chosen for a recipient's gift; nothing while only donations are left there, which nobody wraps (CART-13). */
export function giftOptionsOf({ recipientId, giftOptions }: Recipient, lines: readonly CartLine[]): GiftOptions {
  const own = lines.filter((line) => line.recipientId === recipientId)
  return own.length > 0 && own.every(({ donationCents }) => donationCents !== null) ? noGift : giftOptions
}

/** A donation has no way of its own: it goes with the first pickup line when nothing is shipped. */
function deliveryMode(line: CartLine, cart: Cart, isAllPickup: boolean): Pick<CartLine, 'isPickup' | 'locationId'> {
  if (line.donationCents === null || !isAllPickup) return line
  return cart.lines.find((one) => one.isPickup) ?? line
}

const emptyRecipient: Omit<Recipient, 'recipientId' | 'position'> = {
  isPickup: false,
  locationId: null,
  address: null,
  completeKinds: [],
  holidayHold: null,
  tripWindowId: null,
  crewPhone: '',
  accessNotes: '',
  giftOptions: noGift,
  bopsOptions: null,
  isMailWelcome: false,
}

/** A recipient that comes after all others, with nothing chosen yet but that what goes to a registrant is a gift (CALM-67). */
export function newRecipient(
  recipients: readonly Recipient[],
  recipientId: string,
  of: Partial<Omit<Recipient, 'recipientId' | 'position'>>,
): Recipient {
  const position = recipients.reduce((last, one) => Math.max(last, one.position), 0) + 1
  const giftOptions = of.address?.giftRegistryId === undefined ? noGift : plainGift
  return { ...emptyRecipient, giftOptions, ...of, recipientId, position }
}

/** The shipping recipient an address is meant for: the named one, or the first when none is named; else `unknownRecipient`. */
export function shippingRecipient(cart: Cart, recipientId: string): Outcome<Recipient> {
  const recipient =
    recipientId === ''
      ? cart.recipients.find((one) => !one.isPickup)
      : cart.recipients.find((one) => one.recipientId === recipientId && !one.isPickup)
  return recipient === undefined ? refused({ code: 'unknownRecipient' }) : good(recipient)
}

/** SHIP-02: the shipping address of a recipient, already checked. A moved address frees its booked trip and held days (OPEN-20). */
export function saveShippingAddress(recipientId: string, address: Address): CartRule {
  return (cart) => {
    const recipient = shippingRecipient(cart, recipientId)
    if (!recipient.ok) return recipient
    const before = recipient.value.address
    if (before !== null && isSameAddress(before, address)) return unchanged(cart)
    const next = replaceRecipient(cart, movedRecipient(recipient.value, address))
    const facts = { recipientId: recipient.value.recipientId, postalCode: address.postalCode, state: address.state }
    return changed(next, 'shippingAddressSaved', facts, [
      {
        kind: 'shipping',
        lineId: '',
        sku: 0,
        before: before?.postalCode ?? cart.taxZip,
        after: address.postalCode,
      },
    ])
  }
}

/**
 * A home that moves keeps what was chosen for it, but not the days that were offered at the old place, nor how one gets in
 * there; the number it brings is the one to call.
 */
export function movedRecipient(recipient: Recipient, address: Address): Recipient {
  const before = recipient.address
  const isFar = before === null || before.postalCode !== address.postalCode || before.country !== address.country
  const isOtherDoor = isFar || before.address1 !== address.address1 || before.address2 !== address.address2
  return {
    ...recipient,
    address,
    ...(isFar ? { tripWindowId: null, holidayHold: null } : {}),
    ...(isOtherDoor ? { accessNotes: '' } : {}),
    ...(address.phone === '' ? {} : { crewPhone: '' }),
  }
}

/** PAY-58: the billing address, or null for 'same as shipping'. */
export function saveBillingAddress(address: Address | null): CartRule {
  return (cart) => {
    const isSame = address === null
    const before = cart.billingAddress
    const isUnchanged = isSame ? cart.isBillingSame : before !== null && isSameAddress(before, address)
    if (isUnchanged && cart.isBillingSame === isSame) return unchanged(cart)
    return changed({ ...cart, billingAddress: address, isBillingSame: isSame }, 'billingAddressSaved', { isSame }, [])
  }
}

/** Where the bill goes: an own address, or one of those that are shipped to. */
export function billingAddressOf(cart: Cart): Address | null {
  return cart.isBillingSame ? buyersAddress(cart.recipients) : cart.billingAddress
}

/** What step 2 saves of one recipient (SHIP-12); `levels` are the chosen service levels by line. */
export type RecipientChoice = {
  readonly recipientId: string
  readonly levels: ReadonlyMap<string, number>
  /** Lines that are to come as a later delivery of their own, to the same address (CALM-15). */
  readonly splitLineIds?: readonly string[]
  readonly completeKinds: readonly ShipKind[]
  readonly holidayHold: DateRange | null
  readonly tripWindowId: number | null
  readonly crewPhone: string
  readonly accessNotes: string
  readonly giftOptions: GiftOptions
  readonly bopsOptions: BopsOptions | null
}

/** SHIP-12, GIFT-01: choices of recipients, already checked against what is offered. */
export function saveRecipientChoices(choices: readonly RecipientChoice[], newId: NewId): CartRule {
  return (cart) => {
    let next = cart
    for (const choice of choices) {
      const recipient = cart.recipients.find((one) => one.recipientId === choice.recipientId)
      if (recipient === undefined) return refused({ code: 'unknownRecipient' })
      const { levels, splitLineIds = [], ...own } = choice
      const lines = next.lines.map((line) => {
        const level = levels.get(line.lineId)
        return level === undefined || level === line.shipMethod ? line : { ...line, shipMethod: level }
      })
      next = replaceRecipient({ ...next, lines }, { ...recipient, ...own })
      if (splitLineIds.length > 0) next = splitOff(next, recipient.recipientId, splitLineIds, newId())
    }
    if (JSON.stringify([next.recipients, next.lines]) === JSON.stringify([cart.recipients, cart.lines])) {
      return unchanged(cart)
    }
    const facts = { recipients: choices.map(({ recipientId, giftOptions }) => ({ recipientId, giftOptions })) }
    return changed(next, 'recipientChoicesSaved', facts, [])
  }
}

/** The later lines to a recipient of their own at the same address; each of the two deliveries books its own hours. */
function splitOff(cart: Cart, recipientId: string, lineIds: readonly string[], newRecipientId: string): Cart {
  const recipient = cart.recipients.find((one) => one.recipientId === recipientId)
  if (recipient === undefined) return cart
  const { address, crewPhone, accessNotes } = recipient
  const later = newRecipient(cart.recipients, newRecipientId, { address, crewPhone, accessNotes })
  const lines = cart.lines.map((line) =>
    lineIds.includes(line.lineId) ? { ...line, recipientId: newRecipientId } : line,
  )
  const next = replaceRecipient({ ...cart, lines }, { ...recipient, tripWindowId: null })
  return { ...next, recipients: [...next.recipients, later] }
}

/** OPEN-70: whether printed mailings may come to the billing address, or to the shipping address of a recipient. */
export function setMailPreference(place: 'billing' | { readonly recipientId: string }, isWelcome: boolean): CartRule {
  return (cart) => {
    if (place === 'billing') {
      if (cart.isBillingMailWelcome === isWelcome) return unchanged(cart)
      return changed({ ...cart, isBillingMailWelcome: isWelcome }, 'mailPreferenceSet', { place, isWelcome }, [])
    }
    const recipient = shippingRecipient(cart, place.recipientId)
    if (!recipient.ok) return recipient
    if (recipient.value.isMailWelcome === isWelcome) return unchanged(cart)
    const { recipientId } = recipient.value
    const next = replaceRecipient(cart, { ...recipient.value, isMailWelcome: isWelcome })
    return changed(next, 'mailPreferenceSet', { place: recipientId, isWelcome }, [])
  }
}

/** ORDER-10: in-home delivery windows that are no longer to be had, off their recipients; all else stays as it is. */
export function dropTrips(isGone: (windowId: number) => boolean): CartRule {
  return (cart) => {
    const isLost = ({ tripWindowId }: Recipient) => tripWindowId !== null && isGone(tripWindowId)
    if (!cart.recipients.some(isLost)) return unchanged(cart)
    const facts = { windows: cart.recipients.filter(isLost).map(({ tripWindowId }) => tripWindowId) }
    const recipients = cart.recipients.map((one) => (isLost(one) ? { ...one, tripWindowId: null } : one))
    return changed({ ...cart, recipients }, 'tripsDropped', facts, [])
  }
}

/** GIFT-07: switches the tax exemption; whether the account may is judged before. */
export function setTaxExempt(isTaxExempt: boolean): CartRule {
  return (cart) => {
    if (cart.isTaxExempt === isTaxExempt) return unchanged(cart)
    return changed({ ...cart, isTaxExempt }, 'taxExemptionSet', { isTaxExempt }, [])
  }
}

/** Whether two addresses are one home: every field the same, the name too. */
export function isSameAddress(one: Address, other: Address): boolean {
  return (Object.keys(other) as (keyof Address)[]).every((field) => one[field] === other[field])
}

/** The cart with this recipient in the place of the one of its id. */
export function replaceRecipient(cart: Cart, recipient: Recipient): Cart {
  return {
    ...cart,
    recipients: cart.recipients.map((one) => (one.recipientId === recipient.recipientId ? recipient : one)),
  }
}
