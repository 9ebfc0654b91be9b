/** The parts of a checkout answer that the pages read (DATA-16, GIFT-10). */
export type ReplyParts<Summary, Recipient> = {
  readonly isSuccess: boolean
  readonly orderSummary: Summary | null
  readonly recipientList: readonly Recipient[] | null
  /** Followed when it is not ''. */
  readonly redirectUrl: string
}

/** These parts and no others; a part the answer does not have is null or ''. */
export function replyParts<Summary, Recipient>(reply: {
  readonly isSuccess: boolean
  readonly orderSummary?: Summary
  readonly recipientList?: readonly Recipient[]
  readonly redirectUrl?: string
}): ReplyParts<Summary, Recipient> {
  return {
    isSuccess: reply.isSuccess,
    orderSummary: reply.orderSummary ?? null,
    recipientList: reply.recipientList ?? null,
    redirectUrl: reply.redirectUrl ?? '',
  }
}

/** The body that switches tax exemption (GIFT-08, DATA-15). */
export function taxExemptionPayload(isTaxExemptionApplied: boolean): { isTaxExemptionApplied: boolean } {
  return { isTaxExemptionApplied }
}
