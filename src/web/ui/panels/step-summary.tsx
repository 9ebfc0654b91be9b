import type { ReactNode } from 'react'
import { Link } from '#web/navigation/link.tsx'
import styles from './step-summary.module.css'

export type StepSummaryProps = {
  readonly title: string
  /** Address of the step, for 'Edit'. */
  readonly editAddress: string
  readonly children: ReactNode
}

/** A done step of the checkout: what was chosen, with 'Edit' (UX-05). */
export function StepSummary({ title, editAddress, children }: StepSummaryProps): ReactNode {
  return (
    <section className={styles.summary}>
      <div className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        <Link to={editAddress} className={styles.edit}>
          Edit <span className="visually-hidden">{title}</span>
        </Link>
      </div>
      <div className={styles.body}>{children}</div>
    </section>
  )
}
