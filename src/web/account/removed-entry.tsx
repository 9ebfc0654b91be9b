import type { ReactNode } from 'react'
import { TokenField } from '#web/shell/token-field.tsx'
import { Button } from '#web/ui/button.tsx'
import styles from '#web/ui/panels/removed-row.module.css'

export type RemovedEntryProps = {
  /** What was removed. */
  readonly name: string
  /** The form that brings it back, and its only field. */
  readonly action: string
  readonly field: 'addressId' | 'cardId'
  readonly id: string
}

/** Stands where an entry of the account was and brings it back (CALM-64): a plain form. */
export function RemovedEntry({ name, action, field, id }: RemovedEntryProps): ReactNode {
  return (
    <li className={styles.removed}>
      <span className={styles.words}>{`${name} removed.`}</span>
      <form method="post" action={action}>
        <TokenField />
        <input type="hidden" name={field} value={id} />
        <Button type="submit" kind="plain">
          Undo <span className="visually-hidden">{`removal of ${name}`}</span>
        </Button>
      </form>
    </li>
  )
}
