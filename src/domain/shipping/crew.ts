import { isOwnAddress } from '#domain/address/address.ts'
import { phoneDigits } from '#domain/address/phone.ts'
import type { Recipient } from '#domain/cart/cart.ts'
import type { ShipKind } from '#domain/catalog/sku.ts'
import { good, type Outcome, refused } from '#domain/outcome.ts'

/** What the shopper tells the crew who bring furniture or freight (CALM-17). */
export type CrewDetails = {
  /** Ten digits, '' for none. */
  readonly phone: string
  /** Stairs, elevator, gate code. */
  readonly accessNotes: string
}

export const accessNotesLimit = 200

/** Whether people bring goods of a kind, who call before they come and have to get in. */
export function comesWithCrew(kind: ShipKind): boolean {
  return kind === 'furniture' || kind === 'freight'
}

type CrewRecipient = Pick<Recipient, 'address' | 'crewPhone' | 'tripWindowId'>

/** The number that the crew call, as far as whoever orders may see it: a registrant's is hidden (BEYOND-05). */
export function shownCrewPhone({ crewPhone, address }: CrewRecipient): string {
  return crewPhone !== '' || !isOwnAddress(address) ? crewPhone : address.phone
}

/** Whether nobody could agree with this home on a time: no phone number, and no booked window (CALM-17). */
export function isCrewPhoneNeeded(recipient: CrewRecipient, kinds: readonly ShipKind[]): boolean {
  const { crewPhone, address, tripWindowId } = recipient
  if (crewPhone !== '' || (address?.phone ?? '') !== '') return false
  return kinds.some((kind) => comesWithCrew(kind) && !(kind === 'furniture' && tripWindowId !== null))
}

/** The details as they are kept; a phone number of ten digits or none, notes of at most 200 characters. */
export function checkCrewDetails({ phone, accessNotes }: CrewDetails): Outcome<CrewDetails> {
  const digits = phone.trim() === '' ? '' : phoneDigits(phone)
  if (digits === null) return refused({ code: 'invalidPhone' })
  const notes = accessNotes.trim()
  if ([...notes].length > accessNotesLimit) {
    return refused({ code: 'fieldTooLong', label: 'the notes on access', limit: accessNotesLimit })
  }
  return good({ phone: digits, accessNotes: notes })
}
