import type { registryCalls } from '#contracts/registry/calls.ts'
import { isMadeToOrder } from '#domain/catalog/property-codes.ts'
import type { Problem } from '#domain/problems.ts'
import { isRegistrantMode } from '#domain/registry/registrant-mode.ts'
import { registryAddresses, wantedLimits } from '#domain/registry/registry.ts'
import type { CallContext, Handlers } from '#server/http/context.ts'
import { problemText, refusalOf } from '#server/http/problem-text.ts'
import { readRegistryDesigns } from '#server/personalization/registry-design-store.ts'
import { addToRegistries, changeWanted, type RegistryLeftOut } from '#server/registry/registry-service.ts'
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
        const all = isLoggedIn ? await readRegistries(sql, owner) : []
        // nothing is put into a closed one
        const registries = all.filter(({ isClosed }) => !isClosed)
        const grIds = registries.map(({ grId }) => grId)
        const items = [
          ...(await readRegistryItems(sql, owner.shopperId, grIds)),
          ...(await readRegistryDesigns(sql, owner.shopperId, grIds)),
        ]
        const isOwner = page === registryAddresses.list || all.some(({ grId }) => page === registryAddresses.view(grId))
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
      async run(context, { items, LeavesOut: leavesOut }, tx) {
        if (context.shopper.auth === 'guest') return { ...refusalOf(context, signInNeeded), items: [] }
        const adds = items.map((item) => ({
          ...{ sku: item.Sku, quantity: item.Quantity, grId: item.GrId },
          personalizationId: item.PersonalizationId,
        }))
        const outcome = await addToRegistries(tx, ownerOf(context), adds, leavesOut)
        if (!outcome.ok) return { ...refusalOf(context, outcome.problem), items: [] }
        const { added, leftOut } = outcome.value
        const notAdded = leftOut.map((one) => notAddedView(context, one))
        const views = added.map((each) => addedView(each, context.variant))
        if (!leavesOut) return { ...done, items: views }
        const [first] = leftOut
        if (views.length > 0 || first === undefined) return { ...done, items: views, notAdded }
        return { ...refusalOf(context, first.problem), items: [], notAdded }
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

/** What was left out, in words that say why. */
function notAddedView(context: CallContext, { sku, facts, problem }: RegistryLeftOut) {
  const isToOrder = facts !== null && (facts.customOrder !== null || isMadeToOrder(facts.propertyCodes))
  const isMade = problem.code === 'notForRegistry' && isToOrder
  const name = facts?.title ?? ''
  if (isMade) return { sku, name, message: context.text('registry.madeToOrder') }
  const { max } = wantedLimits
  const isOften = problem.code === 'quantityOutOfRange'
  return { sku, name, message: isOften ? context.text('registry.tooOften', { max }) : problemText(context, problem) }
}

const done = { isSuccess: true, errorMessage: '' } as const
const signInNeeded: Problem = { code: 'signInNeeded' }

function ownerOf({ shopper, variant }: CallContext): RegistryOwner {
  return { shopperId: shopper.shopperId, variant }
}
