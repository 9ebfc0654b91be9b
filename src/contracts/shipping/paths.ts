import { get } from '../call.ts'

/** What the shipping and delivery popups are made of. */
export const shippingPaths = {
  getShippingCharges: get('/ReactCart/GetShippingCharges'),
} as const
