import type { PageName, PageViews } from '#web/navigation/page-view.ts'

/**
 * The one list of pages and their components: the browser fetches a page's script by it when the page is opened, the server
 * draws by it, and the build finds in it what each page loads (scripts/page-sources.ts), so a page takes one line.
 */
const lazyPages: { readonly [Name in PageName]: () => Promise<PageViews[Name]> } = {
  home: async () => (await import('#web/catalog/home/home-page.tsx')).HomePage,
  category: async () => (await import('#web/catalog/shelf/category-page.tsx')).CategoryPage,
  search: async () => (await import('#web/catalog/search/search-page.tsx')).SearchPage,
  favorites: async () => (await import('#web/catalog/shelf/favorites-page.tsx')).FavoritesPage,
  product: async () => (await import('#web/catalog/product/product-page.tsx')).ProductPage,
  cart: async () => (await import('#web/cart/cart-page.tsx')).CartPage,
  handOver: async () => (await import('#web/cart/transfer-page.tsx')).CartTransferPage,
  fireDrill: async () => (await import('#web/drill/fire-drill-page.tsx')).FireDrillPage,
  checkout: async () => (await import('#web/checkout/checkout-page.tsx')).CheckoutPage,
  confirmation: async () => (await import('#web/order/confirmation-page.tsx')).ConfirmationPage,
  login: async () => (await import('#web/account/login-page.tsx')).LoginPage,
  createAccount: async () => (await import('#web/account/create-account-page.tsx')).CreateAccountPage,
  checkMail: async () => (await import('#web/account/check-mail-page.tsx')).CheckMailPage,
  confirmAddress: async () => (await import('#web/account/confirm-address-page.tsx')).ConfirmAddressPage,
  resetPassword: async () => (await import('#web/account/reset-password-page.tsx')).ResetPasswordPage,
  registrantList: async () => (await import('#web/registry/registrant-list-page.tsx')).RegistrantListPage,
  createRegistry: async () => (await import('#web/registry/create-registry-page.tsx')).CreateRegistryPage,
  giftRegistry: async () => (await import('#web/registry/gift-registry-page.tsx')).GiftRegistryPage,
  findRegistry: async () => (await import('#web/registry/find-registry-page.tsx')).FindRegistryPage,
  editRegistry: async () => (await import('#web/registry/edit-registry-page.tsx')).EditRegistryPage,
  giftMail: async () => (await import('#web/registry/gift-mail-page.tsx')).GiftMailPage,
  checklist: async () => (await import('#web/registry/checklist-page.tsx')).ChecklistPage,
  account: async () => (await import('#web/account/account-page.tsx')).AccountPage,
  accountAddress: async () => (await import('#web/account/account-address-page.tsx')).AccountAddressPage,
  accountCard: async () => (await import('#web/account/account-card-page.tsx')).AccountCardPage,
  accountOrder: async () => (await import('#web/order/order-page.tsx')).OrderPage,
  findOrder: async () => (await import('#web/account/find-order-page.tsx')).FindOrderPage,
  claimOrders: async () => (await import('#web/account/claim-orders-page.tsx')).ClaimOrdersPage,
  shipTo: async () => (await import('#web/shipping/ship-to-page.tsx')).ShipToPage,
  orderRequest: async () => (await import('#web/shipping/order-request-page.tsx')).OrderRequestPage,
  requestSent: async () => (await import('#web/shipping/request-sent-page.tsx')).RequestSentPage,
  text: async () => (await import('#web/shell/text-page.tsx')).TextPage,
  error: async () => (await import('#web/shell/error-page.tsx')).ErrorPage,
}

/** The component of a page, once its script has come. */
export function pageView(name: PageName): Promise<PageViews[PageName]> {
  return lazyPages[name]()
}

/** The components of all pages, for the server, which draws each of them sooner or later. */
export async function allPageViews(): Promise<PageViews> {
  const views = Object.entries(lazyPages).map(async ([name, load]) => [name, await load()] as const)
  return Object.fromEntries(await Promise.all(views)) as PageViews
}
