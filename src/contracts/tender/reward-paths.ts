import { get, post } from '../call.ts'

/** Reward certificates, the rewards of a card, and the store card's offer; in pairs by paymentProvider_EnableAdyen (PLAT-19). */
export const rewardPaths = {
  applyCartCertificate: post('/ReactCheckout/ApplyCartRewardCertificate'),
  providerApplyCartCertificate: post('/api/checkout/payment-provider/apply-cart-reward-certificate'),
  applyCertificate: post('/ReactCheckout/ApplyRewardCertificate'),
  providerApplyCertificate: post('/api/checkout/payment-provider/apply-reward-certificate'),
  removeCertificate: post('/ReactCheckout/RemoveRewardCertificate'),
  providerRemoveCertificate: post('/api/checkout/payment-provider/remove-reward-certificate'),
  lookupRewardsCard: post('/api/checkout/payment-provider/lookup-rewards-card'),
  getAccountRewards: post('/ReactCheckout/GetAccountRewards'),
  getAccountRewardsByToken: post('/ReactCheckout/GetAccountRewardsByToken'),
  getSavedCardRewards: get('/ReactCheckout/GetAccountRewards'),
  providerGetSavedCardRewards: get('/api/checkout/payment-provider/get-account-rewards'),
  savePlccOffer: post('/ReactCheckout/SavePlccOfferSelection'),
} as const
