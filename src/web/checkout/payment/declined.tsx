import { type ReactNode, useEffect, useRef } from 'react'
import { paymentOptionIds } from '#domain/payment/limits.ts'
import type { AppliedCard } from '#web/payment/card/card-errors.ts'
import { MaskedCard } from '#web/payment/card/masked-card.tsx'
import { codeControlId } from '#web/payment/provider/use-code-entry.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useMessages } from '#web/variants/context.tsx'
import styles from './declined.module.css'
import { expiryControlId } from './use-expiry-entry.ts'
import type { Refused } from './use-refused-card.ts'

export const cardTitleId = 'card-option-title'

/**
 * Why the shopper is here again, at the top of the step and focused: which card was refused, that nothing was charged, and
 * both ways on (CALM-68). Of two cards it may not be known which one it was.
 */
export function Declined({
  cards,
  refused,
  onAgain,
  onOther,
}: {
  readonly cards: readonly AppliedCard[]
  readonly refused: Refused | null
  readonly onAgain: () => void
  readonly onOther: () => void
}): ReactNode {
  const message = useMessages()
  const notice = useRef<HTMLDivElement>(null)
  // after the page's own content has had the focus
  useEffect(() => {
    const frame = requestAnimationFrame(() => notice.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [])
  const isOne = cards.length === 1
  const card = refused?.card ?? (isOne ? cards[0] : undefined)
  if (cards.length === 0) return null
  const isBankAway = refused?.ask === 'later'
  return (
    <Notice kind="bad" ref={notice}>
      <div className={styles.words}>
        <p>{message(isBankAway ? 'refusal.later' : 'authorizationMessage')}</p>
        {card !== undefined && <MaskedCard card={card} />}
        <p>
          {isOne && card !== undefined
            ? `The card ending in ${card.lastFour} was not charged.`
            : 'Neither card was charged.'}
        </p>
        {!isBankAway && <p>{message('refusal.anotherCard')}</p>}
        <div className={styles.ways}>
          <Button kind="quiet" onClick={onOther}>
            Use another card
          </Button>
          <Button
            kind="plain"
            onClick={() => {
              onAgain()
              focusCardTitle()
            }}
          >
            {isOne && card !== undefined ? `Try the card ending in ${card.lastFour} again` : 'Try both cards again'}
          </Button>
        </div>
      </div>
    </Notice>
  )
}

/** The card that was refused stays listed below the fields of another one (SCENE-05, CALM-24). */
export function RefusedCard({
  refused,
  onAgain,
}: {
  readonly refused: Refused
  readonly onAgain: () => void
}): ReactNode {
  return (
    <div className={styles.refused}>
      <MaskedCard card={refused.card} />
      <span className={styles.tag}>{refused.ask === 'later' ? 'Not charged' : 'Declined'}</span>
      <Button
        kind="plain"
        onClick={() => {
          onAgain()
          focusCardTitle()
        }}
      >
        Use it again
      </Button>
    </div>
  )
}

/** Of the cards, or of the fields of one: it stays when one takes the place of the other. */
export function focusCardTitle(): void {
  document.getElementById(cardTitleId)?.focus()
}

/**
 * Who has only mistyped is led to the one field that is asked for again, which says why (CALM-24); one that a provider's script
 * draws later has the focus when it comes, unless she went on meanwhile.
 */
export function useFocusOfCorrection(refused: Refused | null): void {
  const cardId = refused?.card.id ?? ''
  const ask = refused?.ask
  useEffect(() => {
    if (ask !== 'code' && ask !== 'expiry') return
    const field = () => document.getElementById(ask === 'code' ? codeControlId(cardId) : expiryControlId)
    const coming = new MutationObserver(() => {
      if (field() === null) return
      coming.disconnect()
      if (document.activeElement?.id === cardTitleId) field()?.focus()
    })
    // after the page's own content has had the focus
    const frame = requestAnimationFrame(() => {
      const place = field()
      place?.focus()
      if (place !== null) return
      focusCardTitle()
      coming.observe(document.body, { childList: true, subtree: true })
    })
    return () => {
      cancelAnimationFrame(frame)
      coming.disconnect()
    }
  }, [ask, cardId])
}

/** The first field of a new card; where a provider's frames hold them, the title over them. */
export function focusCardEntry(): void {
  const field = document.getElementById(paymentOptionIds.card)?.querySelector<HTMLElement>('input[inputmode="numeric"]')
  if (field) field.focus()
  else focusCardTitle()
}
