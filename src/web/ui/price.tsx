import type { ReactNode } from 'react'
import { useMoney } from '#web/variants/context.tsx'
import styles from './price.module.css'

export type PriceProps = {
  /** Whole cents. */
  readonly cents: number
  /** Struck through beside the price when it is higher. */
  readonly regularCents?: number
  /** The dearest of a range. */
  readonly highestCents?: number
  readonly isLarge?: boolean
}

/** A price, never broken over two lines (of a range, each of its two); a lower price than the regular one shows both. */
export function Price({ cents, regularCents = 0, highestCents = 0, isLarge = false }: PriceProps): ReactNode {
  const money = useMoney()
  const isReduced = regularCents > cents
  return (
    <span className={`${styles.price} ${isLarge ? styles.large : ''}`} data-reduced={isReduced || undefined}>
      {isReduced && <span className="visually-hidden">Sale price </span>}
      <span className={styles.now}>
        <span className={styles.amount}>
          {money(cents)}
          {highestCents > cents && ' –'}
        </span>
        {highestCents > cents && (
          <>
            {' '}
            <span className={styles.amount}>{money(highestCents)}</span>
          </>
        )}
      </span>
      {isReduced && (
        <>
          <span className="visually-hidden"> regular price </span>
          <s className={styles.regular}>{money(regularCents)}</s>
        </>
      )}
    </span>
  )
}
