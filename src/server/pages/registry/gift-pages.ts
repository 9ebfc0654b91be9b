import { cartCalls } from '#contracts/cart/calls.ts'
import { checkQuantity } from '#domain/cart/limits.ts'
import { registryAddresses } from '#domain/registry/registry.ts'
import { type AddServices, addGiftsHandler } from '#server/cart/add-items-handlers.ts'
import type { Keys } from '#server/config/secrets.ts'
import { problemText } from '#server/http/problem-text.ts'
import { setFlash } from '#server/pages/cookies.ts'
import type { Form } from '#server/pages/forms/form.ts'
import { atField } from '#server/pages/forms/form-guard.ts'
import { type OwnPage, wholeNumber } from '#server/pages/page-table.ts'
import { ask } from '#server/pages/sources.ts'
import type { Visit } from '#server/pages/visit.ts'
import { findShared, searchRegistries } from '#server/registry/public-registry-store.ts'
import { noteThanks } from '#server/registry/registry-gift-store.ts'
import { readRegistries } from '#server/registry/registry-store.ts'
import { giftRegistryView, surprising } from '#server/registry/registry-view.ts'
import { loadRegistries, type RegistryParts } from './load-registries.ts'
import { itemFieldIn, itemIn } from './registry-fields.ts'

const cartPath = '/checkout/cart'
const { find, list, shared, view } = registryAddresses

/** The pages of a registry for everybody else: found by name when it is public, opened by its link. */
export function giftPages(parts: RegistryParts): OwnPage[] {
  const { database } = parts
  return [
    {
      path: find,
      async load({ request, site }) {
        const { name } = request.query as { readonly name?: unknown }
        const query = typeof name === 'string' ? name.trim().slice(0, 100) : ''
        const registries = query === '' ? [] : await searchRegistries(database, query, site.variant)
        const found = registries.map((each) => {
          const { eventType, shortEventDate, registryOwnernsName } = giftRegistryView(each, site.variant)
          const title = `${eventType}, ${shortEventDate}`
          return { title, ownerNames: registryOwnernsName, navigateUrl: shared(each.shareId) }
        })
        return { kind: 'page', page: { name: 'findRegistry', query, found } }
      },
    },
    {
      path: '/gift-registry/registry/:shareId',
      async load({ request, reply, site, session, context }) {
        const { shareId = '' } = request.params as { readonly shareId?: string }
        const found = await findShared(database, shareId, site.variant)
        if (found === undefined) return { kind: 'missing' }
        // the address of a private registry is its key
        reply.header('referrer-policy', 'same-origin').header('x-robots-tag', 'noindex')
        const owner = { shopperId: found.shopperId, variant: site.variant, now: context.now }
        const { views } = await loadRegistries(parts, owner, [found])
        const isOwner = session.shopperId === found.shopperId
        const [shown] = views
        if (shown === undefined) return { kind: 'missing' }
        const opened = isOwner ? surprising(shown, found) : shown
        const registry = found.isClosed ? { ...shown, items: [], greeting: '', place: '' } : opened
        return { kind: 'page', page: { name: 'giftRegistry', shareId, isOwner, registry } }
      },
    },
  ]
}

/** Buying from a registry, thanking, and taking what is left after the event; all work without scripts. */
export function giftForms(parts: RegistryParts, services: AddServices, flashCookieKey: Keys): Form[] {
  const { database } = parts
  const form = { allowsFirstVisit: false }

  /** Puts pieces of a registry into the cart as gifts for it; what there is to say stands on the next page. */
  async function put(visit: Visit, shareId: string, wanted: readonly WantedItem[]): Promise<boolean> {
    const { reply, site, context } = visit
    const found = await findShared(database, shareId, site.variant)
    const items = wanted.map(({ sku, quantity, designId }) => ({
      ...{ Sku: sku, Quantity: quantity, GiftRegistryId: found?.grId ?? 0 },
      ...{ IsPersonalized: designId !== '', PersonalizationId: designId },
    }))
    const parsed = cartCalls.addItems.input.safeParse({ items })
    const isKnown = found !== undefined && !found.isClosed && parsed.success
    const answer = isKnown ? await ask(addGiftsHandler(services, found), context, parsed.data) : null
    if (answer?.isSuccess === true) return true
    const why = found?.isClosed ? 'problem.registryClosed' : 'problem.unknownRegistry'
    setFlash(reply, site, flashCookieKey, answer?.errorMessage || context.text(why))
    return false
  }

  return [
    {
      ...form,
      path: '/gift-registry/buy',
      refusedTo: ({ shareId = '' }) => (isShareId(shareId) ? shared(shareId) : find),
      fields: ['quantity'],
      fieldAt: (_name, { sku = '', designId = '' }) => itemFieldIn({ sku, designId }),
      async submit(visit, fields) {
        const { shareId = '' } = fields
        const quantity = wholeNumber(fields.quantity)
        const isCountable = checkQuantity(quantity)
        const back = isShareId(shareId) ? shared(shareId) : cartPath
        if (!isCountable.ok) {
          const { reply, site, context } = visit
          const { sku = '', designId = '' } = fields
          const field = itemFieldIn({ sku, designId })
          const typed = { [field]: fields.quantity ?? '' }
          setFlash(reply, site, flashCookieKey, problemText(context, isCountable.problem), typed, field)
          return atField(back, field)
        }
        const isAdded = await put(visit, shareId, [{ ...itemIn(fields), quantity: isCountable.value }])
        return isAdded ? cartPath : back
      },
    },
    {
      ...form,
      path: '/gift-registry/complete',
      refusedTo: list,
      async submit(visit, fields) {
        const { session, site, context } = visit
        const owner = { shopperId: session.shopperId, variant: site.variant }
        const grId = wholeNumber(fields.grId) ?? 0
        const own = session.auth === 'guest' ? [] : await readRegistries(database, owner)
        const registry = own.find((each) => each.grId === grId)
        if (registry === undefined) return list
        const { views } = await loadRegistries(parts, { ...owner, now: context.now }, [registry])
        const left = (views[0]?.items ?? [])
          .map((item) => ({ ...item, quantity: item.wanted - item.bought - item.held }))
          .filter(({ quantity, isNla }) => quantity > 0 && !isNla)
        const isAdded = left.length > 0 && (await put(visit, registry.shareId, left))
        return isAdded ? cartPath : view(grId)
      },
    },
    {
      ...form,
      path: '/gift-registry/thank',
      refusedTo: list,
      async submit({ session }, fields) {
        const grId = wholeNumber(fields.grId) ?? 0
        const { orderId = '' } = fields
        const gift = { grId, orderId, lineNo: wholeNumber(fields.lineNo) ?? 0 }
        if (session.auth === 'guest' || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(orderId)) return list
        const isNoted = await noteThanks(database, session.shopperId, gift, fields.isThanked === 'true')
        return isNoted ? view(grId) : list
      },
    },
  ]
}

type WantedItem = { readonly sku: number; readonly quantity: number; readonly designId: string }

function isShareId(text: string): boolean {
  return /^[\w-]{36}$/.test(text)
}
