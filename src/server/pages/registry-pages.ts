import type { ChecklistRow, RegistryView } from '#contracts/registry/pages.ts'
import { isName } from '#domain/address/names.ts'
import type { CategoryLink } from '#domain/catalog/product.ts'
import { categoryAddress } from '#domain/catalog/sku.ts'
import { storeDay } from '#domain/days.ts'
import { messageKeyOf, type Problem } from '#domain/problems.ts'
import { newRegistry } from '#domain/registry/new-registry.ts'
import { isRegistrantMode } from '#domain/registry/registrant-mode.ts'
import { registryAddresses } from '#domain/registry/registry.ts'
import { readAccount } from '#server/account/account-store.ts'
import type { CatalogService } from '#server/catalog/catalog-service.ts'
import { skuFacts } from '#server/catalog/catalog-store.ts'
import type { Database } from '#server/db/database.ts'
import { setNotice } from '#server/pages/cookies.ts'
import type { Form } from '#server/pages/form-guard.ts'
import { type OwnPage, type PageAnswer, pathOf, wholeNumber } from '#server/pages/page-table.ts'
import type { Visit } from '#server/pages/visit.ts'
import { readRegistryDesigns } from '#server/personalization/registry-design-store.ts'
import { changeWanted } from '#server/registry/registry-service.ts'
import { insertRegistry, readRegistries, readRegistryItems } from '#server/registry/registry-store.ts'
import { registryView } from '#server/registry/registry-view.ts'

export type RegistryPageParts = {
  readonly database: Database
  readonly catalog: Pick<CatalogService, 'categories'>
  readonly isChecklistEnabled: boolean
}

const missing: PageAnswer = { kind: 'missing' }
const { create, list } = registryAddresses

/** The pages of a shopper's own registries (REG-31); a guest is asked to sign in first. */
export function registryPages(parts: RegistryPageParts): OwnPage[] {
  const { database, catalog, isChecklistEnabled } = parts

  /** A page for members only. */
  const own = (path: string, load: OwnPage['load']): OwnPage => ({
    path,
    load: async (visit) => (visit.session.auth === 'member' ? load(visit) : toSignIn(visit)),
  })

  /** The owner's registries with their items, or the one asked for. */
  async function load(visit: Visit, grId: number | null) {
    const { shopperId, variant } = ownerOf(visit)
    const found = (await readRegistries(database, { shopperId, variant })).filter(
      (each) => grId === null || each.grId === grId,
    )
    const grIds = found.map((each) => each.grId)
    const items = [
      ...(await readRegistryItems(database, shopperId, grIds)),
      ...(await readRegistryDesigns(database, shopperId, grIds)),
    ]
    const skus = [...new Set(items.map(({ sku }) => sku))]
    const known = await skuFacts(database, variant, skus)
    const views = found.map((each) => registryView(each, items, known, { variant, isChecklistEnabled }))
    return { views, known }
  }

  async function listPage(visit: Visit, grId: number | null): Promise<PageAnswer> {
    const { views: registries } = await load(visit, grId)
    if (grId !== null && registries.length === 0) return missing
    const isMode = isRegistrantMode({ path: pathOf(visit.request.url), isSignedIn: true, isOwner: true })
    return { kind: 'page', page: { name: 'registrantList', grId, isRegistrantMode: isMode, registries } }
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
    own(create, async ({ session, context }) => {
      const account = await readAccount(database, session.shopperId)
      if (account === undefined) throw new Error('A member without an account')
      const { firstName, lastName } = account
      return { kind: 'page', page: { name: 'createRegistry', firstName, lastName, today: storeDay(context.now) } }
    }),
  ]
}

/** The forms of these pages, which work without scripts. */
export function registryForms({ database }: Pick<RegistryPageParts, 'database'>, noticeKey: Buffer): Form[] {
  const form = { allowsFirstVisit: false }

  function tell({ reply, site, context }: Visit, { code, ...facts }: Problem): void {
    setNotice(reply, site, noticeKey, context.text(messageKeyOf[code], facts))
  }

  return [
    {
      ...form,
      path: create,
      refusedTo: create,
      async submit(visit, fields) {
        if (visit.session.auth === 'guest') return signInAddress(create)
        const { registryType = '', eventDate = '', firstName = '', lastName = '', partnerName = '' } = fields
        const wish = { registryType, eventDate, firstName, lastName, partnerName }
        const made = newRegistry(wish, storeDay(visit.context.now), isName)
        if (made.ok) return registryAddresses.view(await insertRegistry(database, ownerOf(visit), made.value))
        tell(visit, made.problem)
        return create
      },
    },
    {
      ...form,
      path: '/gift-registry/update',
      refusedTo: list,
      async submit(visit, fields) {
        if (visit.session.auth === 'guest') return signInAddress(list)
        const grId = wholeNumber(fields.grId) ?? 0
        const wanted = fields.quantity === '0' ? 0 : (wholeNumber(fields.quantity) ?? -1)
        const item = { grId, sku: wholeNumber(fields.sku) ?? 0, wanted, designId: fields.designId ?? '' }
        const outcome = await database.transaction((tx) => changeWanted(tx, ownerOf(visit), item))
        if (!outcome.ok) tell(visit, outcome.problem)
        return list
      },
    },
  ]
}

function ownerOf({ session, site }: Visit) {
  return { shopperId: session.shopperId, variant: site.variant }
}

function grIdOf({ request }: Visit): number | null {
  return wholeNumber((request.params as { readonly grId?: unknown }).grId)
}

function toSignIn({ request }: Visit): PageAnswer {
  return { kind: 'redirect', to: signInAddress(request.url) }
}

function signInAddress(returnUrl: string): string {
  return `/account/login?returnUrl=${encodeURIComponent(returnUrl)}`
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
