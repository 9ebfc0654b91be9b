import type { CartLine, LinePersonalization } from '#domain/cart/cart.ts'
import type { CartRule, NewId } from '#domain/cart/change.ts'
import type { CartChange } from '#domain/cart/events.ts'
import { checkQuantity } from '#domain/cart/limits.ts'
import { availabilityOf, availabilityStatus } from '#domain/catalog/availability.ts'
import type { SkuFacts } from '#domain/catalog/sku.ts'
import { good, type Outcome, refused } from '#domain/outcome.ts'
import { checkLines, linesOfText } from '#domain/personalization/check-lines.ts'
import { putLine } from './line-list.ts'
import { changed, chosenLevel } from './line-rules.ts'
import { mergeKeyOf } from './merge-key.ts'

/** One item a shopper wants (ATC-01), in the words of the house. */
export type ItemRequest = {
  readonly sku: number
  readonly quantity: number
  readonly optionChoice: string
  readonly isPickup: boolean
  /** The pickup store, null when shipped. */
  readonly locationId: number | null
  readonly shipMethod: number
  readonly giftRegistryId: number
  readonly isInstallationRequested: boolean
  readonly installationType: string
  readonly isPersonalized: boolean
  readonly personalizationText: string
  readonly personalizationId: string
}

/** What the catalogue says: facts by sku, and the free pieces of a sku at a store (undefined for a store we do not know). */
export type Shelf = {
  readonly facts: ReadonlyMap<number, SkuFacts>
  readonly freeAtStore: (locationId: number, sku: number) => number | undefined
  /** The shopper's saved designs that are in no cart yet, by id (OPEN-46). */
  readonly designs: ReadonlyMap<string, Design>
  /** 'YYYY-MM-DD'. */
  readonly today: string
  /** Whether a registry that this shopper may buy from asks for this piece; none does when it is left out. */
  readonly isRequested?: (request: Pick<ItemRequest, 'giftRegistryId' | 'sku' | 'personalizationId'>) => boolean
}

/** A saved design: what is put on which piece. */
export type Design = Pick<LinePersonalization, 'type' | 'lines' | 'designHash'> & { readonly sku: number }

/** Adds all items or none (OPEN-44); equal ones become one line of at most 99 pieces. */
export function addItems(requests: readonly ItemRequest[], shelf: Shelf, newId: NewId): CartRule {
  return (cart) => {
    let lines = cart.lines
    const added: { readonly lineId: string; readonly sku: number; readonly quantity: number }[] = []
    for (const request of requests) {
      const line = requestedLine(request, shelf, lines, newId)
      if (!line.ok) return line
      const put = putLine(lines, line.value)
      if (!put.ok) return put
      lines = put.value.lines
      added.push({ lineId: put.value.line.lineId, sku: request.sku, quantity: request.quantity })
    }
    const changes = added.map(({ lineId, sku, quantity }): CartChange => {
      return { kind: 'items', lineId, sku, before: null, after: quantity }
    })
    return changed({ ...cart, lines }, 'itemsAdded', { lines: added }, changes)
  }
}

/** The line that a request asks for, or why it cannot be had; of `others` the same words keep their name. */
export function requestedLine(
  request: ItemRequest,
  shelf: Shelf,
  others: readonly CartLine[],
  newId: NewId,
): Outcome<CartLine> {
  const facts = shelf.facts.get(request.sku)
  if (facts === undefined) return refused({ code: 'unknownSku', sku: request.sku })
  const quantity = checkQuantity(request.quantity)
  if (!quantity.ok) return quantity
  const isToBeHad = checkAvailable(request, facts, shelf)
  if (!isToBeHad.ok) return isToBeHad
  if (request.optionChoice !== '' && sortedChoice(request.optionChoice) !== facts.optionChoice) {
    return refused({ code: 'invalidField', label: 'the options' })
  }
  // a registry the shopper may not see is one we do not know (CALL-91)
  if (request.giftRegistryId !== 0 && !shelf.isRequested?.(request)) return refused({ code: 'unknownRegistry' })
  const installationType = installationOf(request, facts)
  if (!installationType.ok) return installationType
  const personalization = personalizationOf(request, facts, shelf, others)
  if (!personalization.ok) return personalization
  const parts = {
    sku: request.sku,
    optionChoice: facts.optionChoice,
    personalization: personalization.value,
    isPickup: request.isPickup,
    locationId: request.isPickup ? request.locationId : null,
    giftRegistryId: request.giftRegistryId,
    installationType: installationType.value,
  }
  return good({
    lineId: newId(),
    position: 0,
    ...parts,
    mergeKey: mergeKeyOf(parts),
    part: 0,
    quantity: quantity.value,
    shipMethod: chosenLevel(request.shipMethod),
    donationCents: null,
    recipientId: null,
    seenUnitCents: null,
  })
}

function checkAvailable(request: ItemRequest, facts: SkuFacts, shelf: Shelf): Outcome<true> {
  const { sku } = request
  // A donation is added with its amount (OPEN-36), never as an item.
  if (!facts.isSold || facts.status === 'nla' || facts.shipKind === 'donation') {
    return refused({ code: 'notAvailable', sku })
  }
  if (!request.isPickup) {
    const status = availabilityOf(facts, shelf.today)
    return status === availabilityStatus.noLongerAvailable ? refused({ code: 'notAvailable', sku }) : good(true)
  }
  if (request.locationId === null) return refused({ code: 'unknownStore' })
  const free = shelf.freeAtStore(request.locationId, sku)
  if (free === undefined) return refused({ code: 'unknownStore' })
  return free > 0 ? good(true) : refused({ code: 'storeWithoutItem', locationId: request.locationId })
}

/** Choices in another order give the same text (OPEN-47). */
function sortedChoice(text: string): string {
  return text.split('|').sort().join('|')
}

function installationOf(request: ItemRequest, facts: SkuFacts): Outcome<string> {
  // nobody installs what is carried home (CALM-13)
  if (!request.isInstallationRequested || request.isPickup) return good('')
  const requested = request.installationType === '' && facts.services.length === 1 ? facts.services[0]!.type : null
  const type = requested ?? request.installationType
  if (facts.services.some((service) => service.type === type)) return good(type)
  return refused({ code: 'invalidField', label: 'the installation service' })
}

function personalizationOf(
  request: ItemRequest,
  facts: SkuFacts,
  shelf: Shelf,
  others: readonly CartLine[],
): Outcome<LinePersonalization | null> {
  if (!request.isPersonalized) return good(null)
  const template = facts.personalization
  const invalid = refused({ code: 'invalidField', label: 'the personalization' })
  if (template === null) return invalid
  if (request.personalizationId !== '') {
    const design = shelf.designs.get(request.personalizationId)
    if (design === undefined || design.sku !== request.sku || design.type !== template.type) return invalid
    // the same words on the same piece are one line, under the name they were first saved by (SCENE-22)
    // a gift goes by the name it has in its registry
    const isOwn = request.giftRegistryId === 0
    const same = others.find((line) => isOwn && line.sku === request.sku && isSameDesign(line.personalization, design))
    const { type, lines, designHash = '' } = design
    const id = same?.personalization?.id ?? request.personalizationId
    return good({ type, id, lines, ...(designHash === '' ? {} : { designHash }) })
  }
  const lines = checkLines(template, linesOfText(template, request.personalizationText))
  return lines.ok ? good({ type: template.type, id: '', lines: lines.value }) : lines
}

function isSameDesign(one: LinePersonalization | null, other: Design): boolean {
  if (one === null || one.id === '' || one.type !== other.type || one.lines.length !== other.lines.length) return false
  return one.lines.every((line, at) => {
    const beside = other.lines[at]
    const isSameText = line.elementName === beside?.elementName && line.text === beside.text
    return isSameText && line.textColor === beside.textColor && line.font === beside.font
  })
}
