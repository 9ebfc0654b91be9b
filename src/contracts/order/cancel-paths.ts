import { post } from '../call.ts'

/** Of pages that few visits open: not in the path table that every page loads. */
export const cancelPaths = {
  cancelOrder: post('/ReactCheckout/CancelOrder'),
} as const
