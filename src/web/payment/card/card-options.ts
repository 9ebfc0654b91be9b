import type { CheckoutReply } from '#contracts/pages.ts'
import { cardsInTwoCardPayment } from '#domain/payment/two-cards.ts'
import type { calls } from '#web/calls/client.ts'
import type { AppliedCard } from './card-errors.ts'

export type CreditCards = CheckoutReply['paymentData']['creditCardData']
export type PaymentBody = Required<NonNullable<Parameters<typeof calls.payment.savePayment>[0]>>
export type NewCard = NonNullable<PaymentBody['cardOneData']>

/** Where a card of a list comes from: the account, the cart, or the 'Add New Card' popup. */
export type CardSource =
  | { readonly kind: 'saved' }
  | { readonly kind: 'kept'; readonly slot: 1 | 2; readonly card: AppliedCard }
  | { readonly kind: 'new'; readonly card: NewCard }

/** A card that can be chosen in the popups. */
export type CardOption = {
  readonly id: string
  readonly type: string
  readonly lastFour: string
  readonly expMonth: number
  readonly expYear: number
  readonly isExpired: boolean
  readonly source: CardSource
}

/** The cards to choose from: those of the account in their order, then those entered for this cart. */
export function cardOptions({ accountCardsInfo, cardOneInfo, cardTwoInfo }: CreditCards): CardOption[] {
  const saved = accountCardsInfo.map(({ cardInfo, isExpired }): CardOption => {
    const { id, type, lastFour, expMonth, expYear } = cardInfo
    return { id, type, lastFour, expMonth, expYear, isExpired, source: { kind: 'saved' } }
  })
  const applied = [cardOneInfo, cardTwoInfo].flatMap((card, index): CardOption[] => {
    if (card === null || saved.some(({ id }) => id === card.id)) return []
    const { id, type, lastFour, expMonth, expYear } = card
    const source = { kind: 'kept', slot: index === 0 ? 1 : 2, card } as const
    return [{ id, type, lastFour, expMonth, expYear, isExpired: false, source }]
  })
  return [...saved, ...applied]
}

/** A card that was entered in 'Add New Card', as one more of the list (PAY-38). */
export function optionOfNew(card: NewCard): CardOption {
  const { cardToken: id, type = '', lastFour = '', expMonth, expYear } = card
  return { id, type, lastFour, expMonth, expYear, isExpired: false, source: { kind: 'new', card } }
}

/**
 * What is sent for one or two chosen cards (OPEN-63); amounts in cents by card, null for all that is due. A card that the
 * cart keeps stays in its slot, because without a token the slot is all that names it.
 */
export function bodyOf(chosen: readonly CardOption[], amounts: readonly (number | null)[]): PaymentBody {
  const entries = chosen.map((option, index) => ({ option, amount: amounts[index] ?? null }))
  const [one, two] = isSwapped(chosen) ? [entries[1], entries[0]] : entries
  const [first, second] = [partOf(one, 1), partOf(two, 2)]
  return {
    cardOneData: first.card,
    accountCardOneData: first.accountCard,
    cardTwoData: second.card,
    accountCardTwoData: second.accountCard,
  }
}

function isSwapped([first, second]: readonly CardOption[]): boolean {
  const slotOf = (option: CardOption | undefined) => (option?.source.kind === 'kept' ? option.source.slot : null)
  return slotOf(first) === 2 || (second !== undefined && slotOf(second) === 1)
}

type Part = { readonly card: PaymentBody['cardOneData']; readonly accountCard: PaymentBody['accountCardOneData'] }
type Entry = { readonly option: CardOption; readonly amount: number | null }

function partOf(entry: Entry | undefined, slot: 1 | 2): Part {
  if (entry === undefined) return { card: null, accountCard: null }
  const { option, amount: appliedAmount } = entry
  const { id, source } = option
  if (source.kind === 'saved') return { card: null, accountCard: { id, appliedAmount } }
  const card = source.kind === 'new' ? source.card : storedSlot(source.card)
  return { card: { ...card, slot: slot === 1 ? 'CardOne' : 'CardTwo', appliedAmount }, accountCard: null }
}

/** Without a token: the card the cart has stays. */
export function storedSlot({ type, lastFour, expMonth, expYear, saveToAccount }: AppliedCard): NewCard {
  return { slot: 'CardOne', type, cardToken: '', lastFour, expMonth, expYear, saveToAccount, appliedAmount: null }
}

/** Two cards start with half each; the odd cent is the second's. */
export function halves(dueCents: number): readonly [number, number] {
  const first = Math.floor(dueCents / cardsInTwoCardPayment)
  return [first, dueCents - first]
}
