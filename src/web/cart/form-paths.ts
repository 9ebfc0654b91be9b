/** Where the cart page's native forms go before the scripts have come (UX-24). */
export const cartFormPaths = {
  quantity: '/cart/update',
  remove: '/cart/remove',
  donation: '/cart/donate',
  amount: '/cart/amount',
  delivery: '/cart/delivery',
  checkout: '/checkout',
} as const
