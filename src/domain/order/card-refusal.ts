/** Why a bank refuses a payment, as far as processors tell; what they tell otherwise is 'declined'. */
export const bankRefusals = [
  'wrongCode',
  'wrongExpiry',
  'insufficientFunds',
  /** Blocked, restricted, lost or stolen. */
  'cardBlocked',
  'suspectedFraud',
  /** The bank's own system did not answer the processor: certainly nothing was held. */
  'bankAway',
] as const

export type BankRefusal = (typeof bankRefusals)[number]

/** What is asked of the shopper next: her code or her date again, the same card a little later, or another card (CALM-24). */
export const refusalAsks = ['code', 'expiry', 'later', 'anotherCard'] as const

export type RefusalAsk = (typeof refusalAsks)[number]

const asks: { readonly [reason: string]: RefusalAsk } = { wrongCode: 'code', wrongExpiry: 'expiry', bankAway: 'later' }

/**
 * What a refusal asks of the shopper. All that says something of the card or its holder is told alike: that it is blocked,
 * lost, stolen, empty or suspected is for the bank to say, and would tell a thief which of his cards are worth more.
 */
export function askAfterRefusal(reason: string | null): RefusalAsk {
  return asks[reason ?? ''] ?? 'anotherCard'
}

/** A card of the cart that was refused, by its slot; what is to be asked about it. */
export type CardRefusal = { readonly slot: 1 | 2; readonly ask: RefusalAsk }
