import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import styles from './removed-row.module.css'

export type RemovedRowProps = {
  /** What was removed. */
  readonly name: string
  /** What is told of it, and what its undo is of, where something else was done. */
  readonly told?: string
  readonly undoes?: string
  readonly isUndoing: boolean
  readonly onUndo: () => void
  /** Its time is over. */
  readonly onGone: () => void
}

/** How long an undo is offered, ms; nobody is hurried: while the pointer or the focus is on it, it stays (UX-10). */
const offeredFor = 20_000

/** Stands where a row of a list was and brings it back, or after one that was changed (UX-10, CALM-12). */
export function RemovedRow(props: RemovedRowProps): ReactNode {
  const { name, isUndoing, onUndo, onGone } = props
  const { told = `${name} removed.`, undoes = `removal of ${name}` } = props
  const [isHeld, setHeld] = useState(false)
  const isWaiting = isHeld || isUndoing
  const end = useEffectEvent(onGone)
  useEffect(() => {
    if (isWaiting) return
    const timer = setTimeout(() => end(), offeredFor)
    return () => clearTimeout(timer)
  }, [isWaiting])
  const hold = () => setHeld(true)
  const release = () => setHeld(false)
  return (
    <li className={styles.removed} onPointerEnter={hold} onPointerLeave={release} onFocus={hold} onBlur={release}>
      <span className={styles.words}>{told}</span>
      <Button kind="plain" isBusy={isUndoing} busyText="Undoing" onClick={onUndo}>
        Undo <span className="visually-hidden">{undoes}</span>
      </Button>
    </li>
  )
}
