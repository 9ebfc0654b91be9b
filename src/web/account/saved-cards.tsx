import { Fragment, type ReactNode } from 'react'
import { entryPlaces } from '#domain/account/entry-places.ts'
import type { PageOf } from '#web/navigation/page-view.ts'
import { cardName } from '#web/payment/card/brand-names.ts'
import { TokenField } from '#web/shell/token-field.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import styles from './account.module.css'
import { RemovedEntry } from './removed-entry.tsx'

type Props = Pick<PageOf<'account'>, 'cards' | 'removed'>
type Card = Props['cards'][number]

/** The cards an account keeps: which one pays unless another is chosen, and the way to remove one. Plain forms. */
export function SavedCards({ cards, removed }: Props): ReactNode {
  return (
    <section className={styles.section}>
      <h2 id={entryPlaces.cards} tabIndex={-1}>
        Your cards
      </h2>
      {cards.length === 0 && <p className={styles.facts}>No card is saved. You can save one when you pay with it.</p>}
      {cards.length + removed.cards.length > 0 && (
        <ul className={styles.cards}>
          {cards.map((card) => (
            <Fragment key={card.cardId}>
              <Removed removed={removed} before={card.cardId} />
              <li id={entryPlaces.card(card.cardId)} tabIndex={-1} className={styles.entry}>
                <span>{wordsOf(card)}</span>
                <div className={styles.actions}>
                  {card.isDefault && <span className={styles.mark}>Default card</span>}
                  <ButtonLink
                    kind="plain"
                    to={`/account/cards/${card.cardId}`}
                    aria-label={`Edit: ${cardName(card.type)} ending in ${card.lastFour}`}
                  >
                    Edit
                  </ButtonLink>
                  {!card.isDefault && <CardForm card={card} action="/account/cards/default" words="Make default" />}
                  <CardForm card={card} action="/account/cards/remove" words="Remove" />
                </div>
              </li>
            </Fragment>
          ))}
          <Removed removed={removed} before="" />
        </ul>
      )}
      <p className={styles.message}>
        <ButtonLink to="/account/cards/new" kind="quiet">
          Add a card
        </ButtonLink>
      </p>
    </section>
  )
}

/** Those that were removed from before this entry. */
function Removed({ removed, before }: Pick<Props, 'removed'> & { readonly before: string }): ReactNode {
  return removed.cards
    .filter((one) => one.before === before)
    .map(({ cardId, type, lastFour }) => {
      const name = `${cardName(type)} ending in ${lastFour}`
      return <RemovedEntry key={cardId} name={name} action="/account/cards/undo" field="cardId" id={cardId} />
    })
}

// in words only: the pictures of cards come with the checkout's scripts
function wordsOf({ type, lastFour, expMonth, expYear, isExpired }: Card): string {
  const expiry = `${String(expMonth).padStart(2, '0')}/${String(expYear).slice(-2)}`
  const ends = expMonth === 0 ? '' : `, ${isExpired ? 'expired' : 'expires'} ${expiry}`
  return `${cardName(type)} ending in ${lastFour}${ends}`
}

function CardForm(props: { readonly card: Card; readonly action: string; readonly words: string }): ReactNode {
  const { card, action, words } = props
  return (
    <form method="post" action={action}>
      <TokenField />
      <input type="hidden" name="cardId" value={card.cardId} />
      <Button type="submit" kind="plain" aria-label={`${words}: ${cardName(card.type)} ending in ${card.lastFour}`}>
        {words}
      </Button>
    </form>
  )
}
