import type { ReactNode } from 'react'
import { type SelectionType, selectionTypes } from '#domain/payment/brands.ts'
import { cardName } from './brand-names.ts'
import { CardPicture } from './card-picture.tsx'
import styles from './masked-card.module.css'

export type MaskedCardProps = {
  readonly card: {
    readonly type: string
    readonly lastFour: string
    readonly expMonth: number
    readonly expYear: number
  }
}

/** A card as far as the shop knows it: brand, last four digits, expiry. */
export function MaskedCard({ card }: MaskedCardProps): ReactNode {
  const type: SelectionType = selectionTypes.find((known) => known === card.type) ?? 'Unspecified'
  const expiry =
    card.expMonth === 0 ? '' : `${String(card.expMonth).padStart(2, '0')}/${String(card.expYear).slice(-2)}`
  return (
    <p className={styles.card}>
      <CardPicture type={type} />
      <span>
        {cardName(card.type)} ending in {card.lastFour}
        {expiry !== '' && <span className={styles.expiry}>, expires {expiry}</span>}
      </span>
    </p>
  )
}
