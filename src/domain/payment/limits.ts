/** Saved cards per account unless an account says otherwise: accountCardsInfoLimit (CONST-09, OPEN-85). */
export const defaultAccountCardsLimit = 5

/** The Select Two Cards popup has this fixed number, whatever the limit (PAY-40). */
export const selectTwoCardsLimit = 5

/** Whether a card can still be added: fewer saved cards than the limit (PAY-39, PAY-40). */
export function canAddCard(savedCards: number, limit: number): boolean {
  return savedCards < limit
}

/** The offers of the store card (CONST-10, PROMO-03). */
export const plccOption = { reward: 1, financing: 2 } as const
export type PlccOption = (typeof plccOption)[keyof typeof plccOption]

/** Ids of the payment options on the page (PAY-03). */
export const paymentOptionIds = {
  card: 'credit-debit-card-option',
  paypalVenmo: 'paypal-venmo-pay-option',
  applePay: 'apple-pay-option',
} as const

/** Logged for a payment error raised on the client (ORDER-15, ERR-14). */
export const clientPaymentError = 'FE payment error'
