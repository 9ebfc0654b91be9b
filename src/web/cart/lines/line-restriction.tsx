import type { ReactNode } from 'react'
import type { CartReply } from '#contracts/pages.ts'
import { Link } from '#web/navigation/link.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useMoney } from '#web/variants/context.tsx'
import styles from './cart-line.module.css'

type Restriction = NonNullable<CartReply['lineItems'][number]['restriction']>

/** What stands in the way of a line where it goes, and what could be had in its stead (BEYOND-10). */
export function LineRestriction({ message, substitute }: Restriction): ReactNode {
  const money = useMoney()
  return (
    <div className={styles.restriction}>
      <Notice kind="bad">
        <p>{message}</p>
        {substitute !== null && (
          <p className={styles.substitute}>
            In its place: <Link to={substitute.navigateUrl}>{substitute.title}</Link>, {money(substitute.currentPrice)}
          </p>
        )}
      </Notice>
    </div>
  )
}
