import { post } from '../call.ts'

/** Alternative payments, exactly as the client sends them; the server answers with and without the last slash (CALL-79). */
export const walletPaths = {
  openWalletSheet: post('/checkout/alternativepayments/openWalletSheet'),
  setPayPalPayload: post('/checkout/alternativepayments/setPayPalPayload/'),
  savePayPalPayment: post('/checkout/alternativepayments/savepaypalpayment/'),
  logPayPalError: post('/checkout/alternativepayments/logpaypalerror/'),
  applyVenmoPayment: post('/checkout/alternativepayments/applyVenmoPayment'),
  applyApplePayPayment: post('/checkout/alternativepayments/applyApplePayPayment'),
  removeApplePayPayment: post('/checkout/alternativepayments/removeApplePayPayment'),
  launchMasterpass: post('/checkout/alternativepayments/launchmasterpass/'),
  saveVisaPayment: post('/checkout/alternativepayments/savevisapayment/'),
  logVisaError: post('/checkout/alternativepayments/logvisaerror/'),
} as const
