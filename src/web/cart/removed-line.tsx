import { type ReactNode, useEffect, useState } from 'react'
import type { Removed } from '#web/cart/use-removed.ts'
import { Button } from '#web/ui/button.tsx'
import styles from './removed-line.module.css'

export type RemovedLineProps = {
  readonly removed: Removed
  readonly isUndoing: boolean
  readonly onUndo: () => void
  /** Its time is over. */
  readonly onGone: (removed: Removed) => void
}

/** How long an undo is offered, ms; nobody is hurried: while the pointer or the focus is on it, it stays (UX-10). */
const offeredFor = 20_000

/** Stands where a line was and brings it back (UX-10). */
export function RemovedLine({ removed, isUndoing, onUndo, onGone }: RemovedLineProps): ReactNode {
  const { title } = removed.line
  const [isHeld, setHeld] = useState(false)
  const isWaiting = isHeld || isUndoing
  useEffect(() => {
    if (isWaiting) return
    const timer = setTimeout(() => onGone(removed), offeredFor)
    return () => clearTimeout(timer)
  }, [isWaiting, onGone, removed])
  const hold = () => setHeld(true)
  const release = () => setHeld(false)
  return (
    <li className={styles.removed} onPointerEnter={hold} onPointerLeave={release} onFocus={hold} onBlur={release}>
      <span className={styles.words}>{`${title} removed.`}</span>
      <Button kind="plain" isBusy={isUndoing} busyText="Undoing" onClick={onUndo}>
        Undo <span className="visually-hidden">{`removal of ${title}`}</span>
      </Button>
    </li>
  )
}
