import type { Recipient } from '#domain/cart/cart.ts'
import { comesWithCrew, isCrewPhoneNeeded, shownCrewPhone } from '#domain/shipping/crew.ts'
import type { CartQuote } from '#server/pricing/pricing-service.ts'

type CrewQuote = Pick<CartQuote, 'cart' | 'lines'>

/** What the crew of a home know (CALM-17); null where no crew comes. */
export function crewView(priced: CrewQuote, recipient: Recipient) {
  const kinds = kindsOf(priced, recipient)
  if (!kinds.some(comesWithCrew)) return null
  return {
    phone: shownCrewPhone(recipient),
    accessNotes: recipient.accessNotes,
    isPhoneOfAddress: (recipient.address?.phone ?? '') !== '',
    isPhoneNeeded: isCrewPhoneNeeded(recipient, kinds),
  }
}

/** Whether some home could neither be called nor has booked its hours. */
export function lacksCrewPhone(priced: CrewQuote): boolean {
  return priced.cart.recipients.some((recipient) => isCrewPhoneNeeded(recipient, kindsOf(priced, recipient)))
}

function kindsOf({ lines }: CrewQuote, { recipientId, isPickup }: Recipient) {
  return lines.filter(({ line }) => !isPickup && line.recipientId === recipientId).map(({ facts }) => facts.shipKind)
}
