import { AddressBook, KeepAddress } from '#web/homes/address-book.tsx'
import { HomesStep } from '#web/homes/homes-step.tsx'
import { RegistryHome } from '#web/homes/registry-home.tsx'
import { ShippingExtras } from '#web/homes/shipping-extras.tsx'

/** What the shipping step fetches behind itself. */
export const shippingHomes = { AddressBook, HomesStep, KeepAddress, RegistryHome, ShippingExtras }
