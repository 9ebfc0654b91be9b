/** Apple's own payment sheet, in browsers that have it. */
export type AppleSession = {
  onvalidatemerchant: ((event: { readonly validationURL: string }) => void) | null
  onpaymentauthorized: ((event: { readonly payment: ApplePayment }) => void) | null
  onshippingcontactselected: ((event: { readonly shippingContact: AppleContact }) => void) | null
  oncancel: (() => void) | null
  begin(): void
  abort(): void
  completeMerchantValidation(session: object): void
  completeShippingContactSelection(update: {
    readonly newTotal: { readonly label: string; readonly amount: string }
    /** Said in the sheet at the address; until another is chosen it approves nothing. */
    readonly errors?: readonly object[]
  }): void
  completePayment(status: number): void
}

export type AppleContact = {
  readonly givenName?: string
  readonly familyName?: string
  readonly addressLines?: readonly string[]
  readonly locality?: string
  readonly administrativeArea?: string
  readonly postalCode?: string
  readonly countryCode?: string
  readonly phoneNumber?: string
  readonly emailAddress?: string
}

export type ApplePayment = {
  readonly token: object
  readonly billingContact?: AppleContact
  readonly shippingContact?: AppleContact
}

export type AppleSessions = {
  new (version: number, request: object): AppleSession
  canMakePayments(): boolean
  readonly STATUS_SUCCESS: number
  readonly STATUS_FAILURE: number
}

declare global {
  interface Window {
    ApplePaySession?: AppleSessions
    ApplePayError?: new (code: 'addressUnserviceable', field: 'country', message: string) => object
  }
}

/** ALT-14: Apple Pay is offered only where the browser has it and it is set up. */
export function hasApplePay(): boolean {
  try {
    return window.ApplePaySession?.canMakePayments() === true
  } catch {
    // a page inside another one may not ask
    return false
  }
}
