import type { ReactNode } from 'react'
import { type Step, steps } from '#domain/checkout/steps.ts'
import { Link } from '#web/navigation/link.tsx'
import { Icon } from '#web/ui/icon.tsx'
import styles from './step-indicator.module.css'

export type StepIndicatorProps = {
  readonly current: Step
  /** The furthest step that was reached: all up to it can be opened again (STEP-22); 0 when there is no way back (STEP-21). */
  readonly reached: Step
  readonly isFinished?: boolean
}

/** The six steps by name, with the current one marked and a way back to those already done (STEP-01, STEP-22). */
export function StepIndicator({ current, reached, isFinished = false }: StepIndicatorProps): ReactNode {
  return (
    <nav aria-label="Checkout steps" className={styles.steps}>
      <ol>
        {steps.map(({ step, path, title }) => {
          const isDone = step < current
          const canOpen = !isFinished && step !== current && step <= Math.max(reached, current)
          return (
            <li
              key={step}
              className={styles.step}
              data-done={isDone || undefined}
              aria-current={step === current ? 'step' : undefined}
            >
              <span className={styles.mark} aria-hidden="true">
                {isDone ? <Icon name="check" size={16} /> : step}
              </span>
              {canOpen ? (
                <Link to={path} className={styles.name}>
                  {title}
                </Link>
              ) : (
                <span className={styles.name}>{title}</span>
              )}
              {isDone && <span className="visually-hidden"> (done)</span>}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
