import { useState } from 'react'
import type { PageMessageKey } from '#domain/messages.ts'
import type { CardErrors } from '#domain/payment/card-form.ts'
import { centsOfAmount, splitOverTwoCards } from '#domain/payment/two-cards.ts'
import { whileLoading } from '#web/calls/loading.ts'
import { calls } from '#web/checkout/calls.ts'
import { useCheckout } from '#web/checkout/checkout-context.ts'
import type { CheckoutStore } from '#web/checkout/checkout-store.ts'
import { handleCheckoutFault } from '#web/checkout/faults.ts'
import { errorContext } from '#web/checkout/steps/step-flow.ts'
import { type AppliedCard, cardNotices } from '#web/payment/card/card-errors.ts'
import {
  bodyOf,
  type CardOption,
  cardOptions,
  halves,
  type NewCard,
  type PaymentBody,
  storedSlot,
} from '#web/payment/card/card-options.ts'
import { type CodeEntry, useCodeEntry } from '#web/payment/provider/use-code-entry.ts'
import { type ExpiryEntry, useExpiryEntry } from './use-expiry-entry.ts'
import { useRefusedCard } from './use-refused-card.ts'

type SavedPayment = Awaited<ReturnType<typeof calls.payment.savePayment>>

export type AppliedCards = {
  readonly cards: readonly AppliedCard[]
  /** The card whose date is asked for again, and what is typed; null for none. */
  readonly dated: AppliedCard | null
  readonly expiry: ExpiryEntry
  readonly codes: CodeEntry
  /** What the shopper typed as the first card's part of two, and the cents it is; NaN for none. */
  readonly amount: string
  readonly amountCents: number
  readonly setAmount: (text: string) => void
  /** What the server says is wrong with the amounts; '' for nothing. */
  readonly amountError: string
  /** Message keys of what is wrong, by slot. */
  readonly wrong: readonly [readonly PageMessageKey[], readonly PageMessageKey[]]
  readonly refusal: string
  /** Applies one or two chosen cards at once (PAY-30, PAY-33). */
  readonly apply: (chosen: readonly CardOption[], amounts?: readonly number[]) => Promise<boolean>
  /** Whether codes and amounts may be sent; focuses what may not. */
  readonly judge: () => boolean
  /** Has the codes checked and keeps the cards with their amounts; false when the shopper must look again. */
  readonly save: () => Promise<boolean>
}

/** The cards that the cart has: their security codes, and what each pays when there are two. */
export function useAppliedCards(): AppliedCards {
  const { checkout, store } = useCheckout()
  const { creditCardData } = checkout.paymentData
  const refused = useRefusedCard()
  const expiry = useExpiryEntry()
  const codes = useCodeEntry(refused?.ask === 'code' ? refused.card.id : null)
  const cards = [creditCardData.cardOneInfo, creditCardData.cardTwoInfo].flatMap((card) => {
    if (card === null) return []
    // its bank did not know the code: it is asked for again, and nothing else (CALM-24)
    const isRequested = refused?.ask === 'code' && refused.card.id === card.id
    return [isRequested ? { ...card, verifyCreditCard: true, isVerificationApplied: false } : card]
  })
  const dated = refused?.ask === 'expiry' ? refused.card : null
  const isProvider = checkout.paymentProvider_EnableAdyen
  const due = checkout.orderSummary.amountDue
  const [typed, setTyped] = useState<string | null>(null)
  const [errors, setErrors] = useState<readonly [CardErrors | null, CardErrors | null]>([null, null])
  const [isAmountWrong, setAmountWrong] = useState(false)
  const [amountError, setAmountError] = useState('')
  const [refusal, setRefusal] = useState('')
  const amount = typed ?? creditCardData.cardOneInfo?.appliedAmountString ?? ''
  const amountCents = centsOfAmount(amount)
  // what the server says of the amount stands at its field, in its own words
  const atCards = amountError === '' ? errors : ([withoutAmount(errors[0]), withoutAmount(errors[1])] as const)

  const send = async (body: PaymentBody): Promise<boolean> => {
    setErrors([null, null])
    setAmountError('')
    setRefusal('')
    const reply = await (isProvider ? calls.payment.providerSaveCard(body) : calls.payment.savePayment(body))
    takeSaved(store, reply)
    if (reply.isSuccess) {
      setTyped(null)
      return true
    }
    setErrors([reply.cardOneErrors, reply.cardTwoErrors])
    const isOfAmount = [reply.cardOneErrors, reply.cardTwoErrors].some((one) => one?.hasZeroAmountError)
    setAmountError(isOfAmount ? reply.errorMessage : '')
    const isSaid = [reply.cardOneErrors, reply.cardTwoErrors].some((one) => one !== null && keysOf(one).length > 0)
    setRefusal(isSaid ? '' : reply.errorMessage)
    return false
  }
  const withDate = (slot: NewCard, card: AppliedCard): NewCard =>
    card.id === dated?.id ? { ...slot, ...expiry.read(), isExpiryCorrected: true } : slot
  return {
    cards,
    dated,
    expiry,
    codes,
    amount,
    amountCents,
    setAmount: (text) => {
      setTyped(text)
      setAmountError('')
      setAmountWrong(false)
    },
    amountError,
    wrong: [slotKeys(cards[0], atCards[0], isAmountWrong), slotKeys(cards[1], atCards[1], false)],
    refusal,
    async apply(chosen, amounts) {
      setAmountWrong(false)
      const split = chosen.length === 2 ? (amounts ?? halves(due)) : []
      try {
        return await whileLoading(() => send(bodyOf(chosen, split)))
      } catch (error) {
        handleCheckoutFault(error, errorContext(isProvider ? 'providerSaveCard' : 'savePayment', store))
        return false
      }
    },
    judge() {
      const isAmountGood = cards.length < 2 || splitOverTwoCards(amountCents, due).ok
      setAmountWrong(!isAmountGood)
      const isDateGood = dated === null || expiry.judge()
      return codes.judge(cards) && isDateGood && isAmountGood
    },
    async save() {
      if (!(await codes.verify(cards))) return false
      const [one, two] = cards
      if (one === undefined) return false
      if (two !== undefined) {
        const remaining = cardOptions({ ...creditCardData, accountCardsInfo: [] })
        const body = bodyOf(remaining, [amountCents, due - amountCents])
        return send({
          ...body,
          cardOneData: body.cardOneData && withDate(body.cardOneData, one),
          cardTwoData: body.cardTwoData && withDate(body.cardTwoData, two),
        })
      }
      const body = {
        cardOneData: withDate(storedSlot(one), one),
        accountCardOneData: null,
        cardTwoData: null,
        accountCardTwoData: null,
      }
      return send(body)
    },
  }
}

/** The cart's cards and totals as SavePayment answered them. */
export function takeSaved(store: CheckoutStore, saved: SavedPayment): void {
  const { orderSummary, basketVersion, creditCardData, isPaymentNeeded } = saved
  store.patch({ orderSummary, basketVersion })
  const { checkout } = store.read()
  store.replace({ ...checkout, paymentData: { ...checkout.paymentData, creditCardData, isPaymentNeeded } })
}

function slotKeys(card: AppliedCard | undefined, errors: CardErrors | null, isAmountWrong: boolean): PageMessageKey[] {
  const own = card === undefined ? [] : cardNotices(card.errors)
  const amount = isAmountWrong ? (['zeroAmountMessage'] as const) : []
  return [...new Set([...own, ...(errors === null ? [] : keysOf(errors)), ...amount])]
}

function withoutAmount(errors: CardErrors | null): CardErrors | null {
  return errors && { ...errors, hasZeroAmountError: false }
}

function keysOf(errors: CardErrors): PageMessageKey[] {
  return [
    ...(errors.hasNumberError ? (['cardNumberInvalid'] as const) : []),
    ...(errors.hasExpDateError ? (['expirationInvalid'] as const) : []),
    ...(errors.hasCvvError ? (['securityCodeInvalid'] as const) : []),
    ...cardNotices(errors),
  ]
}
