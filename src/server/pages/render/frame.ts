import type { Frame, Page, PageState } from '#contracts/pages.ts'
import type { CategoryLink } from '#domain/catalog/product.ts'
import { categoryAddress } from '#domain/catalog/sku.ts'
import type { VariantKey } from '#domain/variant.ts'
import type { FeatureFlags } from '#server/http/context.ts'
import type { Site } from '#server/http/host-table.ts'

/** What is round a page that is the same for everybody. */
export type PublicFrame = {
  readonly site: Site
  readonly categories: readonly CategoryLink[]
  readonly messages: Frame['messages']
  readonly flags: FeatureFlags
  readonly consentStores: readonly VariantKey[]
}

/** What is round a page of one shopper. */
export type OwnFrame = Pick<
  Frame,
  'token' | 'counts' | 'favorites' | 'isSignedIn' | 'isApp' | 'isScanMode' | 'notice' | 'noticeField' | 'typed'
>

/** A guest's frame in a page that is kept for everybody: no token, no count, no name. */
export const sharedFrame: OwnFrame = {
  token: '',
  counts: null,
  favorites: [],
  isSignedIn: false,
  isApp: false,
  isScanMode: false,
  notice: '',
  noticeField: '',
  typed: {},
}

export function frameOf(parts: PublicFrame, own: OwnFrame): Frame {
  const { site, categories, messages, flags, consentStores } = parts
  return {
    variantKey: site.variant.key,
    ...own,
    asksConsent: consentStores.includes(site.variant.key),
    navigation: categories.map(({ slug, name }) => ({ slug, name, navigateUrl: categoryAddress(slug) })),
    messages,
    flags,
    origin: site.origin,
  }
}

/** Title and description of a page, as a search result shows them. */
export function headOf(page: Page, brand: string): Pick<PageState, 'title' | 'description'> {
  switch (page.name) {
    case 'home':
      return {
        title: `${brand}: furniture, tableware and textiles`,
        description: `Furniture, lighting, tableware and textiles of ${brand}, with delivery into your room.`,
      }
    case 'category':
      return {
        title: `${page.category.name} | ${brand}`,
        description: page.category.description || `${page.category.name} of ${brand}.`,
      }
    case 'search':
      return {
        title: `${page.browse.query ? `“${page.browse.query}”` : 'Search'} | ${brand}`,
        description: `Search at ${brand}.`,
      }
    case 'favorites':
      return { title: `Favorites | ${brand}`, description: `Your favorites at ${brand}.` }
    case 'product':
      return { title: `${page.product.name} | ${brand}`, description: firstSentence(page.product.description) }
    case 'cart':
      return { title: `Cart | ${brand}`, description: `Your cart at ${brand}.` }
    case 'fireDrill':
      return { title: `Popups of the cart | ${brand}`, description: `The fire drill of ${brand}.` }
    case 'handOver':
      return { title: `Your basket | ${brand}`, description: `A basket of ${brand}, brought to this phone.` }
    case 'checkout':
      return { title: `${stepTitles[page.step]} | ${brand}`, description: `Checkout at ${brand}.` }
    case 'confirmation':
      return { title: `Order confirmation | ${brand}`, description: `Your order at ${brand}.` }
    case 'login':
      return { title: `${page.heading} | ${brand}`, description: `Sign in to your ${brand} account.` }
    case 'createAccount':
      return { title: `Create an Account | ${brand}`, description: `Create your ${brand} account.` }
    case 'checkMail':
      return { title: `Check your mail | ${brand}`, description: `One step is left to your ${brand} account.` }
    case 'confirmAddress':
      return { title: `Confirm your email address | ${brand}`, description: `The last step to your ${brand} account.` }
    case 'resetPassword':
      return { title: `Reset password | ${brand}`, description: `Set a new password for your ${brand} account.` }
    case 'registrantList':
      return { title: `Your registries | ${brand}`, description: `Your gift registries at ${brand}.` }
    case 'createRegistry':
      return { title: `Create a registry | ${brand}`, description: `Create a gift registry at ${brand}.` }
    case 'giftRegistry':
      return {
        title: `${page.registry.ownerNames}: ${page.registry.title} | ${brand}`,
        description: `The gift registry of ${page.registry.ownerNames} at ${brand}.`,
      }
    case 'findRegistry':
      return { title: `Find a registry | ${brand}`, description: `Find a gift registry at ${brand} by name.` }
    case 'editRegistry':
      return { title: `Change your registry | ${brand}`, description: `Date, address and who sees your registry.` }
    case 'checklist':
      return { title: `Checklist | ${brand}`, description: `The checklist of your registry at ${brand}.` }
    case 'account':
      return { title: `Account | ${brand}`, description: `Your ${brand} account.` }
    case 'accountOrder':
      return { title: `Order ${page.order.orderNumber} | ${brand}`, description: `Your order at ${brand}.` }
    case 'findOrder':
      return { title: `Find your order | ${brand}`, description: `Find an order you placed at ${brand}.` }
    case 'claimOrders':
      return { title: `Your past orders | ${brand}`, description: `Past orders at ${brand} for your account.` }
    case 'text':
      return { title: `${page.title} | ${brand}`, description: firstSentence(page.paragraphs[0] ?? page.title) }
    case 'error':
      return { title: `${page.title} | ${brand}`, description: page.message }
  }
}

const stepTitles = { 1: 'Shipping', 2: 'Shipping & Gift Options', 3: 'Payment', 4: 'Review' } as const

function firstSentence(text: string): string {
  const end = text.search(/[.!?](\s|$)/)
  return (end === -1 ? text : text.slice(0, end + 1)).slice(0, 300)
}
