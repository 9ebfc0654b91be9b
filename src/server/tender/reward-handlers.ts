import type { InputOf } from '#contracts/call.ts'
import type { rewardCalls } from '#contracts/tender/reward-calls.ts'
import type { CartTender } from '#domain/cart/cart.ts'
import type { NewId } from '#domain/cart/change.ts'
import { applyTender, removeTender } from '#domain/cart/payment/tender-rules.ts'
import { storeDay } from '#domain/days.ts'
import { good, type Outcome, refused } from '#domain/outcome.ts'
import { choosePlccOffer, hasFinancingTerms } from '#domain/payment/store-card-rules.ts'
import { leftForStoredValue } from '#domain/pricing/apply-tenders.ts'
import { certificateProblem } from '#domain/tender/rewards.ts'
import { tenderCode } from '#domain/tender/stored-value.ts'
import { type LockedCart, loadCart } from '#server/cart/cart-service.ts'
import { ownerOf } from '#server/cart/change-command.ts'
import { answerCheckout, answerRefused, withCart } from '#server/checkout/step-command.ts'
import type { Tx } from '#server/db/database.ts'
import { beginChanges } from '#server/http/begin-changes.ts'
import {
  type CallContext,
  type ChangeHandler,
  type ExternalHandler,
  type Handlers,
  type IdempotentCommit,
  isReset,
} from '#server/http/context.ts'
import type { OrderDeps } from '#server/order/order-deps.ts'
import { withCardTry } from '#server/order/place/card-testing-guard.ts'
import { type ProofServices, type ProvenAccount, proveAccount, type ShownProof } from '#server/payment/rewards-proof.ts'
import { priceAhead } from '#server/pricing/price-ahead.ts'
import { quoteCart } from '#server/pricing/pricing-service.ts'
import { summaryView } from '#server/pricing/summary-view.ts'
import { knownField } from '#server/tender/demo-numbers.ts'
import { renew } from '#server/tender/renew-store.ts'
import { readCertificate, readFreeCertificates } from '#server/tender/reward-store.ts'
import {
  type AccountReply,
  type AppliedReply,
  accountRefusal,
  accountReply,
  appliedReply,
} from '#server/tender/rewards-view.ts'
import { type TryServices, takeTry } from '#server/tender/tender-tries.ts'

/** What the handlers of certificates need from outside a request. */
type RewardServices = ProofServices & TryServices & { readonly newId: NewId }

type Calls = typeof rewardCalls
type CardInput = Pick<InputOf<Calls['applyCertificate']>, 'cardOneData' | 'accountCardOneData'>
type Applied = AppliedReply | typeof isReset

type Parts = Omit<RewardServices, 'withCardTry'> & { readonly orders: OrderDeps }

/** The server behind reward certificates and the store card's offers (CERT-05 to CERT-10, PAY-54, PROMO-11). */
export function rewardHandlers({ orders, ...parts }: Parts): Handlers<Calls> {
  const { newId, mac } = parts
  const services: RewardServices = {
    ...parts,
    withCardTry: (address, ask, isRefused) => withCardTry(orders, address, ask, isRefused),
  }

  const apply = async (
    context: CallContext,
    certificateNumber: string,
    shown: ShownProof,
    idempotent: IdempotentCommit<Applied>,
  ) => {
    const isAllowed = await takeTry(services, context)
    const proven = isAllowed ? await proveAccount(services, context, shown) : refused({ code: 'tooManyTries' })
    return idempotent.commit(async (tx) => {
      const answered = await withCart(context, tx, async (cart) => {
        const found = proven.ok ? await find(context, tx, cart, { certificateNumber, account: proven.value }) : proven
        if (!found.ok) return answerRefused(context, tx, cart, found.problem)
        return answerCheckout(context, tx, newId, cart, applyTender(found.value))
      })
      return answered === isReset ? isReset : appliedReply(context, answered)
    })
  }

  /** The certificate that is meant, when it can be used for this cart. */
  async function find(
    context: CallContext,
    tx: Tx,
    cart: LockedCart,
    { certificateNumber, account }: { readonly certificateNumber: string; readonly account: ProvenAccount },
  ): Promise<Outcome<Omit<CartTender, 'position'>>> {
    const row = await certificateOf(tx, certificateNumber, account, context.variant.currency)
    const problem = certificateProblem(row, storeDay(context.now))
    if (problem !== null || row === undefined) return refused({ code: problem ?? 'certificateNotAccepted' })
    const isApplied = cart.tenders.some(({ tenderId }) => tenderId === row.id)
    const { summary, giftCardCents } = await quoteCart(tx, cart, context)
    if (!isApplied && summary.amountDue === 0) return refused({ code: 'certificateNotNeeded' })
    if (!isApplied && leftForStoredValue(summary, giftCardCents) === 0)
      return refused({ code: 'storedValueForGiftCards' })
    const { id: tenderId, cents: availableCents, last4: label, expiresOn } = row
    return good({ tenderId, kind: 'certificate', availableCents, label, expiresOn })
  }

  /** By its number; with the card in hand also by the end of the number, which our lists show. */
  async function certificateOf(tx: Tx, typed: string, { accountMac, isByCard }: ProvenAccount, currency: string) {
    const ending = typed.trim().toUpperCase()
    if (isByCard && ending.length === 4) {
      return (await readFreeCertificates(tx, accountMac, currency)).find(({ last4 }) => last4 === ending)
    }
    const number = tenderCode(typed)
    if (number === null) return undefined
    const isKnown = knownField({ code: number }) !== null
    await renew(tx, mac, 'code', [number])
    return readCertificate(tx, mac.code(number), accountMac, { currency, isKnown })
  }

  const remove: ChangeHandler<Calls['removeCertificate']> = {
    kind: 'change',
    async run(context, { certificateNumber }, tx) {
      const answered = await withCart(context, tx, async (cart) => {
        const tenderId = await appliedId(tx, cart, certificateNumber)
        if (tenderId === undefined) return answerRefused(context, tx, cart, { code: 'certificateNotApplied' })
        return answerCheckout(context, tx, newId, cart, removeTender(tenderId))
      })
      return answered === isReset ? isReset : appliedReply(context, answered)
    },
  }

  async function appliedId(tx: Tx, cart: LockedCart, typed: string): Promise<string | undefined> {
    const certificates = cart.tenders.filter(({ kind }) => kind === 'certificate')
    const shown = certificates.find(({ tenderId, label }) => tenderId === typed || label === typed)
    const number = tenderCode(typed)
    if (shown !== undefined || number === null) return shown?.tenderId
    await renew(tx, mac, 'code', [number])
    const row = await readCertificate(tx, mac.code(number), Buffer.alloc(0), {
      ...{ currency: cart.currency, isKnown: false },
    })
    return certificates.find(({ tenderId }) => tenderId === row?.id)?.tenderId
  }

  /** The rewards of an account, against what the cart comes to. Looking up is as worth guarding as applying. */
  const lookUp = async (context: CallContext, shown: ShownProof): Promise<AccountReply> => {
    const isRequested = (shown.accountNumber ?? '').trim() + (shown.card ?? '') !== ''
    if (isRequested && !(await takeTry(services, context))) return accountRefusal(context, { code: 'tooManyTries' })
    const proven = await proveAccount(services, context, shown)
    if (!proven.ok) return accountRefusal(context, proven.problem)
    const { database, variant } = context
    const rows = await readFreeCertificates(database, proven.value.accountMac, variant.currency)
    const cart = await loadCart(database, ownerOf(context))
    const due = cart === undefined ? 0 : (await quoteCart(database, cart, context)).summary.total
    return accountReply(context, rows, due)
  }

  const applyInCart: ExternalHandler<Calls['applyCartCertificate']> = {
    kind: 'external',
    run: (context, { certificateNumber, accountNumber, cardToken }, idempotent) =>
      apply(context, certificateNumber, { accountNumber, card: cardToken }, idempotent),
  }
  const savedCardRewards = {
    kind: 'read',
    run: (context: CallContext, { accountCardId }: { accountCardId: string }) =>
      lookUp(context, { card: accountCardId }),
  } as const

  return beginChanges<Handlers<Calls>>(priceAhead, {
    applyCartCertificate: applyInCart,
    providerApplyCartCertificate: applyInCart,
    applyCertificate: {
      kind: 'external',
      run: async (context, { certificateNumber, ...card }, idempotent) =>
        apply(context, certificateNumber, { card: await shownCard(context, card) }, idempotent),
    },
    providerApplyCertificate: {
      kind: 'external',
      run: async (context, { certificateNumber, savePaymentCardInfo }, idempotent) =>
        apply(context, certificateNumber, { card: await shownCard(context, savePaymentCardInfo) }, idempotent),
    },
    removeCertificate: remove,
    providerRemoveCertificate: remove,
    lookupRewardsCard: {
      kind: 'external',
      async run(context, { accountNumber, cardToken }, idempotent) {
        const { isSuccess, errorMessage, ...rewards } = await lookUp(context, { accountNumber, card: cardToken })
        return idempotent.commit(async () => {
          return { isSuccess, errorMessage, rewardsData: { ...rewards, errorMessage } }
        })
      },
    },
    getAccountRewards: {
      kind: 'external',
      run: async (context, { tnsSession }) => lookUp(context, { card: tnsSession }),
    },
    getAccountRewardsByToken: {
      kind: 'external',
      run: async (context, { token }) => lookUp(context, { card: token }),
    },
    getSavedCardRewards: savedCardRewards,
    providerGetSavedCardRewards: savedCardRewards,
    savePlccOffer: {
      kind: 'change',
      async run(context, { selectedOption }, tx) {
        const answered = await withCart(context, tx, async (cart) => {
          // financing of such a total is saved by 'Accept' alone (PROMO-06)
          const hasTerms = hasFinancingTerms((await quoteCart(tx, cart, context)).summary.total)
          return answerCheckout(context, tx, newId, cart, choosePlccOffer(selectedOption, hasTerms))
        })
        if (answered === isReset) return isReset
        return { ...answered.reply, orderSummary: summaryView(answered.priced, context.text) }
      },
    },
  })
}

/** The card that goes with a certificate in the payment step: a saved one, a new one, or without a token the first of the cart. */
async function shownCard(context: CallContext, card: CardInput | null): Promise<string> {
  if (card?.accountCardOneData) return card.accountCardOneData.id
  const token = card?.cardOneData?.cardToken || (card?.cardOneData?.adyenCardData?.token ?? '')
  if (token !== '') return token
  const cart = await loadCart(context.database, ownerOf(context))
  return cart?.payments.find(({ method, slot }) => method === 'card' && slot === 1)?.basketPaymentGuid ?? ''
}
