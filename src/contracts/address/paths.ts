import { post } from '../call.ts'

/** What helps to type an address. */
export const addressPaths = {
  searchAddress: post('/ReactCheckout/SearchAddress'),
} as const
