import type { RegistrySku } from '#domain/catalog/product.ts'
import type { CustomOrder, PersonalizationTemplate } from '#domain/catalog/sku.ts'
import type { MessageKey, PageMessageKey } from '#domain/messages.ts'
import type { VariantKey } from '#domain/variant.ts'
import type { AccountPage } from './account/pages.ts'
import type { ReplyOf } from './call.ts'
import type { cartCalls } from './cart/calls.ts'
import type { CartPage } from './cart/page.ts'
import type { BrowseView } from './catalog/browse.ts'
import type { CheckoutPage } from './checkout/page.ts'
import type { orderCalls } from './order/calls.ts'
import type { RegistryPage } from './registry/pages.ts'
import type { ShippingPage } from './shipping/pages.ts'

export type CartReply = ReplyOf<typeof cartCalls.getCartJsx>
export type CheckoutReply = CheckoutPage['checkout']
export type ConfirmationReply = ReplyOf<typeof orderCalls.getOrderConfirmation>

/** A picture with its measures, so that nothing moves when it arrives. */
export type Picture = {
  readonly path: string
  readonly alt: string
  readonly width: number
  readonly height: number
  readonly color: string
  /** Widths it is there in, as AVIF and WebP; left out for a picture of one file. */
  readonly widths?: readonly number[]
}

export type CategoryCard = {
  readonly slug: string
  readonly name: string
  readonly navigateUrl: string
  readonly picture: Picture | null
}

/** A product in a list. Prices in cents; lowest and highest over its skus of this country. */
export type ProductCard = {
  readonly productId: string
  readonly sku: number
  readonly name: string
  readonly navigateUrl: string
  readonly pictures: readonly Picture[]
  readonly lowestPrice: number
  readonly highestPrice: number
  readonly regularPrice: number
  readonly swatches: readonly { readonly name: string; readonly color: string; readonly sku: number }[]
  readonly availability: number
  /** It can go into the cart as it is, with nothing to choose. */
  readonly isAddable: boolean
  /** Of the card's sku; null for what no registry holds. */
  readonly registrySku: RegistrySku | null
  /** Has no price of its own: who gives it chooses the amount. */
  readonly isDonation: boolean
}

export type ProductOption = {
  readonly code: string
  readonly name: string
  readonly values: readonly { readonly value: string; readonly name: string; readonly color: string }[]
}

/** One sku of a product page; what the shop bar needs (DATA-20), prices in cents. */
export type ProductSku = {
  readonly sku: number
  readonly name: string
  readonly optionChoice: string
  readonly currentPrice: number
  readonly regularPrice: number
  readonly pictures: readonly Picture[]
  /** SHIP-23, for shipping without a destination. */
  readonly availability: number
  readonly availabilityMessage: string
  /** The month in which it comes when that is months away: 'October 2027'; else ''. */
  readonly farMonth: string
  readonly isNla: boolean
  readonly isStockSku: boolean
  /** OPEN-26, as hasGrouper of the product. */
  readonly isSuperSpecialOrder: boolean
  readonly shipKind: 'parcel' | 'furniture' | 'freight' | 'giftCard' | 'donation'
  readonly propertyCodes: readonly number[]
  readonly dimensions: CartReply['lineItems'][number]['dimensions']
  readonly boxes: CartReply['lineItems'][number]['boxes']
  /** A box of it is too large for most cars (OPEN-50). */
  readonly isOversized: boolean
  readonly installationServices: readonly { readonly type: string; readonly name: string; readonly fee: number }[]
  readonly personalizationType: number
  /** What a shopper may have put on it, fee in cents; null for nothing. */
  readonly personalization: SkuPersonalization | null
  readonly hasCustomOrderConfirmation: boolean
  /** The terms of a custom order, for who adds it without scripts; the popup asks for them itself (OPEN-45). */
  readonly customOrder: CustomOrder | null
  readonly makingTime: string
}

export type SkuPersonalization = Omit<PersonalizationTemplate, 'feeCents'> & { readonly fee: number }

export type ProductDetail = {
  readonly productId: string
  readonly name: string
  readonly description: string
  readonly details: readonly string[]
  readonly care: string
  readonly category: { readonly slug: string; readonly name: string; readonly navigateUrl: string }
  readonly department: string
  readonly class: string
  readonly subclass: string
  readonly options: readonly ProductOption[]
  readonly skus: readonly ProductSku[]
  readonly selectedSku: number
  readonly hasGrouper: boolean
  readonly stores: readonly { readonly [Field in 'storeNumber' | 'name' | 'city' | 'state']: string }[]
}

/** An outside identity provider, as `idp` names it in addresses (OPEN-96). */
export type ProviderName = 'Google' | 'Apple' | 'Okta'

/** How an order may be cancelled, until its `cancelUntil`. */
export type CancelOffer = {
  /** Without scripts she has pressed the first of two buttons. */
  readonly isRequested: boolean
  /** The words of the mailed link that led here, `until` '' where it has no end; null for the shopper's own page. */
  readonly link: { readonly until: string; readonly key: string } | null
}

/** The data of one page, by its name. Cached guest pages hold nothing of a shopper. */
export type Page =
  | RegistryPage
  | ShippingPage
  | {
      readonly name: 'home'
      readonly departments: readonly CategoryCard[]
      readonly bestsellers: readonly ProductCard[]
      readonly scenes: readonly Picture[]
    }
  | {
      readonly name: 'category'
      readonly category: { readonly slug: string; readonly name: string; readonly description: string }
      readonly parent: { readonly name: string; readonly navigateUrl: string } | null
      readonly related: readonly CategoryCard[]
      readonly products: readonly ProductCard[]
      readonly browse: BrowseView
    }
  | {
      readonly name: 'search'
      /** What was looked for instead of what was typed, when that has a slip in it; else ''. */
      readonly correction: string
      /** Nothing has all of the words: these products have some of them. */
      readonly isLoose: boolean
      readonly products: readonly ProductCard[]
      readonly browse: BrowseView
      /** Two ways on where nothing was found; else empty. */
      readonly departments: readonly CategoryCard[]
      readonly featured: readonly ProductCard[]
    }
  | {
      readonly name: 'favorites'
      readonly products: readonly ProductCard[]
      readonly departments: readonly CategoryCard[]
    }
  | { readonly name: 'product'; readonly product: ProductDetail }
  | CartPage
  /** Every popup of the cart, for the retailer (BEYOND-12). */
  | { readonly name: 'fireDrill'; readonly cart: CartReply }
  /** A cart that a scanned code brings; token '' when the code is over. */
  | {
      readonly name: 'handOver'
      readonly token: string
      readonly items: readonly {
        readonly lineId: string
        readonly sku: number
        readonly title: string
        readonly imagePath: string
        readonly quantity: number
      }[]
    }
  | CheckoutPage
  | { readonly name: 'confirmation'; readonly confirmation: ConfirmationReply }
  | {
      readonly name: 'login'
      readonly returnUrl: string
      readonly isRedirect: boolean
      readonly heading: string
      readonly message: string
      /** Outside providers that have a button. */
      readonly providers: readonly ProviderName[]
    }
  | { readonly name: 'createAccount'; readonly returnUrl: string; readonly message: string }
  /**
   * An account was asked for here and waits for its link; `orderNumber` of the confirmation page it was asked on, or '', and
   * `provider` that its owner signs in with, or '' of a password.
   */
  | { readonly name: 'checkMail'; readonly email: string; readonly orderNumber: string; readonly provider: string }
  /**
   * Where that link leads. `token` is '' when it no longer works; a browser that did not ask types the password, and where
   * a provider takes its place is told to go back to the one that did.
   */
  | {
      readonly name: 'confirmAddress'
      readonly token: string
      readonly email: string
      readonly needs: 'press' | 'password' | 'ownBrowser'
      readonly provider: string
    }
  /** `token` of the mailed link; '' when the link no longer works. */
  | { readonly name: 'resetPassword'; readonly token: string }
  | AccountPage
  /** One order: of the account, of the browser that placed it, or by a mailed link; its receipts by addresses that open them. */
  | {
      readonly name: 'accountOrder'
      readonly order: ConfirmationReply
      readonly state: 'pending' | 'placed' | 'refused' | 'cancelled'
      /** Null by the link of an old mail: names, streets and payments are masked then too (CALM-42). */
      readonly receipts: { readonly receiptUrl: string; readonly giftReceiptUrl: string } | null
      readonly isInAccount: boolean
      /** Null when it cannot be cancelled here, or not any more. */
      readonly cancel: CancelOffer | null
    }
  /** `isEnded`: the link that led here no longer works. */
  | { readonly name: 'findOrder'; readonly isEnded: boolean }
  /** Past orders of the account's address; `key` is '' when the link no longer works. */
  | { readonly name: 'claimOrders'; readonly count: number; readonly until: string; readonly key: string }
  | {
      readonly name: 'text'
      readonly title: string
      readonly paragraphs: readonly string[]
      readonly links: readonly { readonly text: string; readonly href: string }[]
    }
  | { readonly name: 'error'; readonly status: number; readonly title: string; readonly message: string }

/** What every page has round it. `token` and `counts` are empty on a cached guest page; the browser fetches them when first needed. */
export type Frame = {
  readonly variantKey: VariantKey
  /** The masked anti-forgery token, in a hidden input of every page (OPEN-04). */
  readonly token: string
  readonly counts: ReplyOf<typeof cartCalls.getHeaderCounts> | null
  /** Skus of the shopper's favorites in this store; empty on a cached guest page. */
  readonly favorites: readonly number[]
  /** The country abroad that the shopper has things sent to, by its name; '' where the store ships itself (OPEN-42). */
  readonly shipTo: string
  readonly isSignedIn: boolean
  readonly isApp: boolean
  readonly isScanMode: boolean
  /** Shoppers are asked before anything of their visit is measured. */
  readonly asksConsent: boolean
  /** Departments of the navigation. */
  readonly navigation: readonly { readonly slug: string; readonly name: string; readonly navigateUrl: string }[]
  /** The configured messages the browser may need, by key, for this brand and locale. */
  readonly messages: { readonly [Key in PageMessageKey]: string } & { readonly [Key in MessageKey]?: string }
  readonly flags: {
    readonly paymentProvider_EnableAdyen: boolean
    readonly cbhcc_EnableCbhcc: boolean
    readonly oms_UseSharedEngine: boolean
  }
  /** Origin of the variant, from the configuration, for canonical addresses. */
  readonly origin: string
  /** A message of a form post without scripts, shown once: at `noticeField`, at the top when that is ''. */
  readonly notice: string
  readonly noticeField: string
  /** Of a form that was refused, by field: what is wrong, and what was typed, never a password. Its notice is bad news. */
  readonly errors: { readonly [field: string]: string }
  readonly typed: { readonly [field: string]: string }
  readonly isRefused: boolean
}

/** Handed from server to browser as <script type="application/json">. */
export type PageState = {
  readonly frame: Frame
  readonly page: Page
  readonly path: string
  readonly title: string
  readonly description: string
}
