import type { ReplyOf } from '#contracts/call.ts'
import type { rewardCalls } from '#contracts/tender/reward-calls.ts'
import type { Problem } from '#domain/problems.ts'
import type { Answered } from '#server/checkout/step-command.ts'
import type { CallContext } from '#server/http/context.ts'
import { refusalOf } from '#server/http/problem-text.ts'
import { summaryView } from '#server/pricing/summary-view.ts'
import type { CertificateRow } from '#server/tender/reward-store.ts'

export type AppliedReply = ReplyOf<typeof rewardCalls.applyCertificate>
export type AccountReply = ReplyOf<typeof rewardCalls.getAccountRewards>

/** What is applied now (OPEN-53); the message stands where both documents look for it. */
export function appliedReply(context: CallContext, { reply, priced }: Answered): AppliedReply {
  const certificates = priced.tenderAmounts
    .filter(({ kind }) => kind === 'certificate')
    .map(({ id, appliedCents }) => {
      const tender = priced.cart.tenders.find(({ tenderId }) => tenderId === id)
      return {
        certificateNumber: tender?.label ?? '',
        amount: appliedCents,
        expirationDate: tender?.expiresOn ?? '',
      }
    })
  const { rewardsTotal } = priced.summary
  return {
    ...reply,
    rewardsData: { rewardsTotal, certificates, errorMessage: reply.errorMessage },
    orderSummary: summaryView(priced, context.text),
    isPaymentNeeded: priced.isPaymentNeeded,
  }
}

/** The certificates of an account (OPEN-56, PAY-55); `dueCents` is what they can pay of the cart. */
export function accountReply(
  { text }: Pick<CallContext, 'text'>,
  rows: readonly CertificateRow[],
  dueCents: number,
): AccountReply {
  const rewardsTotal = rows.reduce((total, { cents }) => total + cents, 0)
  return {
    isSuccess: true,
    errorMessage: '',
    rewardsTotal,
    rewardExceedOrderTotalMessage: rewardsTotal > dueCents ? text('rewardsExceedOrderTotalMessage') : '',
    certificates: rows.map(({ last4, cents, expiresOn }) => {
      return { certificateNumber: last4, amount: cents, expirationDate: expiresOn }
    }),
  }
}

export function accountRefusal(context: CallContext, problem: Problem): AccountReply {
  const nothing = { rewardsTotal: 0, rewardExceedOrderTotalMessage: '', certificates: [] }
  return { ...refusalOf(context, problem), ...nothing }
}
