import { post } from '../call.ts'

/** Card calls in pairs; the flag paymentProvider_EnableAdyen selects the family (PLAT-19). */
export const paymentPaths = {
  createCardSession: post('/ReactCheckout/CreateCardSession'),
  savePayment: post('/ReactCheckout/SavePayment'),
  verifyCreditCard: post('/ReactCheckout/VerifyCreditCard'),
  providerCreateCardSession: post('/api/checkout/payment-provider/create-card-session'),
  providerSaveCard: post('/api/checkout/payment-provider/save-credit-card-to-basket'),
} as const
