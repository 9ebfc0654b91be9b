import { AddressBook, SaveAddress } from './address-book.tsx'
import { HomesStep } from './homes-step.tsx'
import { RegistryHome } from './registry-home.tsx'
import { ShippingExtras } from './shipping-extras.tsx'

/** What the shipping step fetches behind itself. */
export const shippingHomes = { AddressBook, HomesStep, SaveAddress, RegistryHome, ShippingExtras }
