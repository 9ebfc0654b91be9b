import { accountCalls } from './account/calls.ts'
import { addressCalls } from './address/calls.ts'
import type { Call } from './call.ts'
import { cartCalls } from './cart/calls.ts'
import { transferCalls } from './cart/transfer-calls.ts'
import { browseCalls } from './catalog/browse-calls.ts'
import { recommendationCalls } from './catalog/recommendation-calls.ts'
import { checkoutCalls } from './checkout/calls.ts'
import { orderCalls } from './order/calls.ts'
import { cancelCalls } from './order/cancel-calls.ts'
import { paymentCalls } from './payment/calls.ts'
import { walletCalls } from './payment/wallet-calls.ts'
import { personalizationCalls } from './personalization/calls.ts'
import { platformCalls } from './platform/calls.ts'
import { registryCalls } from './registry/calls.ts'
import { shippingCalls } from './shipping/calls.ts'
import { tenderCalls } from './tender/calls.ts'
import { rewardCalls } from './tender/reward-calls.ts'

/** The call table: every call the server answers and the browser can make. Suites loop over it. */
export const callTable = {
  platform: platformCalls,
  browse: browseCalls,
  recommendation: recommendationCalls,
  personalization: personalizationCalls,
  registry: registryCalls,
  cart: cartCalls,
  handOver: transferCalls,
  address: addressCalls,
  shipping: shippingCalls,
  checkout: checkoutCalls,
  tender: tenderCalls,
  reward: rewardCalls,
  payment: paymentCalls,
  wallet: walletCalls,
  order: orderCalls,
  cancellation: cancelCalls,
  account: accountCalls,
} as const

export type CallTable = typeof callTable

/** Every call of the table, one by one, with its topic and name. */
export function allCalls(): { readonly topic: string; readonly name: string; readonly call: Call }[] {
  return Object.entries(callTable).flatMap(([topic, calls]) =>
    Object.entries(calls).map(([name, call]) => ({ topic, name, call: call as Call })),
  )
}
