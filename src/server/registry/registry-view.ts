import type { z } from 'zod'
import type { giftRegistry, registryItem } from '#contracts/registry/calls.ts'
import type { RegistryItemView, RegistryView } from '#contracts/registry/pages.ts'
import { pictureAddress, productAddress, type SkuFacts } from '#domain/catalog/sku.ts'
import { formatCents } from '#domain/price-format.ts'
import { registryTitle } from '#domain/registry/registry.ts'
import { hasChecklist } from '#domain/registry/registry-types.ts'
import type { Variant } from '#domain/variant.ts'
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
  { registry, facts, quantity }: RegistryAdded,
  variant: Variant,
): z.output<typeof registryItem> {
  return {
    sku: facts.sku,
    name: facts.title,
    quantity,
    formattedPrice: formatCents(facts.currentCents, variant.currency),
    imagePath: pictureAddress(facts.picture),
    grId: registry.grId,
    registryType: registry.registryType,
    personalization: null,
    inHousePersonalization: null,
  }
}

/** A registry for the pages of its owner; an item whose sku has left the catalogue stays by its number. */
export function registryView(
  registry: RegistryRow,
  items: readonly RegistryItemRow[],
  known: ReadonlyMap<number, SkuFacts>,
  { variant, isChecklistEnabled }: { readonly variant: Variant; readonly isChecklistEnabled: boolean },
): RegistryView {
  return {
    grId: registry.grId,
    title: registryTitle(giftRegistryView(registry, variant)),
    ownerNames: registry.ownerNames,
    listType: registry.listType,
    hasChecklist: hasChecklist(registry.registryType, isChecklistEnabled),
    items: items.filter(({ grId }) => grId === registry.grId).map((item) => itemView(item, known.get(item.sku))),
  }
}

function itemView({ sku, wanted }: RegistryItemRow, facts: SkuFacts | undefined): RegistryItemView {
  return {
    sku,
    name: facts?.title ?? `SKU ${sku}`,
    imagePath: pictureAddress(facts?.picture ?? null),
    navigateUrl: productAddress(sku),
    optionChoices: (facts?.optionChoices ?? []).map(({ name, value }) => `${name}: ${value}`).join(', '),
    wanted,
    currentPrice: facts?.currentCents ?? 0,
    regularPrice: facts?.regularCents ?? 0,
    isNla: facts === undefined || facts.status === 'nla',
  }
}

/** 'Jun 12, 2027', as the storefront's country writes it. */
function shortDate(day: string, { locale }: Variant): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
}
