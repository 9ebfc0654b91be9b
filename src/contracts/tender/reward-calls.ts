import { z } from 'zod'
import { call } from '../call.ts'
import { accountCardInput, cardSlotInput } from '../payment/shapes.ts'
import { cents, id, receipt, result, token } from '../platform/shapes.ts'
import { orderSummary } from '../pricing/shapes.ts'
import { rewardPaths } from './reward-paths.ts'

const certificateNumber = z.string().max(40)
/** OPEN-53: of a number only the last characters are told; expirationDate is the last day, 'YYYY-MM-DD'. */
const certificate = z.object({ certificateNumber: z.string(), amount: cents, expirationDate: z.string() })
const certificates = z.array(certificate)

/** OPEN-53: the certificates applied now, and what is left to pay. */
const appliedReply = z.object({
  ...result.shape,
  rewardsData: z.object({ rewardsTotal: cents, certificates, errorMessage: z.string() }),
  orderSummary,
  isPaymentNeeded: z.boolean(),
  ...receipt.shape,
})

/** OPEN-56, PAY-54: the certificates that a card's rewards account has; the message of PAY-55 by its name here. */
const accountRewards = z.object({ rewardsTotal: cents, rewardExceedOrderTotalMessage: z.string(), certificates })
const accountReply = z.object({ ...result.shape, ...accountRewards.shape })

const card = {
  cardOneData: cardSlotInput.nullable().default(null),
  accountCardOneData: accountCardInput.nullable().default(null),
}
/** `accountNumber` is the number of a rewards account, never a card's; `cardToken` a gateway's token or the id of a saved or applied card. */
const cartProof = { accountNumber: z.string().max(20).default(''), cardToken: token(200).default('') }
const inCart = { input: z.object({ ...cartProof, certificateNumber }), reply: appliedReply }
const removal = { input: z.object({ certificateNumber }), reply: appliedReply }
const savedCard = { input: z.object({ accountCardId: id.default('') }), reply: accountReply }

export const rewardCalls = {
  applyCartCertificate: call(rewardPaths.applyCartCertificate, 'CERT-07 CALL-45 OPEN-53', inCart),
  providerApplyCartCertificate: call(rewardPaths.providerApplyCartCertificate, 'CERT-07 CALL-08 OPEN-53', inCart),
  applyCertificate: call(rewardPaths.applyCertificate, 'CERT-09 CALL-44 OPEN-53', {
    input: z.object({ certificateNumber, ...card }),
    reply: appliedReply,
  }),
  providerApplyCertificate: call(rewardPaths.providerApplyCertificate, 'CERT-09 CALL-49 OPEN-55', {
    input: z.object({ certificateNumber, savePaymentCardInfo: z.object(card).nullable().default(null) }),
    reply: appliedReply,
  }),
  removeCertificate: call(rewardPaths.removeCertificate, 'CERT-08 CALL-46 OPEN-53', removal),
  providerRemoveCertificate: call(rewardPaths.providerRemoveCertificate, 'CERT-08 CALL-07 OPEN-53', removal),
  lookupRewardsCard: call(rewardPaths.lookupRewardsCard, 'CALL-50 OPEN-54', {
    input: z.object(cartProof),
    reply: z.object({
      ...result.shape,
      rewardsData: z.object({ ...accountRewards.shape, errorMessage: z.string() }),
    }),
  }),
  getAccountRewards: call(rewardPaths.getAccountRewards, 'CALL-60 PAY-54 OPEN-56', {
    input: z.object({ tnsSession: token(200).default('') }),
    reply: accountReply,
  }),
  getAccountRewardsByToken: call(rewardPaths.getAccountRewardsByToken, 'CALL-61 PAY-54 OPEN-56', {
    input: z.object({ token: token(200).default('') }),
    reply: accountReply,
  }),
  getSavedCardRewards: call(rewardPaths.getSavedCardRewards, 'CALL-62 OPEN-56', savedCard),
  providerGetSavedCardRewards: call(rewardPaths.providerGetSavedCardRewards, 'CALL-62 OPEN-56', savedCard),
  savePlccOffer: call(rewardPaths.savePlccOffer, 'CALL-54 PROMO-11 OPEN-69', {
    input: z.object({ selectedOption: z.union([z.literal(1), z.literal(2)]) }),
    reply: z.object({ ...result.shape, orderSummary, ...receipt.shape }),
  }),
} as const
