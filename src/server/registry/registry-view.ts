import type { z } from 'zod'
import type { giftRegistry, registryItem } from '#contracts/registry/calls.ts'
import type { GiftView, RegistryItemView, RegistryPictureView, RegistryView } from '#contracts/registry/pages.ts'
import { pictureAddress, productAddress, type SkuFacts } from '#domain/catalog/sku.ts'
import { designAddress } from '#domain/personalization/design-address.ts'
import { formatCents } from '#domain/price-format.ts'
import { registryAddresses, registryTitle } from '#domain/registry/registry.ts'
import { registryPictureAddress } from '#domain/registry/registry-picture.ts'
import { hasChecklist } from '#domain/registry/registry-types.ts'
import type { Variant } from '#domain/variant.ts'
import type { SavedDesign } from '#server/personalization/design-store.ts'
import type { RegistryDesign } from '#server/personalization/registry-design-store.ts'
import type { Gift, GiftCount } from '#server/registry/registry-gift-store.ts'
import type { RegistryAdded } from '#server/registry/registry-service.ts'
import type { RegistryItemRow, RegistryRow } from '#server/registry/registry-store.ts'

/** REG-16: a registry in a list to choose from. */
export function giftRegistryView(registry: RegistryRow, variant: Variant): z.output<typeof giftRegistry> {
  const { grId, eventType, listType, registryType, ownerNames } = registry
  const shortEventDate = shortDate(registry.eventDate, variant)
  return { id: grId, eventType, shortEventDate, registryOwnernsName: ownerNames, listType, registryType }
}

/** DATA-18: an item as it was added, with the pieces just added. */
export function addedView(
  { registry, facts, quantity, design }: RegistryAdded,
  variant: Variant,
): z.output<typeof registryItem> {
  const unitCents = facts.currentCents + (facts.personalization?.feeCents ?? 0)
  const formattedTotalPrice = formatCents(unitCents * quantity, variant.currency)
  return {
    sku: facts.sku,
    name: facts.title,
    quantity,
    formattedPrice: formatCents(facts.currentCents, variant.currency),
    imagePath: designAddress(design?.designHash) || pictureAddress(facts.picture),
    grId: registry.grId,
    registryType: registry.registryType,
    personalization: design === null ? null : personalizationOf(design),
    inHousePersonalization: design === null ? null : { pricingDto: { formattedTotalPrice } },
  }
}

function personalizationOf({ type, designId, lines, designHash }: SavedDesign) {
  const hash = designHash === '' ? {} : { designHash }
  return { type, id: designId, lines: lines.map((line) => ({ ...line })), ...hash }
}

export type RegistryViewFacts = {
  readonly variant: Variant
  readonly isChecklistEnabled: boolean
  readonly counts: readonly GiftCount[]
  /** 'YYYY-MM-DD' at the stores. */
  readonly today: string
}

/** A registry for the pages of its owner and its givers; an item whose sku has left the catalogue stays by its number. */
export function registryView(
  registry: RegistryRow,
  items: readonly (RegistryItemRow | RegistryDesign)[],
  known: ReadonlyMap<number, SkuFacts>,
  { variant, isChecklistEnabled, counts, today }: RegistryViewFacts,
): RegistryView {
  return {
    grId: registry.grId,
    title: registryTitle(giftRegistryView(registry, variant)),
    ownerNames: registry.ownerNames,
    listType: registry.listType,
    hasChecklist: hasChecklist(registry.registryType, isChecklistEnabled),
    sharedUrl: registryAddresses.shared(registry.shareId),
    isPublic: registry.isPublic,
    place: registry.address === null ? '' : `${registry.address.city}, ${registry.address.state}`,
    isPast: registry.eventDate < today,
    isClosed: registry.isClosed,
    isSurprise: false,
    picture: pictureView(registry),
    greeting: registry.greeting,
    items: items
      .filter(({ grId }) => grId === registry.grId)
      .map((item) => itemView(item, known.get(item.sku), counts)),
  }
}

/** The picture of a registry; none of one that is closed. */
export function pictureView({ picture, isClosed }: RegistryRow): RegistryPictureView | null {
  if (picture === null || isClosed) return null
  const { id, width, height } = picture
  return { path: registryPictureAddress(id), width, height }
}

/** What its owner sees of a registry that is to surprise her: what was bought only after the event, or when she asks. */
export function surprising(view: RegistryView, { giftMail }: RegistryRow, isRequested = false): RegistryView {
  if (giftMail !== 'surprise' || view.isPast || isRequested) return view
  return { ...view, isSurprise: true, items: view.items.map((item) => ({ ...item, bought: 0, held: 0 })) }
}

function itemView(
  item: RegistryItemRow | RegistryDesign,
  facts: SkuFacts | undefined,
  counts: readonly GiftCount[],
): RegistryItemView {
  const { grId, sku, wanted } = item
  const design = 'designId' in item ? item : null
  const designId = design?.designId ?? ''
  const count = counts.find((one) => one.grId === grId && one.sku === sku && one.designId === designId)
  const fee = design === null ? 0 : (facts?.personalization?.feeCents ?? 0)
  return {
    sku,
    name: facts?.title ?? `SKU ${sku}`,
    designId,
    words: (design?.lines ?? []).flatMap(({ text }) => (text === '' ? [] : text)).join(', '),
    imagePath: designAddress(design?.designHash) || pictureAddress(facts?.picture ?? null),
    navigateUrl: productAddress(sku),
    optionChoices: (facts?.optionChoices ?? []).map(({ name, value }) => `${name}: ${value}`).join(', '),
    wanted,
    bought: count?.bought ?? 0,
    held: count?.held ?? 0,
    currentPrice: (facts?.currentCents ?? 0) + fee,
    regularPrice: (facts?.regularCents ?? 0) + fee,
    isNla: facts === undefined || facts.status === 'nla',
  }
}

/** What was given, as its registrant thanks for it. */
export function giftView(
  gift: Gift,
  items: readonly RegistryItemView[],
  known: ReadonlyMap<number, SkuFacts>,
): GiftView {
  const { orderId, lineNo, giverNames, message, quantity, isThanked } = gift
  const item = items.find(({ sku, designId }) => sku === gift.sku && designId === gift.designId)
  const facts = known.get(gift.sku)
  return {
    ...{ orderId, lineNo, giverNames, message, quantity, isThanked },
    name: facts?.title ?? `SKU ${gift.sku}`,
    words: item?.words ?? '',
    imagePath: item?.imagePath ?? pictureAddress(facts?.picture ?? null),
    placedAt: gift.placedAt.toISOString(),
  }
}

/** 'Jun 12, 2027', as the storefront's country writes it. */
function shortDate(day: string, { locale }: Variant): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
}
