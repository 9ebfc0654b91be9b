/** Where the cart page's native forms go before the scripts have come (UX-24). */
export const cartFormPaths = {
  quantity: '/cart/update',
  remove: '/cart/remove',
  checkout: '/checkout',
} as const
