/** The part of Braintree's browser library that we use; it brings no types of its own. */
declare module 'braintree-web/client' {
  const client: { create(options: { readonly authorization: string }): Promise<{ readonly getVersion: () => string }> }
  export = client
}

declare module 'braintree-web/data-collector' {
  const collector: {
    create(options: { readonly client: object; readonly paypal?: boolean }): Promise<{ readonly deviceData: string }>
  }
  export = collector
}

declare module 'braintree-web/paypal' {
  type PayPalDetails = {
    readonly email?: string
    readonly firstName?: string
    readonly lastName?: string
    readonly phone?: string
    readonly shippingAddress?: {
      readonly recipientName?: string
      readonly line1?: string
      readonly line2?: string
      readonly city?: string
      readonly state?: string
      readonly postalCode?: string
      readonly countryCode?: string
    }
  }
  const paypal: {
    create(options: { readonly client: object }): Promise<{
      tokenize(options: {
        readonly flow: 'checkout'
        readonly intent: 'authorize'
        readonly amount: string
        readonly currency: string
        readonly displayName: string
        readonly enableShippingAddress: boolean
      }): Promise<{ readonly nonce: string; readonly details: PayPalDetails }>
    }>
  }
  export = paypal
}

declare module 'braintree-web/venmo' {
  const venmo: {
    create(options: {
      readonly client: object
      readonly allowDesktop: boolean
      readonly paymentMethodUsage: 'single_use'
    }): Promise<{
      tokenize(): Promise<{ readonly nonce: string; readonly details: { readonly username?: string } }>
    }>
  }
  export = venmo
}

declare module 'braintree-web/apple-pay' {
  const applePay: {
    create(options: { readonly client: object }): Promise<{
      createPaymentRequest(request: object): object
      performValidation(options: { readonly validationURL: string; readonly displayName: string }): Promise<object>
      tokenize(options: { readonly token: object }): Promise<{ readonly nonce: string }>
    }>
  }
  export = applePay
}
