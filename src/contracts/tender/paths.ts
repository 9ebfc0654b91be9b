import { post } from '../call.ts'

/** Gift cards in pairs, by the flag paymentProvider_EnableAdyen (PLAT-19); tender codes have one family. */
export const tenderPaths = {
  applyGiftCard: post('/ReactCheckout/ApplyGiftCardTender'),
  removeGiftCard: post('/ReactCheckout/RemoveGiftCardTender'),
  applyTenderCode: post('/ReactCheckout/ApplyTenderCode'),
  removeTenderCode: post('/ReactCheckout/RemoveTenderCode'),
  providerApplyGiftCard: post('/api/checkout/payment-provider/apply-gift-card'),
  providerRemoveGiftCard: post('/api/checkout/payment-provider/remove-gift-card'),
} as const
