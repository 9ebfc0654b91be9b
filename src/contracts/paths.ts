import { accountPaths } from './account/paths.ts'
import { cartPaths } from './cart/paths.ts'
import { transferPaths } from './cart/transfer-paths.ts'
import { browsePaths } from './catalog/browse-paths.ts'
import { recommendationPaths } from './catalog/recommendation-paths.ts'
import { checkoutPaths } from './checkout/paths.ts'
import { orderPaths } from './order/paths.ts'
import { paymentPaths } from './payment/paths.ts'
import { personalizationPaths } from './personalization/paths.ts'
import { platformPaths } from './platform/paths.ts'
import { registryPaths } from './registry/paths.ts'
import { shippingPaths } from './shipping/paths.ts'
import { tenderPaths } from './tender/paths.ts'
import { rewardPaths } from './tender/reward-paths.ts'

/** The browser's side of the call table: method and path only, so that no schema library reaches the bundle. */
export const pathTable = {
  platform: platformPaths,
  browse: browsePaths,
  recommendation: recommendationPaths,
  personalization: personalizationPaths,
  registry: registryPaths,
  cart: cartPaths,
  handOver: transferPaths,
  shipping: shippingPaths,
  checkout: checkoutPaths,
  tender: tenderPaths,
  reward: rewardPaths,
  payment: paymentPaths,
  order: orderPaths,
  account: accountPaths,
} as const
