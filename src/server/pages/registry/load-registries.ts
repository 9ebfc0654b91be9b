import type { GiftView, RegistryView } from '#contracts/registry/pages.ts'
import type { SkuFacts } from '#domain/catalog/sku.ts'
import { storeDay } from '#domain/days.ts'
import type { Variant } from '#domain/variant.ts'
import { skuFacts } from '#server/catalog/catalog-store.ts'
import type { Database } from '#server/db/database.ts'
import { readRegistryDesigns } from '#server/personalization/registry-design-store.ts'
import { readGiftCounts, readGifts } from '#server/registry/registry-gift-store.ts'
import { type RegistryRow, readRegistryItems } from '#server/registry/registry-store.ts'
import { giftView, registryView } from '#server/registry/registry-view.ts'

export type RegistryParts = { readonly database: Database; readonly isChecklistEnabled: boolean }

export type LoadedRegistries = {
  readonly views: RegistryView[]
  readonly known: ReadonlyMap<number, SkuFacts>
  readonly gifts: GiftView[]
}

/** Registries of one owner with their items and honest counts; with the gifts of the only one when they are asked for. */
export async function loadRegistries(
  { database, isChecklistEnabled }: RegistryParts,
  { shopperId, variant, now }: { readonly shopperId: string; readonly variant: Variant; readonly now: Date },
  registries: readonly RegistryRow[],
  withGifts = false,
): Promise<LoadedRegistries> {
  const grIds = registries.map((each) => each.grId)
  const [only] = grIds
  const [plain, designs, counts, given] = await Promise.all([
    readRegistryItems(database, shopperId, grIds),
    readRegistryDesigns(database, shopperId, grIds),
    readGiftCounts(database, grIds),
    withGifts && only !== undefined ? readGifts(database, only) : [],
  ])
  const items = [...plain, ...designs]
  const skus = [...items, ...given].map(({ sku }) => sku)
  const known = await skuFacts(database, variant, [...new Set(skus)])
  const facts = { variant, isChecklistEnabled, counts, today: storeDay(now) }
  const views = registries.map((each) => registryView(each, items, known, facts))
  const gifts = given.map((gift) => giftView(gift, views[0]?.items ?? [], known))
  return { views, known, gifts }
}
