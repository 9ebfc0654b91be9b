import type { ReactNode } from 'react'
import { type SelectionType, selectionTypes } from '#domain/payment/brands.ts'
import { cardName } from './brand-names.ts'
import type { CardOption } from './card-options.ts'
import { CardPicture } from './card-picture.tsx'
import styles from './card-words.module.css'

/** A card of a list in one line: picture, name, last four digits, expiry. */
export function CardWords({ card }: { readonly card: CardOption }): ReactNode {
  const type: SelectionType = selectionTypes.find((known) => known === card.type) ?? 'Unspecified'
  const month = String(card.expMonth).padStart(2, '0')
  return (
    <span className={styles.card}>
      <CardPicture type={type} />
      <span>
        {cardName(card.type)} ending in {card.lastFour}
        {card.expMonth > 0 && `, ${card.isExpired ? 'expired' : 'expires'} ${month}/${String(card.expYear).slice(-2)}`}
      </span>
    </span>
  )
}
