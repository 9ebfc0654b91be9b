/** Said of a promotion code that was sent without one. */
export const missingPromoCode = 'Please enter a promotion code.'
