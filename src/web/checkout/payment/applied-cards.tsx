import type { ReactNode } from 'react'
import { expiryMaxLength } from '#domain/payment/expiry.ts'
import { canAddCard } from '#domain/payment/limits.ts'
import { rewardsTypes } from '#domain/payment/saved-card.ts'
import { useCheckout } from '#web/checkout/checkout-context.ts'
import { openLayer } from '#web/layers/open-layer.ts'
import type { AppliedCard } from '#web/payment/card/card-errors.ts'
import { cardOptions } from '#web/payment/card/card-options.ts'
import { CodeHelp } from '#web/payment/card/code-help.tsx'
import { MaskedCard } from '#web/payment/card/masked-card.tsx'
import type { ProviderCodeProps } from '#web/payment/provider/provider-code.tsx'
import { codeControlId, codeLengthOf, waitsForCode } from '#web/payment/provider/use-code-entry.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/fields/field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useIdleImport } from '#web/ui/use-idle-import.ts'
import { useMessages, useMoney } from '#web/variants/context.tsx'
import styles from './applied-cards.module.css'
import type { AppliedCards } from './use-applied-cards.ts'
import { type ExpiryEntry, expiryControlId } from './use-expiry-entry.ts'
import { useRefusedCard } from './use-refused-card.ts'

const loadProviderCode = () => import('#web/payment/provider/provider-code.tsx')

/** The popups of the payment step with all they need; each applies what was chosen in it. */
export function useCardPopups(applied: AppliedCards) {
  const { checkout } = useCheckout()
  const { accountCardsInfo, isOnlyCbccAllowed, cardOneInfo, cardTwoInfo } = checkout.paymentData.creditCardData
  const savedCount = accountCardsInfo.length
  const limit = checkout.accountCardsInfoLimit
  const refusedId = useRefusedCard()?.card.id
  // the one that was refused stays listed, but is not what is offered first (CALM-24)
  const options = cardOptions(checkout.paymentData.creditCardData).toSorted(
    (one, other) => Number(one.id === refusedId) - Number(other.id === refusedId),
  )
  const common = {
    options,
    savedCount,
    isOnlyCbccAllowed,
    newCard: {
      isProvider: checkout.paymentProvider_EnableAdyen,
      isCbhccEnabled: checkout.cbhcc_EnableCbhcc,
      canSave: !checkout.isGuest && canAddCard(savedCount, limit),
    },
  }
  const inSlots = [cardOneInfo, cardTwoInfo]
  return {
    /** Another card for a slot; the card of the other slot stays where it is. */
    async changeCard(slot: 1 | 2): Promise<boolean> {
      const own = inSlots[slot - 1]
      const other = inSlots[2 - slot]
      const title = 'Apply New/Saved Card'
      const ids = { selectedId: own?.id ?? '', inUseId: other?.id ?? '' }
      const chosen = await openLayer('applyCard', { ...common, title, limit, ...ids })
      if (chosen === undefined) return false
      const remaining = common.options.find(({ id }) => id === other?.id)
      if (remaining === undefined) return applied.apply([chosen])
      const amounts = [cardOneInfo?.appliedAmount ?? 0, cardTwoInfo?.appliedAmount ?? 0]
      return applied.apply(slot === 1 ? [chosen, remaining] : [remaining, chosen], amounts)
    },
    async selectTwo(): Promise<boolean> {
      const selectedIds = inSlots.flatMap((card) => card?.id ?? [])
      const chosen = await openLayer('selectTwoCards', { ...common, selectedIds })
      return chosen === undefined ? false : applied.apply(chosen)
    },
    async useOne(): Promise<boolean> {
      const [first] = common.options.filter(({ id }) => id === cardOneInfo?.id)
      return first === undefined ? false : applied.apply([first])
    },
  }
}

export type AppliedCardsPanelProps = {
  readonly applied: AppliedCards
  readonly onChange: (slot: 1 | 2) => void
}

/** The cards that pay, each with what is wrong with it (PAY-06, PAY-46), its security code, and its part of two (PAY-37). */
export function AppliedCardsPanel({ applied, onChange }: AppliedCardsPanelProps): ReactNode {
  const { cards, refusal } = applied
  return (
    <div className={styles.cards}>
      {cards.map((card, index) => (
        <AppliedCardPanel
          key={card.order}
          card={card}
          applied={applied}
          place={index === 0 ? 0 : 1}
          onChange={() => onChange(card.order === 2 ? 2 : 1)}
        />
      ))}
      {refusal !== '' && <Notice kind="bad">{refusal}</Notice>}
    </div>
  )
}

type PanelProps = {
  readonly card: AppliedCard
  readonly applied: AppliedCards
  readonly place: 0 | 1
  readonly onChange: () => void
}

function AppliedCardPanel({ card, applied, place, onChange }: PanelProps): ReactNode {
  const message = useMessages()
  const { checkout, store } = useCheckout()
  const { cards, wrong } = applied
  const isRewards = rewardsTypes.includes(card.type)
  const name = cards.length === 2 ? `card ${place + 1}` : 'card'
  return (
    <div className={styles.card}>
      <MaskedCard card={card} />
      <Button kind="plain" onClick={onChange}>
        Change <span className="visually-hidden">{name}</span>
      </Button>
      {isRewards && <p className={styles.rewards}>{message('rewardsMessage')}</p>}
      {card.type === 'StoreCreditCard' && checkout.plccOffer.selectedOption !== 0 && (
        <Button kind="plain" onClick={async () => (await import('#web/payment/card/offer-card.ts')).chooseOffer(store)}>
          Your card offer
        </Button>
      )}
      {waitsForCode(card) && <CodeField card={card} applied={applied} />}
      {applied.dated?.id === card.id && <ExpiryField card={card} entry={applied.expiry} />}
      {cards.length === 2 && <AmountPart applied={applied} place={place} />}
      {wrong[place].map((key) => (
        <div key={key} className={styles.wide}>
          <FieldError id={`${card.id}-${key}`} label="Card" error={checkout.messages[key] ?? message(key)} />
        </div>
      ))}
    </div>
  )
}

/** PAY-45: the code of a saved card. The control has no name, so that no form of ours can send it. */
function CodeField({ card, applied }: { readonly card: AppliedCard; readonly applied: AppliedCards }): ReactNode {
  const { codes } = applied
  const { checkout } = useCheckout()
  const length = codeLengthOf(card)
  const own = (
    <TextField
      id={codeControlId(card.id)}
      label={`Security code of the card ending in ${card.lastFour}`}
      hint={length === 4 ? '4 digits on the front of the card' : '3 digits on the back of the card'}
      error={codes.sentenceOf(card.id)}
      inputMode="numeric"
      autoComplete="cc-csc"
      maxLength={length}
      required
      value={codes.valueOf(card.id)}
      onChange={(event) => codes.type(card, event.currentTarget.value)}
    />
  )
  return (
    <div className={styles.wide}>
      <div className={styles.code}>
        {checkout.paymentProvider_EnableAdyen ? (
          <ProviderCodeLater card={card} codes={codes}>
            {own}
          </ProviderCodeLater>
        ) : (
          own
        )}
        <CodeHelp />
      </div>
    </div>
  )
}

/** CALM-24: the one thing that the card's bank did not know. */
function ExpiryField({ card, entry }: { readonly card: AppliedCard; readonly entry: ExpiryEntry }): ReactNode {
  const message = useMessages()
  return (
    <div className={styles.wide}>
      <div className={styles.code}>
        <TextField
          id={expiryControlId}
          label={`Expiration date (MM/YY) of the card ending in ${card.lastFour}`}
          error={entry.wrong === null ? '' : message(entry.wrong)}
          inputMode="numeric"
          autoComplete="cc-exp"
          maxLength={expiryMaxLength}
          required
          value={entry.value}
          onChange={(event) => entry.type(event.currentTarget.value)}
        />
      </div>
    </div>
  )
}

/** Who reads the code is known with the provider's session. */
function ProviderCodeLater(props: ProviderCodeProps): ReactNode {
  const later = useIdleImport(loadProviderCode)
  return later && <later.ProviderCode {...props} />
}

/** PAY-37: the shopper says what the first card pays; the second pays the rest. */
function AmountPart({ applied, place }: { readonly applied: AppliedCards; readonly place: 0 | 1 }): ReactNode {
  const money = useMoney()
  const { checkout } = useCheckout()
  const due = checkout.orderSummary.amountDue
  if (place === 0) {
    return (
      <div className={styles.wide}>
        <div className={styles.code}>
          <TextField
            label="Amount on this card"
            hint={`Of ${money(due)} in all`}
            inputMode="decimal"
            autoComplete="off"
            value={applied.amount}
            error={applied.amountError}
            onChange={(event) => applied.setAmount(event.currentTarget.value)}
          />
        </div>
      </div>
    )
  }
  const rest = due - applied.amountCents
  return (
    <p className={styles.wide} aria-live="polite">
      {rest > 0 && rest < due ? `Pays the rest: ${money(rest)}` : 'Pays the rest'}
    </p>
  )
}
