import { expect, type Locator, type Route } from '@playwright/test'
import type { CheckoutReply } from '#contracts/pages.ts'
import { pathTable as paths } from '#contracts/paths.ts'
import type { LayerName } from '#web/layers/open-layer.ts'
import { setOnHand } from './books.ts'
import { payWithTwoNewCards } from './cards.ts'
import { passOn } from './pass-on.ts'
import type { Exhibits } from './places.ts'
import { callStore, fillCart, goToStep, reachStep } from './quick.ts'
import { declinedCard, type Store } from './store.ts'

export type Opening = {
  /** Goes to a page where the popup can come up. */
  readonly prepare: (store: Store, exhibits: Exhibits) => Promise<void>
  /** What the shopper presses; focus goes back to it, unless closing leads elsewhere. */
  readonly opener: (store: Store) => Locator
  /** Where closing leads, when it leads away. */
  readonly leadsTo?: RegExp
  readonly title: RegExp
}

/** Lets the store answer, and changes one thing of its answer. */
async function altered(store: Store, path: string, change: object): Promise<void> {
  await store.page.route(`**${path}`, async (route: Route) => {
    const answer = await passOn(route)
    await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), ...change } })
  })
}

async function failing(store: Store, path: string): Promise<void> {
  await store.page.route(`**${path}`, (route) => route.fulfill({ status: 500, json: { isSuccess: false } }))
}

async function openProduct(store: Store, sku: number): Promise<void> {
  await store.open(`/product/${sku}`)
  await store.untilAlive()
}

async function openCart(store: Store, skus: readonly number[]): Promise<void> {
  await fillCart(store, skus)
  await store.open('/checkout/cart')
  await store.untilAlive()
}

/** A store card of the demo's; it has neither an expiry nor a code. */
const storeCardNumber = '6045 8800 0006 1001'

/** The first line to Ada, the second to Grace, both in the store's country. */
export async function sendToTwoRecipients({ page, home, variant }: Store): Promise<void> {
  const { checkout } = paths
  const { basketItems } = await callStore<CheckoutReply>(page, checkout.refreshCheckout.path)
  const names = [
    ['Ada', 'Lovelace', 'ada@example.com'],
    ['Grace', 'Hopper', ''],
  ] as const
  for (const [nth, { id }] of basketItems.entries()) {
    const [firstName, lastName, email] = names[nth] ?? names[0]
    const { address: address1, ...place } = home
    const address = { ...place, address1, firstName, lastName, email, country: variant.country, basketItemId: id }
    await callStore(page, checkout.saveMultiShippingAddress.path, address)
  }
}

const checkoutButton = ({ page }: Store) => page.getByRole('button', { name: /^checkout$/i }).first()
const addButton = (store: Store) => store.addToCart
const placeButton = ({ page }: Store) => page.getByRole('button', { name: 'Place Order', exact: true })

const registryButton = ({ page }: Store) => page.getByRole('button', { name: /^add to registry$/i })

/** A member with so many registries. */
function withRegistries(count: number): object {
  const registry = {
    eventType: 'Wedding',
    shortEventDate: 'Jun 12, 2027',
    registryOwnernsName: 'Ann Bell',
    listType: 1,
  }
  const ids = Array.from({ length: count }, (_, at) => at + 1)
  const giftRegistries = ids.map((id) => ({ id, registryType: 'br', ...registry }))
  return { isLoggedIn: true, registryCount: count, giftRegistries }
}

/** How to bring up every popup of the registry, by its name there; one that is missing does not compile. */
export const openings: { readonly [Name in LayerName]: Opening } = {
  pictureZoom: {
    prepare: (store, { furniture }) => openProduct(store, furniture),
    opener: ({ page }) => page.getByRole('main').getByRole('link', { name: /zoom/i }),
    title: /./,
  },
  oversizeInfo: {
    prepare: (store, { furniture }) => openProduct(store, furniture),
    opener: ({ page }) => page.getByRole('button', { name: /oversize item/i }),
    title: /./,
  },
  customOrder: {
    prepare: (store, { customOrder }) => openProduct(store, customOrder),
    opener: addButton,
    title: /./,
  },
  monogram: {
    prepare: (store, { monogram }) => openProduct(store, monogram),
    opener: ({ page }) => page.getByRole('button', { name: /^personalize it/i }),
    title: /./,
  },
  confirmTerms: {
    async prepare(store, { monogram }) {
      await openProduct(store, monogram)
      await store.page.getByRole('button', { name: /^personalize it/i }).click()
      const popup = store.page.getByRole('dialog')
      await popup.getByRole('textbox').first().fill('A')
    },
    opener: ({ page }) => page.getByRole('dialog').getByRole('button', { name: /^add to registry$/i }),
    title: /before it goes into a registry/i,
  },
  addedSlideDown: {
    prepare: (store, { plain }) => openProduct(store, plain),
    opener: addButton,
    title: /1 item\(s\) added to your cart/i,
  },
  addedConfirmation: {
    async prepare(store, { plain }) {
      await store.page.context().addCookies([{ name: 'scan-mode', value: 'true', url: store.address('/') }])
      await openProduct(store, plain)
    },
    opener: addButton,
    title: /1 item\(s\) added to your cart/i,
  },
  genericError: {
    async prepare(store, { plain }) {
      await openProduct(store, plain)
      await failing(store, paths.cart.addItems.path)
    },
    opener: addButton,
    title: /^we're sorry\.$/i,
  },
  changeItem: {
    prepare: (store, { furniture }) => openCart(store, [furniture]),
    opener: ({ page }) => page.getByRole('link', { name: /^change (?!delivery).* of /i }).first(),
    title: /^change/i,
  },
  cartError: {
    async prepare(store, { plain }) {
      await openCart(store, [plain])
      await altered(store, paths.cart.saveForLater.path, { isSuccess: false, errorMessage: 'This cannot be saved.' })
    },
    opener: ({ page }) => page.getByRole('button', { name: /^save for later/i }).first(),
    title: /^we're sorry\.$/i,
  },
  unavailableItems: {
    async prepare(store, { plain, second }) {
      await openCart(store, [plain, second])
      await setOnHand(store.variant.key, second, 0)
    },
    opener: checkoutButton,
    title: /^item\(s\) no longer available$/i,
  },
  totalExplained: {
    prepare: (store, { plain }) => openCart(store, [plain]),
    opener: ({ page }) => page.getByRole('button', { name: 'How this adds up' }),
    title: /^how this adds up$/i,
  },
  oversizedItems: {
    async prepare(store, { furniture, plain }) {
      await openCart(store, [plain])
      const boxes = [{ boxNumber: 1, quantity: 1, width: 90, depth: 40, height: 30 }]
      const oversizedItems = [{ sku: furniture, title: 'Alder Sofa, 86 in, Oat', boxes }]
      await altered(store, paths.cart.checkout.path, { oversizedItems })
    },
    opener: checkoutButton,
    leadsTo: /\/checkout\/cart$/,
    title: /^make sure these items will fit in your vehicle\.$/i,
  },
  accountSignIn: {
    async prepare(store) {
      await store.open('/customer-service/terms-of-use')
      await store.untilAlive()
    },
    opener: ({ page }) => page.getByRole('banner').getByRole('link', { name: 'Sign in' }),
    title: /^account sign in$/i,
  },
  resetPassword: {
    async prepare(store) {
      await store.open('/account/login')
      await store.untilAlive()
    },
    opener: ({ page }) => page.getByRole('button', { name: /^reset password$/i }),
    title: /^reset password$/i,
  },
  noRegistry: {
    async prepare(store, { plain }) {
      await openProduct(store, plain)
      await altered(store, `${paths.registry.getRegistryList.path}*`, { isLoggedIn: true })
    },
    opener: registryButton,
    title: /^add to registry$/i,
  },
  selectRegistry: {
    async prepare(store, { plain }) {
      await openProduct(store, plain)
      await altered(store, `${paths.registry.getRegistryList.path}*`, withRegistries(2))
    },
    opener: registryButton,
    title: /^add to registry$/i,
  },
  addToRegistry: {
    async prepare(store, { plain }) {
      await openProduct(store, plain)
      await altered(store, `${paths.registry.getRegistryList.path}*`, withRegistries(1))
      const item = { sku: plain, name: 'Stoneware Mug', quantity: 1, formattedPrice: '$12.95', imagePath: '' }
      const items = [{ ...item, grId: 1, registryType: 'br', personalization: null, inHousePersonalization: null }]
      await altered(store, paths.registry.addItems.path, { isSuccess: true, errorMessage: '', items })
    },
    opener: registryButton,
    title: /^add to registry$/i,
  },
  fragment: {
    async prepare(store, { plain }) {
      await openCart(store, [plain])
      await altered(store, paths.cart.checkout.path, {
        popupUrl: `${paths.platform.popup.path}?popupName=CreditCardVerification`,
      })
    },
    opener: checkoutButton,
    title: /./,
  },
  shippingDelivery: {
    async prepare(store, { furniture }) {
      await openCart(store, [furniture])
      await store.page.getByRole('button', { name: /^More about delivery/ }).click()
    },
    opener: ({ page }) => page.getByRole('button', { name: 'Shipping and delivery' }),
    title: /^shipping and delivery$/i,
  },
  shippingCharges: {
    prepare: (store, { plain, email }) => goToStep(store, 2, { skus: [plain], email }),
    opener: ({ page }) => page.getByRole('button', { name: 'Shipping charges and delivery information' }),
    title: /^shipping charges and delivery information$/i,
  },
  handOver: {
    async prepare(store, { plain }) {
      await store.page.context().addCookies([{ name: 'scan-mode', value: 'true', url: store.address('/') }])
      await openCart(store, [plain])
    },
    opener: ({ page }) => page.getByRole('button', { name: /^take it on your phone$/i }),
    title: /^take it on your phone$/i,
  },
  willItFit: {
    prepare: (store, { furniture }) => openProduct(store, furniture),
    opener: ({ page }) => page.getByRole('button', { name: /^will it fit\?$/i }),
    title: /^will it fit\?$/i,
  },
  loginFlyout: {
    prepare: (store, { plain }) => openCart(store, [plain]),
    opener: checkoutButton,
    title: /^checkout now$/i,
  },
  areYouSure: {
    async prepare(store, { plain, second }) {
      await reachStep(store, 1, { skus: [plain, second], email: '' })
      await sendToTwoRecipients(store)
      await store.openStep(1)
    },
    opener: ({ page }) => page.getByRole('button', { name: /^remove grace hopper/i }),
    title: /^are you sure\?$/i,
  },
  refresh: {
    async prepare(store, { plain, email }) {
      await goToStep(store, 4, { skus: [plain], email })
      await failing(store, paths.order.placeOrder.path)
    },
    opener: placeButton,
    title: /^error$/i,
  },
  networkError: {
    async prepare(store, { plain, email }) {
      await goToStep(store, 4, { skus: [plain], email })
      await store.page.route(`**${paths.checkout.validateCart.path}`, (route) => route.abort('connectionreset'))
    },
    opener: placeButton,
    leadsTo: /\/checkout\/cart$/,
    title: /^network error$/i,
  },
  applyCard: {
    async prepare(store, { plain, email }) {
      await goToStep(store, 3, { skus: [plain], email })
      await payWithTwoNewCards(store.page)
    },
    opener: ({ page }) => page.getByRole('button', { name: 'Change card 1' }),
    title: /^apply new\/saved card$/i,
  },
  selectTwoCards: {
    prepare: (store, { plain, email }) => goToStep(store, 3, { skus: [plain], email }),
    opener: ({ page }) => page.getByRole('button', { name: 'Pay with two cards' }),
    title: /^select two cards$/i,
  },
  addNewCard: {
    async prepare(store, { plain, email }) {
      await goToStep(store, 3, { skus: [plain], email })
      await store.page.getByRole('button', { name: 'Pay with two cards' }).click()
    },
    opener: ({ page }) => page.getByRole('button', { name: 'Add new card' }),
    title: /^add new card$/i,
  },
  applyNewCard: {
    async prepare(store, { plain }) {
      await openCart(store, [plain])
      await store.page.getByRole('button', { name: 'Reward certificates' }).click()
      await store.page.getByLabel('Certificate number').fill('REWARD-2000-A001')
    },
    opener: ({ page }) => page.getByRole('button', { name: 'Use my store card instead' }),
    title: /^apply new card$/i,
  },
  certificatesInterrupter: {
    async prepare(store, { plain }) {
      await openCart(store, [plain])
      await altered(store, paths.cart.checkout.path, {
        popupUrl: `${paths.platform.popup.path}?popupName=CertificatesInterrupter`,
      })
    },
    opener: checkoutButton,
    title: /^your reward certificates$/i,
  },
  cardOffer: {
    async prepare(store, { plain, email }) {
      await goToStep(store, 3, { skus: [plain], email })
      await store.page.getByLabel(/^card number/i).fill(storeCardNumber)
    },
    opener: ({ page }) => page.getByRole('button', { name: 'Next: Review & Place Order' }),
    leadsTo: /\/checkout\/review$/,
    title: /^choose your card offer$/i,
  },
  paymentError: {
    prepare: (store, { plain, email }) => goToStep(store, 4, { skus: [plain], email, card: declinedCard }),
    opener: placeButton,
    leadsTo: /\/checkout\/paymentandbilling\?paymentErrorId=authorizationError#header_payment$/,
    title: /^payment error$/i,
  },
}

/** Brings a popup up and answers it, once its script has come and it stands still. */
export async function openLayer(store: Store, name: LayerName, exhibits: Exhibits): Promise<Locator> {
  const { prepare, opener, title } = openings[name]
  await prepare(store, exhibits)
  await opener(store).click()
  const dialog = store.page.getByRole('dialog', { name: title })
  await expect(dialog).toBeVisible()
  await expect(dialog.getByText('Loading')).toHaveCount(0)
  return dialog
}

/** Leaves the store as it was before the popup: stock and network; and the next one meets a stranger. */
export async function tidyUp(store: Store, exhibits: Exhibits): Promise<void> {
  const { page, variant } = store
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await setOnHand(variant.key, exhibits.second, 50)
  await page.context().clearCookies()
}
