import type { KeyboardEvent, ReactNode } from 'react'
import styles from './stored-value-entries.module.css'

/** Fields that are applied together. They stand in the step's form: Enter in one of them applies them, and does not leave the step. */
export function EntryGroup({
  label,
  onApply,
  children,
}: {
  readonly label: string
  readonly onApply: () => void
  readonly children: ReactNode
}): ReactNode {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    onApply()
  }
  return (
    <fieldset className={styles.entry} aria-label={label} onKeyDown={onKeyDown}>
      {children}
    </fieldset>
  )
}
