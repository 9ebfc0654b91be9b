import type { Page, PageState } from '#contracts/pages.ts'

type PageName = Page['name']
type Head = Pick<PageState, 'title' | 'description'>

type PageFacts<Name extends PageName> = {
  /**
   * Whom a page is made for. One shopper: never cached. Everybody: the same for all guests, it may be in the page cache and be
   * the first that somebody sees, so its styles stand in it. Search engines: that, and it may be found.
   */
  readonly seenBy: 'oneShopper' | 'everybody' | 'searchEngines'
  /** Title and description, as a search result shows them. */
  readonly head: (page: Extract<Page, { readonly name: Name }>, brand: string) => Head
}

const stepTitles = { 1: 'Shipping', 2: 'Shipping & Gift Options', 3: 'Payment', 4: 'Review' } as const

/** What is known of each page before it is asked for. */
export const pageFacts = {
  home: {
    seenBy: 'searchEngines',
    head: (_page, brand) => ({
      title: `${brand}: furniture, tableware and textiles`,
      description: `Furniture, lighting, tableware and textiles of ${brand}, with delivery into your room.`,
    }),
  },
  category: {
    seenBy: 'searchEngines',
    head: (page, brand) => ({
      title: `${page.category.name} | ${brand}`,
      description: page.category.description || `${page.category.name} of ${brand}.`,
    }),
  },
  search: {
    seenBy: 'everybody',
    head: (page, brand) => ({
      title: `${page.browse.query ? `“${page.browse.query}”` : 'Search'} | ${brand}`,
      description: `Search at ${brand}.`,
    }),
  },
  favorites: {
    seenBy: 'oneShopper',
    head: (_page, brand) => ({ title: `Favorites | ${brand}`, description: `Your favorites at ${brand}.` }),
  },
  product: {
    seenBy: 'searchEngines',
    head: (page, brand) => ({
      title: `${page.product.name} | ${brand}`,
      description: firstSentence(page.product.description),
    }),
  },
  cart: {
    seenBy: 'oneShopper',
    head: (_page, brand) => ({ title: `Cart | ${brand}`, description: `Your cart at ${brand}.` }),
  },
  fireDrill: {
    seenBy: 'oneShopper',
    head: (_page, brand) => ({ title: `Popups of the cart | ${brand}`, description: `The fire drill of ${brand}.` }),
  },
  handOver: {
    seenBy: 'oneShopper',
    head: (_page, brand) => ({
      title: `Your basket | ${brand}`,
      description: `A basket of ${brand}, brought to this phone.`,
    }),
  },
  checkout: {
    seenBy: 'oneShopper',
    head: (page, brand) => ({ title: `${stepTitles[page.step]} | ${brand}`, description: `Checkout at ${brand}.` }),
  },
  confirmation: {
    seenBy: 'oneShopper',
    head: (_page, brand) => ({ title: `Order confirmation | ${brand}`, description: `Your order at ${brand}.` }),
  },
  login: {
    seenBy: 'oneShopper',
    head: (page, brand) => ({ title: `${page.heading} | ${brand}`, description: `Sign in to your ${brand} account.` }),
  },
  createAccount: {
    seenBy: 'oneShopper',
    head: (_page, brand) => ({ title: `Create an Account | ${brand}`, description: `Create your ${brand} account.` }),
  },
  checkMail: {
    seenBy: 'oneShopper',
    head: (_page, brand) => ({
      title: `Check your mail | ${brand}`,
      description: `One step is left to your ${brand} account.`,
    }),
  },
  confirmAddress: {
    seenBy: 'oneShopper',
    head: (_page, brand) => ({
      title: `Confirm your email address | ${brand}`,
      description: `The last step to your ${brand} account.`,
    }),
  },
  resetPassword: {
    seenBy: 'oneShopper',
    head: (_page, brand) => ({
      title: `Reset password | ${brand}`,
      description: `Set a new password for your ${brand} account.`,
    }),
  },
  registrantList: {
    seenBy: 'oneShopper',
    head: (_page, brand) => ({ title: `Your registries | ${brand}`, description: `Your gift registries at ${brand}.` }),
  },
  createRegistry: {
    seenBy: 'oneShopper',
    head: (_page, brand) => ({
      title: `Create a registry | ${brand}`,
      description: `Create a gift registry at ${brand}.`,
    }),
  },
  giftRegistry: {
    seenBy: 'oneShopper',
    head: (page, brand) => ({
      title: `${page.registry.ownerNames}: ${page.registry.title} | ${brand}`,
      description: `The gift registry of ${page.registry.ownerNames} at ${brand}.`,
    }),
  },
  findRegistry: {
    seenBy: 'oneShopper',
    head: (_page, brand) => ({
      title: `Find a registry | ${brand}`,
      description: `Find a gift registry at ${brand} by name.`,
    }),
  },
  editRegistry: {
    seenBy: 'oneShopper',
    head: (_page, brand) => ({
      title: `Change your registry | ${brand}`,
      description: `Occasion, names, date, address and who sees your registry.`,
    }),
  },
  giftMail: {
    seenBy: 'oneShopper',
    head: (_page, brand) => ({
      title: `Mails about gifts | ${brand}`,
      description: `End the mails about the gifts of a registry at ${brand}.`,
    }),
  },
  checklist: {
    seenBy: 'oneShopper',
    head: (_page, brand) => ({
      title: `Checklist | ${brand}`,
      description: `The checklist of your registry at ${brand}.`,
    }),
  },
  account: {
    seenBy: 'oneShopper',
    head: (_page, brand) => ({ title: `Account | ${brand}`, description: `Your ${brand} account.` }),
  },
  accountAddress: {
    seenBy: 'oneShopper',
    head: (page, brand) => ({
      title: `${page.addressId === '' ? 'Add an Address' : 'Change an Address'} | ${brand}`,
      description: `Your addresses at ${brand}.`,
    }),
  },
  accountCard: {
    seenBy: 'oneShopper',
    head: (page, brand) => ({
      title: `${page.replaces === null ? 'Add a Card' : 'Change a Card'} | ${brand}`,
      description: `Your cards at ${brand}.`,
    }),
  },
  accountOrder: {
    seenBy: 'oneShopper',
    head: (page, brand) => ({
      title: `Order ${page.order.orderNumber} | ${brand}`,
      description: `Your order at ${brand}.`,
    }),
  },
  findOrder: {
    seenBy: 'oneShopper',
    head: (_page, brand) => ({
      title: `Find your order | ${brand}`,
      description: `Find an order you placed at ${brand}.`,
    }),
  },
  claimOrders: {
    seenBy: 'oneShopper',
    head: (_page, brand) => ({
      title: `Your past orders | ${brand}`,
      description: `Past orders at ${brand} for your account.`,
    }),
  },
  shipTo: {
    seenBy: 'oneShopper',
    head: (_page, brand) => ({ title: `Where we ship | ${brand}`, description: `Choose where ${brand} ships to.` }),
  },
  orderRequest: {
    seenBy: 'oneShopper',
    head: (_page, brand) => ({
      title: `International orders | ${brand}`,
      description: `Ask ${brand} for an order to another country.`,
    }),
  },
  requestSent: {
    seenBy: 'oneShopper',
    head: (_page, brand) => ({ title: `We have your request | ${brand}`, description: `Your request to ${brand}.` }),
  },
  text: {
    seenBy: 'searchEngines',
    head: (page, brand) => ({
      title: `${page.title} | ${brand}`,
      description: firstSentence(page.paragraphs[0] ?? page.title),
    }),
  },
  error: {
    seenBy: 'everybody',
    head: (page, brand) => ({ title: `${page.title} | ${brand}`, description: page.message }),
  },
} satisfies { readonly [Name in PageName]: PageFacts<Name> }

/** A page that is the same for all guests. */
export type SharedPage = Extract<Page, { readonly name: SharedName }>
type SharedName = {
  [Name in PageName]: (typeof pageFacts)[Name]['seenBy'] extends 'oneShopper' ? never : Name
}[PageName]

/** Title and description of a page. */
export function headOf(page: Page, brand: string): Head {
  // the name says that they belong together, which cannot be said of the whole table
  const head = pageFacts[page.name].head as PageFacts<PageName>['head']
  return head(page, brand)
}

function firstSentence(text: string): string {
  const end = text.search(/[.!?](\s|$)/)
  return (end === -1 ? text : text.slice(0, end + 1)).slice(0, 300)
}
