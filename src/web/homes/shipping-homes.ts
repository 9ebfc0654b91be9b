import { HomesStep } from '#web/homes/homes-step.tsx'
import { ShippingExtras } from '#web/homes/shipping-extras.tsx'

/** What the shipping step fetches behind itself. */
export const shippingHomes = { HomesStep, ShippingExtras }
