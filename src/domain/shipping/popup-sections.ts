import { shipMethod } from './methods.ts'

/** The parts of the shipping and delivery popup, one per way that an item travels. */
export const shippingSections = ['standard', 'localInHome', 'longDistanceInHome', 'basicFreight', 'giftCard'] as const
export type ShippingSection = (typeof shippingSections)[number]

const sectionOf: { readonly [method: number]: ShippingSection } = {
  [shipMethod.standard]: 'standard',
  [shipMethod.premium]: 'standard',
  [shipMethod.express]: 'standard',
  [shipMethod.localInHome]: 'localInHome',
  [shipMethod.longDistanceInHome]: 'longDistanceInHome',
  [shipMethod.basicFreight]: 'basicFreight',
  [shipMethod.giftCard]: 'giftCard',
}

/**
 * What the popup shows for an item's calculated ship method, never for the one asked for (SHIPPOP-04 to SHIPPOP-10);
 * everything for a value that names no section or is missing.
 */
export function sectionsFor(calculatedShipMethod: number | undefined): readonly ShippingSection[] {
  const section = sectionOf[calculatedShipMethod ?? 0]
  return section === undefined ? shippingSections : [section]
}
