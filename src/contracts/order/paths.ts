import { get, post } from '../call.ts'

export const orderPaths = {
  placeOrder: post('/ReactCheckout/PlaceOrder'),
  placeApplePayOrder: post('/ReactCheckout/PlaceApplePayOrder'),
  placeApplePayOrderFromPayment: post('/ReactCheckout/PlaceApplePayOrderFromPayment'),
  placePayPalOrderFromPayment: post('/ReactCheckout/PlacePayPalOrderFromPayment'),
  getOrderConfirmation: get('/ReactCheckout/GetOrderConfirmation'),
} as const
