import type applePay from 'braintree-web/apple-pay'
import type { AppleContact } from './apple-pay.ts'
import type { WalletApproval } from './wallet-approval.ts'
import type { SheetResult } from './wallet-sheet.ts'

/** Braintree's part of Apple Pay, made ready. */
type ApplePay = Awaited<ReturnType<typeof applePay.create>>

export type AppleRequest = {
  /** Decimal text. */
  readonly amount: string
  readonly currency: 'USD' | 'CAD'
  readonly storeName: string
  /** Whether the server says that this is the amount; nothing is approved otherwise. */
  readonly isRight: Promise<boolean>
}

/** Apple's sheet with Braintree behind it. It begins at once, as Apple asks for, and ends in a nonce or none. */
export function openAppleSheet(apple: ApplePay, details: AppleRequest): Promise<SheetResult> {
  const Sessions = window.ApplePaySession
  if (Sessions === undefined) return Promise.resolve({ kind: 'failed', why: 'no Apple Pay in this browser' })
  const { amount, currency, storeName, isRight } = details
  const request = apple.createPaymentRequest({
    countryCode: currency === 'CAD' ? 'CA' : 'US',
    currencyCode: currency,
    total: { label: storeName, amount },
    requiredBillingContactFields: ['postalAddress', 'name'],
    requiredShippingContactFields: ['email', 'phone'],
  })
  return new Promise((resolve) => {
    const session = new Sessions(3, request)
    const fail = (why: string) => {
      session.abort()
      resolve({ kind: 'failed', why })
    }
    session.oncancel = () => resolve({ kind: 'cancelled' })
    session.onvalidatemerchant = ({ validationURL }) => {
      apple.performValidation({ validationURL, displayName: storeName }).then(
        (validated) => session.completeMerchantValidation(validated),
        () => fail('the merchant was not validated'),
      )
    }
    session.onpaymentauthorized = async ({ payment }) => {
      try {
        if (!(await isRight)) {
          session.completePayment(Sessions.STATUS_FAILURE)
          resolve({ kind: 'refused', text: 'Your total has changed. Please look at it and try again.' })
          return
        }
        const { nonce } = await apple.tokenize({ token: payment.token })
        session.completePayment(Sessions.STATUS_SUCCESS)
        const billingContact = contactOf(payment.billingContact, payment.shippingContact)
        const approval = { method: 'applePay', nonce, email: '', username: '', deviceData: '', billingContact } as const
        resolve({ kind: 'approved', approval })
      } catch {
        session.completePayment(Sessions.STATUS_FAILURE)
        resolve({ kind: 'failed', why: 'the approval was not taken' })
      }
    }
    session.begin()
  })
}

/** Apple's contact as an address payload (OPEN-90); mail and phone come with the shipping contact. */
function contactOf(billing?: AppleContact, shipping?: AppleContact): WalletApproval['billingContact'] {
  if (billing === undefined) return null
  const [address1 = '', address2 = ''] = billing.addressLines ?? []
  return {
    firstName: billing.givenName ?? '',
    lastName: billing.familyName ?? '',
    address1,
    address2,
    city: billing.locality ?? '',
    state: billing.administrativeArea ?? '',
    postalCode: billing.postalCode ?? '',
    country: billing.countryCode === 'CA' ? 'CA' : 'US',
    phone: shipping?.phoneNumber ?? '',
    email: shipping?.emailAddress ?? '',
  }
}
