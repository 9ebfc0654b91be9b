/** Where the cart page's native forms go before the scripts have come (UX-24). */
export const cartFormPaths = {
  quantity: '/cart/update',
  remove: '/cart/remove',
  save: '/cart/save',
  move: '/cart/move',
  removeSaved: '/cart/remove-saved',
  change: '/cart/change',
  addInstallation: '/cart/add-installation',
  removeInstallation: '/cart/remove-installation',
  zip: '/cart/zip',
  promo: '/cart/promo',
  removePromo: '/cart/remove-promo',
  donation: '/cart/donate',
  amount: '/cart/amount',
  delivery: '/cart/delivery',
  checkout: '/checkout',
} as const
