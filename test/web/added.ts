import type { AddedReply } from '#web/cart/adding/add-to-cart.ts'
import { layerOf } from '#web/layers/loaded-layers.ts'
import type { LayerName } from '#web/layers/open-layer.ts'

type Item = AddedReply['items'][number]

export const addOn: AddedReply['addOns'][number] = {
  sku: 201,
  name: 'Wool Throw',
  formattedPrice: '$79.00',
  imagePopup: '',
  imagePath: '/pictures/throw.svg',
  imageUrl: '',
  navigateUrl: '/product/201',
}

/** What analytics may know of a piece. */
export function trackedPiece(sku: number, name: string): AddedReply['trackedAddOns'][number] {
  return {
    sku,
    name,
    quantity: 1,
    currentPrice: 7_900,
    regularPrice: 7_900,
    priceTypeCode: '',
    markdownTypeCode: '',
    availability: 1,
    category: '',
    department: '',
    class: '',
    subclass: '',
    isPersonalized: false,
    storePickupNumber: '',
    brand: 'CB',
    currencyCode: 'USD',
    propertyCodes: [],
  }
}

/** What AddItems answers after a table was added. */
export function addedReply(quantity = 1, patch: Partial<Item> = {}, more: Partial<AddedReply> = {}): AddedReply {
  return {
    isSuccess: true,
    errorMessage: '',
    items: [
      {
        sku: 101,
        name: 'Oak Table, Oat',
        quantity,
        formattedPrice: '$129.99',
        imagePath: '/pictures/table.svg',
        grId: 0,
        registryType: '',
        personalization: null,
        inHousePersonalization: null,
        isInstallationServiceRequired: false,
        formattedInstallationServiceFee: '',
        ...patch,
      },
    ],
    cartQuantity: 5,
    formattedCartSubtotal: '$649.95',
    addOns: [],
    trackedAddOns: [],
    basketVersion: 2,
    changes: [],
    ...more,
  }
}

/** What GetAvailability answers of a table in stock. */
export function availabilityReply(patch: object = {}) {
  return {
    sku: 101,
    shipStatus: 1,
    pickupStatus: 7,
    message: 'Arrives by Wed, Nov 25',
    pickupMessage: '',
    pickupStores: [],
    parts: [{ kind: 'carry', text: '3 to 5 business days on the way' }],
    ...patch,
  }
}

/** Has the scripts that come late ready, so that no test waits for them. */
export async function loadAdding(...layers: readonly LayerName[]): Promise<void> {
  await Promise.all([import('#web/cart/adding/add-to-cart.ts'), ...layers.map((name) => layerOf(name))])
}
