import type { AnyLazyLayer } from '#web/layers/layer.ts'

/** Every popup there is, one line each; its script is fetched when it is first opened. */
export const layers = {
  genericError: async () => (await import('#web/layers/generic-error.tsx')).GenericError,
  refresh: async () => (await import('#web/layers/refresh.tsx')).Refresh,
  areYouSure: async () => (await import('#web/layers/are-you-sure.tsx')).AreYouSure,
  networkError: async () => (await import('#web/layers/network-error.tsx')).NetworkError,
  pictureZoom: async () => (await import('#web/catalog/layers/picture-zoom.tsx')).PictureZoom,
  oversizeInfo: async () => (await import('#web/catalog/layers/oversize-info.tsx')).OversizeInfo,
  customOrder: async () => (await import('#web/catalog/layers/custom-order.tsx')).CustomOrder,
  monogram: async () => (await import('#web/catalog/layers/monogram.tsx')).Monogram,
  addedSlideDown: async () => (await import('#web/cart/layers/added.tsx')).AddedSlideDown,
  addedConfirmation: async () => (await import('#web/cart/layers/added.tsx')).AddedConfirmation,
  changeItem: async () => (await import('#web/cart/layers/change-item.tsx')).ChangeItem,
  cartError: async () => (await import('#web/cart/layers/cart-error.tsx')).CartError,
  unavailableItems: async () => (await import('#web/cart/layers/unavailable-items.tsx')).UnavailableItems,
  oversizedItems: async () => (await import('#web/cart/layers/oversized-items.tsx')).OversizedItems,
  totalExplained: async () => (await import('#web/pricing/layers/total-explained.tsx')).TotalExplained,
  handOver: async () => (await import('#web/cart/layers/cart-transfer.tsx')).CartTransfer,
  shippingDelivery: async () => (await import('#web/shipping/layers/shipping-delivery.tsx')).ShippingDelivery,
  shippingCharges: async () => (await import('#web/shipping/layers/shipping-charges.tsx')).ShippingChargesInformation,
  willItFit: async () => (await import('#web/shipping/layers/will-it-fit.tsx')).WillItFit,
  loginFlyout: async () => (await import('#web/account/layers/login-flyout.tsx')).LoginFlyout,
  accountSignIn: async () => (await import('#web/account/layers/account-sign-in.tsx')).AccountSignIn,
  resetPassword: async () => (await import('#web/account/layers/reset-password.tsx')).ResetPassword,
  noRegistry: async () => (await import('#web/registry/layers/choose-registry.tsx')).NoRegistry,
  selectRegistry: async () => (await import('#web/registry/layers/choose-registry.tsx')).SelectRegistry,
  confirmTerms: async () => (await import('#web/registry/layers/confirm-terms.tsx')).ConfirmTerms,
  addToRegistry: async () => (await import('#web/registry/layers/add-to-registry.tsx')).AddToRegistry,
  fragment: async () => (await import('#web/layers/fragment.tsx')).Fragment,
  applyCard: async () => (await import('#web/payment/layers/apply-card.tsx')).ApplyCard,
  selectTwoCards: async () => (await import('#web/payment/layers/select-two-cards.tsx')).SelectTwoCards,
  addNewCard: async () => (await import('#web/payment/layers/add-new-card.tsx')).AddNewCard,
  applyNewCard: async () => (await import('#web/tender/layers/apply-new-card.tsx')).ApplyNewCard,
  certificatesInterrupter: async () =>
    (await import('#web/tender/layers/certificates-interrupter.tsx')).CertificatesInterrupter,
  cardOffer: async () => (await import('#web/payment/layers/card-offer.tsx')).CardOffer,
  paymentError: async () => (await import('#web/order/layers/payment-error.tsx')).PaymentError,
} satisfies { readonly [name: string]: AnyLazyLayer }

export type LayerRegistry = typeof layers
