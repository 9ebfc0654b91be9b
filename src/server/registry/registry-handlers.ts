import type { registryCalls } from '#contracts/registry/calls.ts'
import type { Problem } from '#domain/problems.ts'
import { isRegistrantMode } from '#domain/registry/registrant-mode.ts'
import { registryAddresses } from '#domain/registry/registry.ts'
import type { CallContext, Handlers } from '#server/http/context.ts'
import { refusalOf } from '#server/http/problem-text.ts'
import { readRegistryDesigns } from '#server/personalization/registry-design-store.ts'
import { addToRegistries, changeWanted } from '#server/registry/registry-service.ts'
import { type RegistryOwner, readRegistries, readRegistryItems } from '#server/registry/registry-store.ts'
import { addedView, giftRegistryView } from '#server/registry/registry-view.ts'

export type RegistryHandlerParts = {
  /** The interactive checklist is switched on in this installation (ROUTE-18). */
  readonly isChecklistEnabled: boolean
}

/** The server behind the registry calls. A guest has no registry, and may not have one. */
export function registryHandlers({ isChecklistEnabled }: RegistryHandlerParts): Handlers<typeof registryCalls> {
  return {
    getRegistryList: {
      kind: 'read',
      async run(context, { sku, page }, sql) {
        const isLoggedIn = context.shopper.auth === 'member'
        const owner = ownerOf(context)
        const registries = isLoggedIn ? await readRegistries(sql, owner) : []
        const grIds = registries.map(({ grId }) => grId)
        const items = [
          ...(await readRegistryItems(sql, owner.shopperId, grIds)),
          ...(await readRegistryDesigns(sql, owner.shopperId, grIds)),
        ]
        const isOwner = page === registryAddresses.list || grIds.some((grId) => page === registryAddresses.view(grId))
        return {
          registryCount: registries.length,
          isLoggedIn,
          isRegistrantMode: isRegistrantMode({ path: page, isSignedIn: isLoggedIn, isOwner }),
          isInteractiveChecklistEnabled: isChecklistEnabled,
          quantityInRegistry: items.reduce((sum, item) => sum + (item.sku === sku ? item.wanted : 0), 0),
          giftRegistries: registries.map((registry) => giftRegistryView(registry, context.variant)),
        }
      },
    },
    addItems: {
      kind: 'change',
      async run(context, { items }, tx) {
        if (context.shopper.auth === 'guest') return { ...refusalOf(context, signInNeeded), items: [] }
        const adds = items.map((item) => ({
          ...{ sku: item.Sku, quantity: item.Quantity, grId: item.GrId },
          personalizationId: item.PersonalizationId,
        }))
        const outcome = await addToRegistries(tx, ownerOf(context), adds)
        if (!outcome.ok) return { ...refusalOf(context, outcome.problem), items: [] }
        return { ...done, items: outcome.value.map((added) => addedView(added, context.variant)) }
      },
    },
    updateItem: {
      kind: 'change',
      async run(context, { GrId: grId, Sku: sku, Quantity: wanted, PersonalizationId: designId }, tx) {
        if (context.shopper.auth === 'guest') return refusalOf(context, signInNeeded)
        const outcome = await changeWanted(tx, ownerOf(context), { grId, sku, wanted, designId })
        return outcome.ok ? done : refusalOf(context, outcome.problem)
      },
    },
  }
}

const done = { isSuccess: true, errorMessage: '' } as const
const signInNeeded: Problem = { code: 'signInNeeded' }

function ownerOf({ shopper, variant }: CallContext): RegistryOwner {
  return { shopperId: shopper.shopperId, variant }
}
