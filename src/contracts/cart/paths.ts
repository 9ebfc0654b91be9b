import { get, post } from '../call.ts'

/** CALL-11 and its decided paths (OPEN-27 to OPEN-40, OPEN-44). */
export const cartPaths = {
  getCartJsx: get('/ReactCart/GetCartJsx'),
  checkout: post('/ReactCart/Checkout'),
  removeItem: post('/ReactCart/RemoveItem'),
  restoreItem: post('/ReactCart/RestoreItem'),
  saveForLater: post('/ReactCart/SaveForLater'),
  updateItem: post('/ReactCart/UpdateItem'),
  updateShipMethod: post('/ReactCart/UpdateShipMethod'),
  getDeliveryChoices: get('/ReactCart/GetDeliveryChoices'),
  removeInstallationService: post('/ReactCart/RemoveInstallationService'),
  removeItemFromSaveForLater: post('/ReactCart/RemoveItemFromSaveForLater'),
  moveToCart: post('/ReactCart/MoveToCart'),
  donationAddToCart: post('/ReactCart/DonationAddToCart'),
  applyZipCode: post('/ReactCart/ApplyZipCode'),
  applyPromoCode: post('/ReactCart/ApplyPromoCode'),
  removePromoCode: post('/ReactCart/RemovePromoCode'),
  getEdd: post('/ReactCart/GetEdd'),
  addItems: post('/ReactCart/AddItems'),
  getTotalExplanation: get('/ReactCart/GetTotalExplanation'),
  getHeaderCounts: get('/ReactCart/GetHeaderCounts'),
  getCustomOrderConfirmation: get('/ReactCart/GetCustomOrderConfirmation'),
  getAvailability: get('/ReactCart/GetAvailability'),
} as const
