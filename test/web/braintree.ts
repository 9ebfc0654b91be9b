import { vi } from 'vitest'

/** Braintree's library and Apple's sheet as tests play them: each part's `create` and `tokenize` can be told what to do. */
export function playedBraintree() {
  const part = <Approved>(approved: Approved) => {
    const tokenize = vi.fn(async (_options?: object): Promise<Approved> => approved)
    const create = vi.fn(async (_options: object): Promise<object> => ({ tokenize }))
    return { tokenize, create }
  }
  const apple = {
    ...part({ nonce: 'apple-1' }),
    createPaymentRequest: vi.fn((request: object) => request),
    performValidation: vi.fn(async (_options: object) => ({ merchant: 'validated' })),
  }
  apple.create.mockImplementation(async () => apple)
  return {
    client: { create: vi.fn(async (_options: object) => ({ getVersion: () => '3' })) },
    collector: { create: vi.fn(async (_options: object) => ({ deviceData: 'device' })) },
    paypal: part({ nonce: 'paypal-1', details: { email: 'ada@example.com' } as object }),
    venmo: part({ nonce: 'venmo-1', details: { username: '@ada' } }),
    apple,
  }
}

/** Apple's sheet in place of the browser's: what it was told stands in `told`, what the shopper does is done by its handlers. */
export class PlayedAppleSession {
  static readonly STATUS_SUCCESS = 0
  static readonly STATUS_FAILURE = 1
  static opened: PlayedAppleSession[] = []
  static canMakePayments(): boolean {
    return true
  }
  onvalidatemerchant: ((event: { readonly validationURL: string }) => void) | null = null
  onpaymentauthorized: ((event: { readonly payment: object }) => Promise<void>) | null = null
  onshippingcontactselected: ((event: { readonly shippingContact: object }) => void) | null = null
  oncancel: (() => void) | null = null
  readonly told: (readonly [string, unknown?])[] = []
  readonly request: object
  constructor(_version: number, request: object) {
    this.request = request
    PlayedAppleSession.opened.push(this)
  }
  begin(): void {
    this.told.push(['begin'])
  }
  abort(): void {
    this.told.push(['abort'])
  }
  completeMerchantValidation(session: object): void {
    this.told.push(['merchant', session])
  }
  completeShippingContactSelection(update: object): void {
    this.told.push(['priced', update])
  }
  completePayment(status: number): void {
    this.told.push(['paid', status])
  }
}
