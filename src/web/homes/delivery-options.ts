import { DeliveryExtras } from '#web/homes/delivery-extras.tsx'
import { PickupOptions } from '#web/homes/pickup-options.tsx'

/** What the step of the deliveries fetches behind itself. */
export const deliveryOptions = { DeliveryExtras, PickupOptions }
