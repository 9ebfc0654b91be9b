import type { FastifyRequest } from 'fastify'
import type { Page, Picture } from '#contracts/pages.ts'
import { type Step, type StepRow, stepRow, steps } from '#domain/checkout/steps.ts'
import { storeTime } from '#domain/days.ts'
import type { Brand, Variant } from '#domain/variant.ts'
import { takeLeftNote } from '#server/cart/abandon-store.ts'
import { skuFacts } from '#server/catalog/catalog-store.ts'
import type { Keys } from '#server/config/secrets.ts'
import { readCardRefusal } from '#server/order/card-refusal-store.ts'
import { readSuggestedZip } from '#server/pages/cart/suggested-zip.ts'
import { homePage, productPage } from '#server/pages/catalog/catalog-view.ts'
import { ownOrderPath } from '#server/pages/order/order-paths.ts'
import { holdGifts } from '#server/pages/registry/hold-gifts.ts'
import type { SharedPage } from '#server/pages/render/page-facts.ts'
import { ask, type PageSources } from '#server/pages/sources.ts'
import { textPages } from '#server/pages/text-pages.ts'
import type { Visit } from '#server/pages/visit.ts'
import { offeredWallets } from '#server/payment/payment-view.ts'
import { dropCheckoutHolds } from '#server/registry/registry-gift-store.ts'
import { readRegistries } from '#server/registry/registry-store.ts'

/** What an address answers: a page, another address, or nothing there. */
export type PageAnswer<Of extends Page = Page> =
  | {
      readonly kind: 'page'
      readonly page: Of
      readonly status?: number
      /** The page's own address, where another one was asked for that leads to the same. */
      readonly address?: string
      /** What is to be said on it, once, where no form has left anything to say. */
      readonly notice?: string
      /** It will be another in a moment: nobody keeps it. */
      readonly isPassing?: boolean
    }
  | { readonly kind: 'redirect'; readonly to: string }
  | { readonly kind: 'missing' }

/**
 * A page that is the same for every guest (`pageFacts`): it may be kept. `queryOf` is the one spelling of what matters of its query,
 * without the '?': all other spellings are the same page. Without it no part of the query matters.
 */
export type PublicPage = {
  readonly path: string
  readonly queryOf?: (query: PageRequest['query'], variant: Variant) => string
  readonly load: (request: PageRequest) => Promise<PageAnswer<SharedPage>>
}
export type PageRequest = {
  readonly variant: Variant
  readonly params: { readonly [name: string]: string }
  readonly query: { readonly [name: string]: unknown }
  readonly now: Date
  /** Of the catalogue: what is shown is of this version or a later one. */
  readonly version: number
}

/** A page of one shopper. */
export type OwnPage = { readonly path: string; readonly load: (visit: Visit) => Promise<PageAnswer> }

const missing: PageAnswer<never> = { kind: 'missing' }
const page = <Of extends Page>(of: Of): PageAnswer<Of> => ({ kind: 'page', page: of })
const redirect = (to: string): PageAnswer<never> => ({ kind: 'redirect', to })

type PublicSources = Pick<PageSources, 'catalog' | 'shared'> & {
  /** The rooms of the home page. */
  readonly scenesOf: (brand: Brand) => Promise<readonly Picture[]>
}

/** The pages of the catalogue, and those that are words only. */
export function publicPages({ catalog, shared, scenesOf }: PublicSources): PublicPage[] {
  return [
    {
      path: '/',
      async load({ variant, now }) {
        const { brand } = variant
        const asked = [catalog.categories(variant), catalog.featured(variant, 8), scenesOf(brand)] as const
        const [categories, featured, scenes] = await Promise.all(asked)
        return page(homePage(categories, featured, scenes, storeTime(now).day))
      },
    },
    {
      path: '/product/:sku',
      async load({ variant, params, now }) {
        const sku = wholeNumber(params.sku)
        if (sku === null) return missing
        const [product, facts, stores] = await Promise.all([
          catalog.productPage(variant, sku, storeTime(now).day),
          skuFacts(shared, variant, [sku]),
          catalog.stores(variant),
        ])
        return product === undefined ? missing : page(productPage(product, facts.get(sku), stores, now))
      },
    },
    ...Object.entries(textPages).map(([path, text]) => ({
      path,
      load: async () => page({ name: 'text', ...text }),
    })),
  ]
}

/** The pages of one shopper: cart, the four steps, confirmation. A step not reached leads to the one that is (ROUTE-25). */
export function checkoutPages(sources: PageSources, flashCookieKey: Keys): OwnPage[] {
  const { cart, checkout, order, database, wallets } = sources
  async function reached(visit: Visit) {
    const reply = await ask(checkout.refreshCheckout, visit.context, {})
    const highest = reply === null || reply.basketItems.length === 0 ? 0 : Math.min(reply.highestStep, 4)
    return { reply, row: stepRow(highest as Step) }
  }

  function stepPage(row: StepRow, step: 1 | 2 | 3 | 4): OwnPage {
    return {
      path: row.path,
      async load(visit) {
        // what goes abroad is asked for, not bought here (CART-33)
        if (visit.context.isInternational) return redirect(steps[0].path)
        const { reply, row: highest } = await reached(visit)
        if (reply === null || step > highest.step) return redirect(highest.path)
        if (!(await holdGifts(database, flashCookieKey, visit, reply))) return redirect(steps[0].path)
        return page({ name: 'checkout', step, checkout: reply, ...(await refusalOf(visit, reply.basketId)) })
      },
    }
  }

  /** Only where she was sent for it. */
  async function refusalOf({ request, context }: Visit, cartId: string) {
    const { paymentErrorId } = request.query as { readonly [name: string]: unknown }
    if (paymentErrorId !== 'authorizationError') return {}
    return { cardRefusal: await readCardRefusal(database, { shopperId: context.shopper.shopperId, cartId }) }
  }

  /** A member whose cart was abandoned meanwhile is told once (SCALE-03). */
  async function leftCartNotice({ context: { shopper, variant }, flash }: Visit): Promise<string> {
    if (shopper.auth !== 'member' || flash.text !== '') return ''
    const days = await takeLeftNote(database, shopper.shopperId, variant)
    return days === undefined ? '' : `We kept your cart for ${days} days. It is empty now.`
  }

  return [
    { path: '/checkout', load: async (visit) => redirect((await reached(visit)).row.path) },
    {
      path: steps[0].path,
      async load(visit) {
        const reply = await ask(cart.getCartJsx, visit.context, {})
        if (reply === null) throw new Error('The cart page was refused its own cart')
        const { shopper, variant } = visit.context
        // who is back in the cart buys nothing yet
        if (reply.lineItems.some(({ grId }) => grId !== 0)) await dropCheckoutHolds(database, shopper.shopperId)
        // only who has an account can have a registry
        const isMember = shopper.auth === 'member'
        const registries = isMember ? await readRegistries(database, { shopperId: shopper.shopperId, variant }) : []
        const isRegistryOwner = registries.length > 0
        const { delivery, change } = visit.request.query as { delivery?: unknown; change?: unknown }
        const lineOf = (asked: unknown) => reply.lineItems.find(({ id }) => id === asked)?.id
        const [delivered, changed] = [lineOf(delivery), lineOf(change)]
        const choices = delivered && (await ask(cart.getDeliveryChoices, visit.context, { lineItemId: delivered }))
        const itemChoices = changed && (await ask(cart.getItemChoices, visit.context, { lineItemId: changed }))
        const suggestedZip = await readSuggestedZip(database, visit.context, reply)
        const offered = offeredWallets(wallets, visit.context.variant.currency)
        const more = {
          ...(suggestedZip && { suggestedZip }),
          ...(choices && { deliveryChoices: choices }),
          ...(itemChoices && { itemChoices }),
          ...(offered.walletMethods.length > 0 && { wallets: offered }),
        }
        const notice = reply.lineItems.length === 0 ? await leftCartNotice(visit) : ''
        return { ...page({ name: 'cart', cart: reply, isRegistryOwner, ...more }), notice }
      },
    },
    stepPage(steps[1], 1),
    stepPage(steps[2], 2),
    stepPage(steps[3], 3),
    stepPage(steps[4], 4),
    {
      path: steps[5].path,
      async load(visit) {
        const reply = await ask(order.getOrderConfirmation, visit.context, {})
        if (reply === null || (reply.orderNumber === '' && !reply.isPending)) return redirect(steps[0].path)
        // there is nothing to give thanks for
        if (reply.isCancelled) return redirect(ownOrderPath(reply.orderNumber))
        return page({ name: 'confirmation', confirmation: reply })
      },
    },
  ]
}

/** The number a text spells, when it is a plain one above zero. */
export function wholeNumber(text: unknown): number | null {
  return typeof text === 'string' && /^[1-9]\d{0,11}$/.test(text) ? Number(text) : null
}

/**
 * A page's one address, however it was spelled: its path, and what matters of the query, in one order. It is the page's
 * name in the cache and in its state; a spelling of its own must not be an entry of its own, or a few thousand of them
 * push everybody's pages out.
 */
export function addressOf(request: FastifyRequest, page: Pick<PublicPage, 'path' | 'queryOf'>): string {
  const params = request.params as PageRequest['params']
  const path = page.path.replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(params[name] ?? ''))
  const query = page.queryOf?.(request.query as PageRequest['query'], request.site.variant) ?? ''
  return query === '' ? path : `${path}?${query}`
}

export function pathOf(url: string): string {
  const end = url.indexOf('?')
  return end === -1 ? url : url.slice(0, end)
}
