import type { SkuFacts } from '#domain/catalog/sku.ts'
import { limits } from '#domain/limits.ts'
import { good, type Outcome, refused } from '#domain/outcome.ts'
import type { Problem } from '#domain/problems.ts'
import type { NewRegistry } from '#domain/registry/new-registry.ts'
import { wantedLimits } from '#domain/registry/registry.ts'
import { isForRegistry } from '#domain/registry/registry-button.ts'
import { skuFacts } from '#server/catalog/catalog-store.ts'
import type { Tx } from '#server/db/database.ts'
import type { SavedDesign } from '#server/personalization/design-store.ts'
import {
  changeRegistryDesign,
  lockDesignsForRegistry,
  putInRegistry,
  readRegistryDesigns,
} from '#server/personalization/registry-design-store.ts'
import {
  changeRegistryItem,
  insertRegistry,
  lockRegistries,
  lockRegistryOwner,
  type RegistryItemRow,
  type RegistryOwner,
  type RegistryRow,
  readRegistries,
  readRegistryItems,
  storeRegistryItem,
} from '#server/registry/registry-store.ts'

/** Pieces of a sku to add to a registry. */
export type RegistryAdd = {
  readonly sku: number
  readonly quantity: number
  readonly grId: number
  readonly personalizationId: string
}

/** What was added, with what is known of it; `quantity` are the pieces just added. */
export type RegistryAdded = {
  readonly registry: RegistryRow
  readonly facts: SkuFacts
  readonly quantity: number
  /** The words on it, when it is personalized. */
  readonly design: SavedDesign | null
}

/** Makes a registry and answers its number; `registriesFull` when the owner has as many as she may in this store. */
export async function makeRegistry(tx: Tx, owner: RegistryOwner, registry: NewRegistry): Promise<Outcome<number>> {
  await lockRegistryOwner(tx, owner)
  const { registries: limit } = limits
  if ((await readRegistries(tx, owner)).length >= limit) return refused({ code: 'registriesFull', limit })
  return good(await insertRegistry(tx, owner, registry))
}

/** What was not added, and why. */
export type RegistryLeftOut = {
  readonly sku: number
  /** Null for a sku that the store does not know. */
  readonly facts: SkuFacts | null
  readonly problem: Problem
}

export type RegistryAddOutcome = { readonly added: RegistryAdded[]; readonly leftOut: RegistryLeftOut[] }

/**
 * Adds all items or none; or, when it `leavesOut`, those that can be added, and tells the others. Problems: unknownRegistry (also for one of another shopper), registryClosed, unknownSku, notAvailable,
 * notForRegistry, quantityOutOfRange (also when the sum with what is wanted already is above 99), registryFull.
 */
export async function addToRegistries(
  tx: Tx,
  owner: RegistryOwner,
  adds: readonly RegistryAdd[],
  leavesOut = false,
): Promise<Outcome<RegistryAddOutcome>> {
  const grIds = [...new Set(adds.map(({ grId }) => grId))]
  await lockRegistries(tx, owner, grIds)
  const [registries, items, facts] = await Promise.all([
    readRegistries(tx, owner),
    readRegistryItems(tx, owner.shopperId, grIds),
    skuFacts(
      tx,
      owner.variant,
      adds.map(({ sku }) => sku),
    ),
  ])
  const designs = await lockDesignsForRegistry(
    tx,
    owner,
    adds.map(({ personalizationId }) => personalizationId),
  )
  const isOnce =
    new Set(designs.keys()).size === adds.filter(({ personalizationId }) => designs.has(personalizationId)).length
  if (!isOnce) return refused({ code: 'notForRegistry' })
  const wanted = new Map(items.map((item) => [keyOf(item), item.wanted]))
  const taken: { readonly add: RegistryAdd; readonly added: RegistryAdded }[] = []
  const leftOut: RegistryLeftOut[] = []
  const judgeNext = (add: RegistryAdd): Outcome<RegistryAdded> => {
    const judged = judge(add, registries, facts, designs)
    if (!judged.ok) return judged
    const isDesign = judged.value.design !== null
    const sum = (isDesign ? 0 : (wanted.get(keyOf(add)) ?? 0)) + add.quantity
    if (add.quantity < wantedLimits.min || sum > wantedLimits.max) return outOfRange
    if (!isDesign) wanted.set(keyOf(add), sum)
    return judged
  }
  const leaveOut = ({ sku }: RegistryAdd, problem: Problem) =>
    leftOut.push({ sku, facts: facts.get(sku) ?? null, problem })
  for (const add of adds) {
    const judged = judgeNext(add)
    if (judged.ok) taken.push({ add, added: judged.value })
    else if (leavesOut) leaveOut(add, judged.problem)
    else return judged
  }
  const over = await overFull(
    tx,
    owner,
    taken.map(({ add }) => add),
    items,
  )
  const isFull: Problem = { code: 'registryFull', limit: limits.registryItems }
  if (over.size > 0 && !leavesOut) return refused(isFull)
  for (const add of over) leaveOut(add, isFull)
  const placed = taken.filter(({ add }) => !over.has(add))
  for (const { grId, sku, quantity, personalizationId: designId } of placed.map(({ add }) => add)) {
    if (designId !== '') await putInRegistry(tx, owner.shopperId, { designId, grId, wanted: quantity })
    else await storeRegistryItem(tx, owner.shopperId, { grId, sku, wanted: wanted.get(keyOf({ grId, sku })) ?? 0 })
  }
  return good({ added: placed.map(({ added }) => added), leftOut })
}

/** Sets how many of an item, or of one with a design, are wanted; 0 takes it out. Problems: quantityOutOfRange, unknownRegistry (also when the item is not in it). */
export async function changeWanted(
  tx: Tx,
  owner: RegistryOwner,
  item: RegistryItemRow & { readonly designId: string },
): Promise<Outcome<null>> {
  if (item.wanted < 0 || item.wanted > wantedLimits.max) return outOfRange
  const isOwn = (await readRegistries(tx, owner)).some(({ grId }) => grId === item.grId)
  const change = item.designId === '' ? changeRegistryItem : changeRegistryDesign
  if (!isOwn || !(await change(tx, owner.shopperId, item))) return refused({ code: 'unknownRegistry' })
  return good(null)
}

/** Those for which a registry would ask for more kinds of things than it may; what it asks for already may be wanted more often. */
async function overFull(
  tx: Tx,
  { shopperId }: RegistryOwner,
  adds: readonly RegistryAdd[],
  items: readonly RegistryItemRow[],
): Promise<ReadonlySet<RegistryAdd>> {
  const known = new Set(items.map(keyOf))
  const fresh = adds.filter((add) => add.personalizationId !== '' || !known.has(keyOf(add)))
  if (fresh.length === 0) return new Set()
  const grIds = fresh.map(({ grId }) => grId)
  const there = [...items, ...(await readRegistryDesigns(tx, shopperId, grIds))]
  const over = fresh.filter((add, at) => {
    const before = fresh.slice(0, at + 1).filter(({ grId }) => grId === add.grId)
    const kinds = new Set(before.map((one) => `${keyOf(one)} ${one.personalizationId}`))
    return there.filter(({ grId }) => grId === add.grId).length + kinds.size > limits.registryItems
  })
  return new Set(over)
}

const outOfRange = refused({ code: 'quantityOutOfRange', ...wantedLimits })

function judge(
  { sku, grId, quantity, personalizationId }: RegistryAdd,
  registries: readonly RegistryRow[],
  known: ReadonlyMap<number, SkuFacts>,
  designs: ReadonlyMap<string, SavedDesign>,
): Outcome<RegistryAdded> {
  const registry = registries.find((each) => each.grId === grId)
  if (registry === undefined) return refused({ code: 'unknownRegistry' })
  if (registry.isClosed) return refused({ code: 'registryClosed' })
  const facts = known.get(sku)
  if (facts === undefined) return refused({ code: 'unknownSku' })
  if (!facts.isSold || facts.status === 'nla') return refused({ code: 'notAvailable' })
  const design = designs.get(personalizationId) ?? null
  // a design is put into one registry once, and on the piece it was made for
  const isWrongDesign = personalizationId !== '' && design?.sku !== sku
  if (!isForRegistry(facts) || facts.shipKind === 'donation' || isWrongDesign) {
    return refused({ code: 'notForRegistry' })
  }
  return good({ registry, facts, quantity, design })
}

function keyOf({ grId, sku }: { readonly grId: number; readonly sku: number }): string {
  return `${grId} ${sku}`
}
