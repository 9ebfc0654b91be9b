import { Types } from '@adyen/api-library'
import type { PaymentDetails } from './checkout-payments.ts'
import type { AuthorizeRequest, CardExpiry } from './port.ts'

const { CardDetails, PayPalDetails, ApplePayDetails } = Types.checkout

/**
 * Tokens of this adapter, so that a token alone is enough to pay with:
 * `enc.<base64url>`: JSON of adyen-web's card data {encryptedCardNumber, encryptedExpiryMonth, encryptedExpiryYear,
 * encryptedSecurityCode}, packed by the browser because no body of ours may hold a field of that name (OPEN-64);
 * `stored.<shopper>.<id>`: what `describeToken` made of it, with the shopper reference that Adyen stored it under.
 */
function cardOf(
  token: string,
  cvvToken: string | undefined,
  corrected: CardExpiry | undefined,
): { readonly paymentMethod: PaymentDetails; readonly shopperReference?: string } {
  const code = cvvToken === undefined ? {} : { encryptedSecurityCode: cvvToken }
  const type = CardDetails.TypeEnum.Scheme
  const [kind, first = '', second = ''] = token.split('.')
  const date =
    corrected === undefined
      ? {}
      : { expiryMonth: String(corrected.expMonth).padStart(2, '0'), expiryYear: String(corrected.expYear) }
  if (kind === 'stored')
    return { paymentMethod: { type, storedPaymentMethodId: second, ...code, ...date }, shopperReference: first }
  return { paymentMethod: { ...unpackCard(first), type, ...code } }
}

/** Throws when the token was not packed by our own page: `isPacked` says so before. */
function unpackCard(packed: string): { readonly [field: string]: string } {
  const fields: unknown = JSON.parse(Buffer.from(packed, 'base64url').toString('utf8'))
  const known = ['encryptedCardNumber', 'encryptedExpiryMonth', 'encryptedExpiryYear', 'encryptedSecurityCode']
  const entries = Object.entries(fields ?? {}).filter(
    ([name, value]) => known.includes(name) && typeof value === 'string',
  )
  return Object.fromEntries(entries)
}

/** Whether a token is one of the two kinds above; all others are unknown to Adyen. */
export function isPacked(token: string): boolean {
  if (/^stored\.[\w-]+\.[\w-]+$/.test(token)) return true
  if (!token.startsWith('enc.')) return false
  try {
    return 'encryptedCardNumber' in unpackCard(token.slice('enc.'.length))
  } catch {
    return false
  }
}

type Paying = Pick<AuthorizeRequest, 'token' | 'method'> & {
  /** The date that a stored card is to have from now on. */
  readonly corrected?: CardExpiry | undefined
}

/** The payment method, and for a stored card its shopper, that a token or a wallet's nonce stands for. */
export function methodOf({ token, method, corrected }: Paying, cvvToken?: string) {
  if (method === 'card') return cardOf(token, cvvToken, corrected)
  if (method === 'applePay') return { paymentMethod: { type: ApplePayDetails.TypeEnum.Applepay, applePayToken: token } }
  // Adyen carries Venmo as a way to pay inside PayPal.
  return { paymentMethod: { type: PayPalDetails.TypeEnum.Paypal, orderID: token } }
}
