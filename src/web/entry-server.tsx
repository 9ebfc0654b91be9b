import { renderToString } from 'react-dom/server'
import type { PageState } from '#contracts/pages.ts'
import { AccountPage } from '#web/account/account-page.tsx'
import { CheckMailPage } from '#web/account/check-mail-page.tsx'
import { ClaimOrdersPage } from '#web/account/claim-orders-page.tsx'
import { ConfirmAddressPage } from '#web/account/confirm-address-page.tsx'
import { CreateAccountPage } from '#web/account/create-account-page.tsx'
import { FindOrderPage } from '#web/account/find-order-page.tsx'
import { LoginPage } from '#web/account/login-page.tsx'
import { ResetPasswordPage } from '#web/account/reset-password-page.tsx'
import { CartPage } from '#web/cart/cart-page.tsx'
import { HandOverPage } from '#web/cart/hand-over-page.tsx'
import { HomePage } from '#web/catalog/home/home-page.tsx'
import { ProductPage } from '#web/catalog/product/product-page.tsx'
import { SearchPage } from '#web/catalog/search/search-page.tsx'
import { CategoryPage } from '#web/catalog/shelf/category-page.tsx'
import { FavoritesPage } from '#web/catalog/shelf/favorites-page.tsx'
import { CheckoutPage } from '#web/checkout/checkout-page.tsx'
import { FireDrillPage } from '#web/drill/fire-drill-page.tsx'
import { locationOf } from '#web/navigation/history.ts'
import { loadedPage, type PageViews } from '#web/navigation/page-view.ts'
import { ConfirmationPage } from '#web/order/confirmation-page.tsx'
import { OrderPage } from '#web/order/order-page.tsx'
import { ChecklistPage } from '#web/registry/checklist-page.tsx'
import { CreateRegistryPage } from '#web/registry/create-registry-page.tsx'
import { EditRegistryPage } from '#web/registry/edit-registry-page.tsx'
import { FindRegistryPage } from '#web/registry/find-registry-page.tsx'
import { GiftRegistryPage } from '#web/registry/gift-registry-page.tsx'
import { RegistrantListPage } from '#web/registry/registrant-list-page.tsx'
import { CurrentPage } from '#web/shell/current-page.tsx'
import { ErrorPage } from '#web/shell/error-page.tsx'
import { TextPage } from '#web/shell/text-page.tsx'

const pages: PageViews = {
  home: HomePage,
  category: CategoryPage,
  search: SearchPage,
  favorites: FavoritesPage,
  product: ProductPage,
  cart: CartPage,
  handOver: HandOverPage,
  fireDrill: FireDrillPage,
  checkout: CheckoutPage,
  confirmation: ConfirmationPage,
  login: LoginPage,
  createAccount: CreateAccountPage,
  checkMail: CheckMailPage,
  confirmAddress: ConfirmAddressPage,
  resetPassword: ResetPasswordPage,
  registrantList: RegistrantListPage,
  createRegistry: CreateRegistryPage,
  giftRegistry: GiftRegistryPage,
  findRegistry: FindRegistryPage,
  editRegistry: EditRegistryPage,
  checklist: ChecklistPage,
  account: AccountPage,
  accountOrder: OrderPage,
  findOrder: FindOrderPage,
  claimOrders: ClaimOrdersPage,
  text: TextPage,
  error: ErrorPage,
}

/** The page's HTML, to stand inside `<div id="root">`. All data is in the state: nothing is fetched, nothing suspends. */
export function render(state: PageState): string {
  const page = loadedPage(state, pages[state.page.name])
  const shown = { location: locationOf(state.path, ''), page, failure: null, isLoading: false, keepsScroll: true }
  return renderToString(<CurrentPage navigation={null} state={shown} />)
}
