import { CrewDetails } from './crew-details.tsx'
import { DeliveryExtras } from './delivery-extras.tsx'
import { PickupOptions } from './pickup-options.tsx'
import { SplitDelivery } from './split-delivery.tsx'

/** What the step of the deliveries fetches behind itself. */
export const deliveryOptions = { CrewDetails, DeliveryExtras, PickupOptions, SplitDelivery }
