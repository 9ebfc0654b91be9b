import { AddressBook, SaveAddress } from './address-book.tsx'
import { RecipientsStep } from './recipients-step.tsx'
import { GiftsAmongOthers, RegistrantAddress } from './registrant-address.tsx'
import { ShippingExtras } from './shipping-extras.tsx'

/** What the shipping step fetches behind itself. */
export const recipientParts = {
  AddressBook,
  RecipientsStep,
  SaveAddress,
  RegistrantAddress,
  GiftsAmongOthers,
  ShippingExtras,
}
