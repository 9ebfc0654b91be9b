import { type ReactNode, useEffect, useRef } from 'react'
import { paymentOptionIds } from '#domain/payment/limits.ts'
import type { AppliedCard } from '#web/payment/card/card-errors.ts'
import { MaskedCard } from '#web/payment/card/masked-card.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useMessages } from '#web/variants/context.tsx'
import styles from './declined.module.css'

export const cardTitleId = 'card-option-title'

/**
 * Why the shopper is here again, at the top of the step and focused: which card was refused, that nothing was charged, and
 * both ways on (CALM-68). Of two cards it is not known which one it was.
 */
export function Declined({
  cards,
  onAgain,
}: {
  readonly cards: readonly AppliedCard[]
  readonly onAgain: () => void
}): ReactNode {
  const message = useMessages()
  const notice = useRef<HTMLDivElement>(null)
  // after the page's own content has had the focus
  useEffect(() => {
    const frame = requestAnimationFrame(() => notice.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [])
  const [card, ...others] = cards
  if (card === undefined) return null
  const isOne = others.length === 0
  return (
    <Notice kind="bad" ref={notice}>
      <div className={styles.words}>
        <p>{message('authorizationMessage')}</p>
        {isOne && <MaskedCard card={card} />}
        <p>{isOne ? `The card ending in ${card.lastFour} was not charged.` : 'Neither card was charged.'}</p>
        <div className={styles.ways}>
          <Button kind="quiet" onClick={readCardEntry}>
            Use another card
          </Button>
          <Button
            kind="plain"
            onClick={() => {
              onAgain()
              document.getElementById(cardTitleId)?.focus()
            }}
          >
            {isOne ? `Try the card ending in ${card.lastFour} again` : 'Try both cards again'}
          </Button>
        </div>
      </div>
    </Notice>
  )
}

/** The first field of a new card; where a provider's frames hold them, the title over them. */
function readCardEntry(): void {
  const field = document.getElementById(paymentOptionIds.card)?.querySelector<HTMLElement>('input[inputmode="numeric"]')
  const place = field ?? document.getElementById(cardTitleId)
  place?.focus()
}
