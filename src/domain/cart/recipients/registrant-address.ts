import type { Address } from '#domain/address/address.ts'
import type { Cart, Recipient } from '#domain/cart/cart.ts'

/**
 * SHIP-27: a recipient who gets gifts for one registry and nothing else has the registry's address, unless the shopper has
 * said another; who gets anything else has it no longer. In a cart with things for others a recipient has it whom the
 * shopper gave it (SHIP-04). The address keeps its registry's number, by which it is hidden from the giver. The same cart
 * when nothing is to be done.
 */
export function withRegistrantAddresses(cart: Cart): Cart {
  const { registrantAddresses = [] } = cart
  const isTouched = (one: Recipient) =>
    !one.isPickup && (one.address === null || one.address.giftRegistryId !== undefined)
  if (!cart.recipients.some(isTouched)) return cart
  const recipients = cart.recipients.map((recipient) => {
    if (!isTouched(recipient)) return recipient
    const registrant = registrantOf(cart, recipient, registrantAddresses)
    if (registrant === undefined) return recipient.address === null ? recipient : { ...recipient, address: null }
    return { ...recipient, address: { ...registrant.address, giftRegistryId: registrant.grId } }
  })
  const isSame = recipients.every((one, at) => one === cart.recipients[at])
  return isSame ? cart : { ...cart, recipients }
}

function registrantOf(
  cart: Cart,
  { recipientId, address }: Recipient,
  registrants: NonNullable<Cart['registrantAddresses']>,
) {
  const chosen = address?.giftRegistryId ?? 0
  const lines = cart.lines.filter((line) => line.recipientId === recipientId && line.donationCents === null)
  const grId = lines[0]?.giftRegistryId ?? chosen
  const isAll = grId !== 0 && lines.every((line) => line.giftRegistryId === grId)
  // one line of the cart that is for somebody else, and the shopper says where things go
  const isRegistryCart = cart.lines.every((line) => line.donationCents !== null || line.giftRegistryId !== 0)
  return isAll && (isRegistryCart || chosen === grId)
    ? registrants.find((registrant) => registrant.grId === grId)
    : undefined
}

/**
 * CALM-67: where a cart goes that holds gifts for one registry and nothing else, as long as nobody has said where: to the
 * registrant. Null for any other cart, and when the registry has no address.
 */
export function registrantOfCart(cart: Cart): Address | null {
  if (cart.recipients.some(({ isPickup }) => !isPickup)) return null
  const lines = cart.lines.filter(({ donationCents }) => donationCents === null)
  const grId = lines[0]?.giftRegistryId ?? 0
  const isAll = grId !== 0 && lines.every((line) => line.giftRegistryId === grId && !line.isPickup)
  return (isAll && cart.registrantAddresses?.find((one) => one.grId === grId)?.address) || null
}
