import { good, type Outcome, refused } from '#domain/outcome.ts'
import { isBrand, isRewardsCard } from '#domain/payment/brands.ts'
import { rewardsAccountNumber } from '#domain/tender/rewards.ts'
import { loadCart } from '#server/cart/cart-service.ts'
import { ownerOf } from '#server/cart/change-command.ts'
import type { CallContext } from '#server/http/context.ts'
import { securityEventOf } from '#server/http/guards/security-events.ts'
import { readAccountCards } from '#server/payment/account-card-store.ts'
import { describeOwnToken } from '#server/payment/describe-own-token.ts'
import type { WithCardTry } from '#server/payment/payment-services.ts'
import { cardFlags } from '#server/payment/payment-view.ts'
import type { CardGateway, DescribeResult } from '#server/providers/card-gateway/port.ts'
import { knownField } from '#server/tender/demo-numbers.ts'
import { renew } from '#server/tender/renew-store.ts'
import { findAccount, findAccountOfCard } from '#server/tender/reward-store.ts'
import type { StoredValueMac } from '#server/tender/stored-value-mac.ts'

/** What a shopper shows to be the holder of a rewards account; '' for what she does not show. */
export type ShownProof = {
  /** The number of the rewards account, never a card's. */
  readonly accountNumber?: string
  /** A gateway's token, the token of a hosted session, or the id of a saved card or of one on the cart. */
  readonly card?: string
}

/** A rewards account that was shown to be hers; with a card in hand the ends of certificates are enough to name them. */
export type ProvenAccount = { readonly accountMac: Buffer; readonly isByCard: boolean }

export type ProofServices = {
  readonly cardGateway: CardGateway
  readonly mac: StoredValueMac
  readonly withCardTry: WithCardTry
}

/**
 * The rewards account behind a number or a card. The gateway is asked, so never within a transaction. Problems:
 * rewardsCardNeeded, rewardsAccountUnknown, rewardsCardNotKnown (the processor names no account by it; the number of the
 * rewards account does), cardNotForRewards, cardSessionEnded, serviceUnavailable, tooManyTries.
 */
export async function proveAccount(
  { cardGateway, mac, withCardTry }: ProofServices,
  context: CallContext,
  { accountNumber = '', card = '' }: ShownProof,
): Promise<Outcome<ProvenAccount>> {
  const { database } = context
  if (accountNumber.trim() !== '') {
    const number = rewardsAccountNumber(accountNumber)
    const isKnown = number !== null && knownField({ accountNumber: number }) !== null
    if (number !== null) await renew(database, mac, 'account', [number])
    const accountMac = number === null ? undefined : await findAccount(database, mac.account(number), isKnown)
    return accountMac === undefined ? refused({ code: 'rewardsAccountUnknown' }) : good({ accountMac, isByCard: false })
  }
  if (card === '') return refused({ code: 'rewardsCardNeeded' })
  const own = await ownTokenOf(context, card)
  // a card that is shown is described by asking its bank: one that is refused counts as one that an order tried (SEC-57)
  const described = await (own === undefined
    ? withCardTry(context.clientAddress, () => describeOwnToken(cardGateway, context, card), isRefused)
    : cardGateway.describeToken(own))
  if (described === null) {
    securityEventOf(context, 'throttled')
    return refused({ code: 'tooManyTries' })
  }
  if (described.state === 'expired') return refused({ code: 'cardSessionEnded' })
  if (described.state !== 'described') return refused({ code: 'serviceUnavailable' })
  const { brand, fingerprint } = described.card
  if (!isBrand(brand) || !isRewardsCard(brand, cardFlags(context.flags))) return refused({ code: 'cardNotForRewards' })
  // a processor that tells no alias of a card: nothing links it to an account
  if (fingerprint === '') return refused({ code: 'rewardsCardNotKnown' })
  await renew(database, mac, 'card', [fingerprint])
  const accountMac = await findAccountOfCard(database, mac.card(fingerprint))
  return accountMac === undefined ? refused({ code: 'rewardsAccountUnknown' }) : good({ accountMac, isByCard: true })
}

const isRefused = ({ state }: DescribeResult) => state === 'processorError'

/** The gateway's token of a card of hers that is named by its id; undefined for anything else, which is taken for a token. */
async function ownTokenOf(context: CallContext, card: string): Promise<string | undefined> {
  const { database, shopper } = context
  if (shopper.auth === 'member') {
    const saved = (await readAccountCards(database, shopper.shopperId)).find(({ cardId }) => cardId === card)
    if (saved !== undefined) return saved.token
  }
  const cart = await loadCart(database, ownerOf(context))
  return cart?.payments.find((payment) => payment.basketPaymentGuid === card)?.token
}
