import type { ProductDetail, ProductSku } from '#contracts/pages.ts'
import { checkQuantity, defaultQuantity } from '#domain/cart/limits.ts'
import { parseOptionChoice } from '#domain/catalog/option-choice.ts'
import type { Variant } from '#domain/variant.ts'
import type { AddRequest } from '#web/cart/adding/add-request.ts'

/** What a shopper set on a product page; '' for no store and no installation. */
export type Chosen = {
  readonly quantity: number
  readonly pickupStore: string
  readonly installationType: string
}

/** What a form holds that was sent before the scripts had come. */
export function chosenIn(sent: URLSearchParams): Chosen {
  const quantity = checkQuantity(Number(sent.get('Quantity')))
  return {
    quantity: quantity.ok ? quantity.value : defaultQuantity,
    pickupStore: sent.get('IsPickupSelected') === 'true' ? (sent.get('Location') ?? '') : '',
    installationType: sent.get('InstallationServiceType') ?? '',
  }
}

/** The item to add of a product page's sku, and what analytics may know of it. */
export function addRequestOf(product: ProductDetail, sku: ProductSku, chosen: Chosen, variant: Variant): AddRequest {
  return {
    hasGrouper: product.hasGrouper,
    hasCustomConfirmation: sku.hasCustomOrderConfirmation,
    choice: {
      sku: sku.sku,
      quantity: chosen.quantity,
      options: parseOptionChoice(sku.optionChoice) ?? {},
      storeNumber: chosen.pickupStore,
      // what is picked up is not installed (CALM-13)
      installationType: chosen.pickupStore === '' ? chosen.installationType : '',
    },
    tracked: {
      sku: sku.sku,
      quantity: chosen.quantity,
      currentPrice: sku.currentPrice,
      regularPrice: sku.regularPrice,
      priceTypeCode: '',
      markdownTypeCode: '',
      availability: sku.availability,
      category: product.category.name,
      department: product.department,
      class: product.class,
      subclass: product.subclass,
      isPersonalized: false,
      storePickupNumber: chosen.pickupStore,
      name: sku.name,
      brand: variant.brand,
      currencyCode: variant.currency,
      propertyCodes: sku.propertyCodes,
    },
  }
}
