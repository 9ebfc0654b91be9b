import type { ReactNode } from 'react'
import type { RegistryItemView } from '#contracts/registry/pages.ts'
import styles from './registry-page.module.css'

type GiftCountsProps = {
  readonly item: RegistryItemView
  /** Its owner wants to be surprised: nothing is said of what was bought. */
  readonly isSurprise?: boolean
}

/** How many are wished for, bought, and being bought now. */
export function GiftCounts({ item, isSurprise = false }: GiftCountsProps): ReactNode {
  const { wanted, bought, held } = item
  if (isSurprise) return <p className={styles.counts}>{wanted} wished for</p>
  return (
    <>
      <p className={styles.counts}>
        {wanted} wished for, {bought} bought
      </p>
      {held > 0 && (
        <p className={styles.held}>
          {held === 1 ? 'Someone is buying this right now' : `Someone is buying ${held} of these right now`}
        </p>
      )}
      {bought >= wanted && <p className={styles.given}>All bought, thank you</p>}
    </>
  )
}
