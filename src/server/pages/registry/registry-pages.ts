import type { ChecklistRow, RegistryView } from '#contracts/registry/pages.ts'
import { withTypedBefore } from '#domain/account/typed-before.ts'
import { isName } from '#domain/address/names.ts'
import type { CategoryLink } from '#domain/catalog/product.ts'
import { categoryAddress } from '#domain/catalog/sku.ts'
import { storeDay } from '#domain/days.ts'
import type { Problem } from '#domain/problems.ts'
import { newRegistry } from '#domain/registry/new-registry.ts'
import { isRegistrantMode } from '#domain/registry/registrant-mode.ts'
import { registryAddresses } from '#domain/registry/registry.ts'
import { readAccount } from '#server/account/account-store.ts'
import type { CatalogService } from '#server/catalog/catalog-service.ts'
import type { Keys } from '#server/config/secrets.ts'
import { problemText } from '#server/http/problem-text.ts'
import { ownReferer } from '#server/pages/account/return-url.ts'
import { setFlash } from '#server/pages/cookies.ts'
import type { Fields, Form } from '#server/pages/forms/form.ts'
import { atField } from '#server/pages/forms/form-guard.ts'
import { type OwnPage, type PageAnswer, pathOf, wholeNumber } from '#server/pages/page-table.ts'
import type { Visit } from '#server/pages/visit.ts'
import { changeWanted, makeRegistry } from '#server/registry/registry-service.ts'
import { readRegistries } from '#server/registry/registry-store.ts'
import { surprising } from '#server/registry/registry-view.ts'
import { loadRegistries, type RegistryParts } from './load-registries.ts'
import { editPage } from './registry-details-forms.ts'
import { itemFieldIn, itemIn, registryAddressOf, settingsFields, settingsIn } from './registry-fields.ts'
import { grIdOf, ownerOf, refuse, signInAddress } from './registry-visit.ts'

export type RegistryPageParts = RegistryParts & { readonly catalog: Pick<CatalogService, 'categories'> }

const missing: PageAnswer = { kind: 'missing' }
const { create, list } = registryAddresses

/** The pages of a shopper's own registries (REG-31); a guest is asked to sign in first. */
export function registryPages(parts: RegistryPageParts): OwnPage[] {
  const { database, catalog } = parts

  /** A page for members only. */
  const own = (path: string, load: OwnPage['load']): OwnPage => ({
    path,
    load: async (visit) => (visit.session.auth === 'member' ? load(visit) : toSignIn(visit)),
  })

  /** The owner's registries with their items, or the one asked for. */
  async function load(visit: Visit, grId: number | null) {
    const owner = ownerOf(visit)
    const found = (await readRegistries(database, owner)).filter((each) => grId === null || each.grId === grId)
    const loaded = await loadRegistries(parts, { ...owner, now: visit.context.now }, found, grId !== null)
    return { ...loaded, found }
  }

  async function listPage(visit: Visit, grId: number | null): Promise<PageAnswer> {
    const { views, found, gifts: given } = await load(visit, grId)
    if (grId !== null && views.length === 0) return missing
    const { gifts: requested } = visit.request.query as { readonly gifts?: unknown }
    const registries = views.map((view, at) => surprising(view, found[at]!, requested === 'shown'))
    const gifts = registries[0]?.isSurprise === true ? [] : given
    const isMode = isRegistrantMode({ path: pathOf(visit.request.url), isSignedIn: true, isOwner: true })
    return { kind: 'page', page: { name: 'registrantList', grId, isRegistrantMode: isMode, registries, gifts } }
  }

  return [
    own(list, (visit) => listPage(visit, null)),
    own(`${list}/:grId`, async (visit) => {
      const grId = grIdOf(visit)
      return grId === null ? missing : listPage(visit, grId)
    }),
    own('/gift-registry/checklist/:grId', async (visit) => {
      const grId = grIdOf(visit)
      if (grId === null) return missing
      const { views, known } = await load(visit, grId)
      const registry = views[0]
      if (registry === undefined || !registry.hasChecklist) return missing
      const departments = await catalog.categories(visit.site.variant)
      const categoryOf = (sku: number) => known.get(sku)?.category ?? ''
      const rows = departments.map((department) => checklistRow(department, registry, categoryOf))
      return { kind: 'page', page: { name: 'checklist', registry, rows } }
    }),
    own('/gift-registry/edit/:grId', async (visit) => {
      const grId = grIdOf(visit)
      const registry = (await readRegistries(database, ownerOf(visit))).find((each) => each.grId === grId)
      return registry === undefined ? missing : { kind: 'page', page: editPage(visit, registry) }
    }),
    own(create, async ({ session, context }) => {
      const account = await readAccount(database, session.shopperId)
      if (account === undefined) throw new Error('A member without an account')
      const { firstName, lastName } = account
      return { kind: 'page', page: { name: 'createRegistry', firstName, lastName, today: storeDay(context.now) } }
    }),
  ]
}

/** The forms of these pages, which work without scripts. */
export function registryForms({ database }: Pick<RegistryPageParts, 'database'>, flashCookieKey: Keys): Form[] {
  const form = { allowsFirstVisit: false }

  function tell({ reply, site, context }: Visit, problem: Problem, typed: Fields = {}, field = ''): void {
    setFlash(reply, site, flashCookieKey, problemText(context, problem), typed, field)
  }

  return [
    {
      ...form,
      path: create,
      refusedTo: create,
      signInAt: signInAddress(withTypedBefore(create)),
      fields: settingsFields,
      async submit(visit, fields) {
        const { registryType = '', eventDate = '', firstName = '', lastName = '', partnerName = '' } = fields
        const { country } = visit.site.variant
        const address = registryAddressOf(fields, { firstName, lastName, country })
        const isPublic = fields.isPublic === 'true'
        const asked = { registryType, eventDate, firstName, lastName, partnerName, isPublic }
        const whole = { ...asked, address: address.ok ? address.value : null }
        const made = newRegistry(whole, storeDay(visit.context.now), isName)
        if (!made.ok || !address.ok) {
          const refusals = [...(made.ok ? [] : made.refusals), ...(address.ok ? [] : address.refusals)]
          const isHeld = refuse(visit, flashCookieKey, refusals, settingsIn(fields), settingsFields)
          return isHeld ? create : withTypedBefore(create)
        }
        const registry = await database.transaction((tx) => makeRegistry(tx, ownerOf(visit), made.value))
        if (registry.ok) return registryAddresses.view(registry.value)
        refuse(visit, flashCookieKey, [{ field: '', problem: registry.problem }], settingsIn(fields), [])
        return create
      },
    },
    {
      ...form,
      path: '/gift-registry/update',
      refusedTo: list,
      signInAt: signInAddress(list),
      fields: ['quantity'],
      fieldAt: (_name, fields) => itemFieldIn(fields),
      async submit(visit, fields) {
        const { request, site } = visit
        const chosen = itemIn(fields)
        const wanted = fields.quantity === '0' ? 0 : (wholeNumber(fields.quantity) ?? -1)
        const item = { ...chosen, wanted }
        const outcome = await database.transaction((tx) => changeWanted(tx, ownerOf(visit), item))
        if (outcome.ok) return list
        const isCount = outcome.problem.code === 'quantityOutOfRange'
        const field = itemFieldIn(fields)
        tell(visit, outcome.problem, isCount ? { [field]: fields.quantity ?? '' } : {}, isCount ? field : '')
        return atField(ownReferer(request.headers, site) ?? list, isCount ? field : '')
      },
    },
  ]
}

function toSignIn({ request }: Visit): PageAnswer {
  return { kind: 'redirect', to: signInAddress(request.url) }
}

/** A department with what of it, or of a shelf under it, the registry holds. */
function checklistRow(
  department: CategoryLink,
  registry: RegistryView,
  categoryOf: (sku: number) => string,
): ChecklistRow {
  const slugs = slugsOf(department)
  const items = registry.items.filter(({ sku }) => slugs.includes(categoryOf(sku)))
  return {
    name: department.name,
    navigateUrl: categoryAddress(department.slug),
    items: items.map(({ name, navigateUrl, wanted }) => ({ name, navigateUrl, wanted })),
  }
}

function slugsOf({ slug, children }: CategoryLink): string[] {
  return [slug, ...children.flatMap(slugsOf)]
}
