import type { CartLine, LinePersonalization } from '#domain/cart/cart.ts'

/** What makes two adds the same line. */
export type MergeParts = Pick<
  CartLine,
  'sku' | 'optionChoice' | 'personalization' | 'isPickup' | 'locationId' | 'giftRegistryId' | 'installationType'
>

/**
 * Lines with equal keys are one line: the same sku and options, or the same sku and personalization design (SHIP-26,
 * SCENE-22), going the same way: shipped or picked up at the same store, for the same registry, with the same installation.
 */
export function mergeKeyOf(parts: MergeParts): string {
  const what = parts.personalization === null ? `o:${parts.optionChoice}` : `p:${designOf(parts.personalization)}`
  const way = parts.isPickup ? `@${parts.locationId}` : ''
  return [parts.sku, what, way, parts.giftRegistryId || '', parts.installationType].join('|')
}

/** A saved design by its id; else the texts as they will be made. */
function designOf({ type, id, lines }: LinePersonalization): string {
  if (id !== '') return `${type}#${id}`
  return JSON.stringify([type, ...lines.map((line) => [line.elementName, line.text, line.textColor, line.font])])
}
