import type applePay from 'braintree-web/apple-pay'
import type { AppleContact } from './apple-pay.ts'
import type { WalletApproval } from './wallet-approval.ts'
import { notShippedThere, walletPlace } from './wallet-place.ts'
import type { SheetResult } from './wallet-sheet.ts'

/** Braintree's part of Apple Pay, made ready. */
type ApplePay = Awaited<ReturnType<typeof applePay.create>>

export type AppleRequest = {
  /** Decimal text. */
  readonly amount: string
  readonly currency: 'USD' | 'CAD'
  readonly storeName: string
  /** Whether the server says that this is the amount; nothing is approved otherwise. */
  readonly isRight: () => Promise<boolean>
  /** The number of this sheet, once the server has said it. */
  readonly sheetId: () => Promise<string>
  /** Where Apple gives the address, too: what the server says it comes to there, decimal text (CALM-32); else null. */
  readonly priceAt: ((postalCode: string) => Promise<string>) | null
}

/** Apple's sheet with Braintree behind it. It begins at once, as Apple asks for, and ends in a nonce or none. */
export function openAppleSheet(apple: ApplePay, details: AppleRequest): Promise<SheetResult> {
  const Sessions = window.ApplePaySession
  if (Sessions === undefined) return Promise.resolve({ kind: 'failed', why: 'no Apple Pay in this browser' })
  const { amount, currency, storeName, sheetId, priceAt } = details
  let { isRight } = details
  const request = apple.createPaymentRequest({
    countryCode: currency === 'CAD' ? 'CA' : 'US',
    currencyCode: currency,
    total: { label: storeName, amount },
    requiredBillingContactFields: ['postalAddress', 'name'],
    requiredShippingContactFields: ['email', 'phone', ...(priceAt === null ? [] : ['postalAddress', 'name'])],
  })
  const elsewhere = notShippedThere('applePay', currency)
  let shown = amount
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
    if (priceAt !== null)
      session.onshippingcontactselected = ({ shippingContact }) => {
        if (walletPlace(shippingContact.countryCode) === null) {
          const Fault = window.ApplePayError
          session.completeShippingContactSelection({
            newTotal: { label: storeName, amount: shown },
            ...(Fault && { errors: [new Fault('addressUnserviceable', 'country', elsewhere)] }),
          })
          return
        }
        const priced = priceAt(shippingContact.postalCode ?? '')
        isRight = () => priced.then(() => true)
        priced.then(
          (total) => {
            shown = total
            session.completeShippingContactSelection({ newTotal: { label: storeName, amount: total } })
          },
          () => fail('the address was not priced'),
        )
      }
    session.onpaymentauthorized = async ({ payment }) => {
      try {
        const refuse = (text: string) => {
          session.completePayment(Sessions.STATUS_FAILURE)
          resolve({ kind: 'refused', text })
        }
        if (priceAt !== null && walletPlace(payment.shippingContact?.countryCode) === null) return refuse(elsewhere)
        if (!(await isRight())) return refuse('Your total has changed. Please look at it and try again.')
        const { nonce } = await apple.tokenize({ token: payment.token })
        session.completePayment(Sessions.STATUS_SUCCESS)
        const { billingContact: billing, shippingContact: shipping } = payment
        const billingContact = contactOf(billing, shipping)
        const contact = priceAt === null ? null : contactOf(shipping, shipping)
        const nobody = { method: 'applePay', email: '', username: '', deviceData: '' } as const
        resolve({ kind: 'approved', approval: { ...nobody, nonce, sheetId: await sheetId(), billingContact, contact } })
      } catch {
        session.completePayment(Sessions.STATUS_FAILURE)
        resolve({ kind: 'failed', why: 'the approval was not taken' })
      }
    }
    session.begin()
  })
}

/** Apple's contact as an address payload (OPEN-90), null for another country; mail and phone come with the shipping contact. */
function contactOf(home?: AppleContact, shipping?: AppleContact): WalletApproval['billingContact'] {
  if (home === undefined) return null
  const [address1 = '', address2 = ''] = home.addressLines ?? []
  const place = walletPlace(home.countryCode, home.administrativeArea)
  return (
    place && {
      firstName: home.givenName ?? '',
      lastName: home.familyName ?? '',
      address1,
      address2,
      city: home.locality ?? '',
      postalCode: home.postalCode ?? '',
      ...place,
      phone: shipping?.phoneNumber ?? '',
      email: shipping?.emailAddress ?? '',
    }
  )
}
