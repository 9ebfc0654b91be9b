import { calls } from '#web/calls/client.ts'

/** The cart service: exactly the fourteen calls of CALL-11. */
export const {
  checkout,
  getCartJsx,
  removeItem,
  saveForLater,
  updateItem,
  updateShipMethod,
  removeInstallationService,
  removeItemFromSaveForLater,
  moveToCart,
  donationAddToCart,
  applyZipCode,
  applyPromoCode,
  removePromoCode,
  getEdd,
} = calls.cart
