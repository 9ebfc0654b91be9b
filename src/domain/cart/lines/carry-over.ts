import type { CartLine, LinePersonalization } from '#domain/cart/cart.ts'
import type { PersonalizationTemplate, SkuFacts } from '#domain/catalog/sku.ts'
import { checkLines, type LineText, type MadeLine, textOfLines } from '#domain/personalization/check-lines.ts'
import type { ItemRequest } from './add-items.ts'

/** What of a line does not go over to another piece of its product (CALM-12). */
export type Loss = 'words' | 'installation' | 'registry'

/** What goes when a line becomes this piece; `isRequested`: the registry that it is a gift for asks for the piece as well. */
export function lossesOf(line: CartLine, piece: SkuFacts, isRequested: boolean): readonly Loss[] {
  const losses: Loss[] = []
  if (line.personalization !== null && carriedWords(line.personalization, piece.personalization) === null) {
    losses.push('words')
  }
  if (line.installationType !== '' && !piece.services.some(({ type }) => type === line.installationType)) {
    losses.push('installation')
  }
  if (line.giftRegistryId !== 0 && !isRequested) losses.push('registry')
  return losses
}

/** The words of a line as they would be made on another piece; null where they do not go on it. */
export function carriedWords(
  { type, lines }: LinePersonalization,
  template: PersonalizationTemplate | null,
): readonly MadeLine[] | null {
  if (template === null || template.type !== type) return null
  const texts: readonly LineText[] = lines.filter(({ text }) => text !== '')
  const made = checkLines(template, texts)
  return made.ok ? made.value : null
}

/** A line as it is, in the words of an add: what a change of it starts from. */
export function requestOf(line: CartLine, template: PersonalizationTemplate | null): ItemRequest {
  const { sku, quantity, isPickup, locationId, shipMethod, giftRegistryId, installationType, personalization } = line
  const texts = template?.lines.map(({ elementName }) => textOf(personalization, elementName)) ?? []
  return {
    ...{ sku, quantity, optionChoice: '', isPickup, locationId, shipMethod, giftRegistryId },
    isInstallationRequested: installationType !== '',
    installationType,
    isPersonalized: personalization !== null,
    personalizationText: textOfLines(texts),
    personalizationId: personalization?.id ?? '',
  }
}

function textOf(personalization: LinePersonalization | null, elementName: string): string {
  return personalization?.lines.find((line) => line.elementName === elementName)?.text ?? ''
}
