import { good, type Outcome, refused } from '#domain/outcome.ts'
import { type AddItemChoice, type AddItemPayload, addItemPayload } from './add-item-payload.ts'

/** The product of the shop bar (DATA-20, ATC-36). */
export type SelectedProduct = {
  readonly isNla: boolean
  readonly sku: number
  readonly isStockSku: boolean
  readonly isInstallationServiceRequired: boolean
  readonly installationServiceType: string
  readonly qty: number
  readonly shipMethod: number
}

/** The item the shop bar adds; `notAvailable` for a product that is no longer available (ATC-36). */
export function addItemOfSelected(
  product: SelectedProduct,
  others: Omit<AddItemChoice, 'sku' | 'quantity' | 'installationType' | 'shipMethod'> = {},
): Outcome<AddItemPayload> {
  if (product.isNla) return refused({ code: 'notAvailable', sku: product.sku })
  return good(
    addItemPayload({
      ...others,
      sku: product.sku,
      quantity: product.qty,
      installationType: product.isInstallationServiceRequired ? product.installationServiceType : '',
      shipMethod: product.shipMethod,
    }),
  )
}
