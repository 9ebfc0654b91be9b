import type { ReactNode } from 'react'
import { useCheckout } from '#web/checkout/checkout-context.ts'
import { Button } from '#web/ui/button.tsx'
import styles from './step-actions.module.css'

/** The end of a step: the one clear way on, and the quiet one beside it. */
export function StepActions({ children }: { readonly children: ReactNode }): ReactNode {
  return <div className={styles.actions}>{children}</div>
}

/** To the step before, without a call (STEP-07). */
export function BackButton({ to }: { readonly to: string }): ReactNode {
  const { goTo } = useCheckout()
  return (
    <Button kind="quiet" onClick={() => goTo(to)}>
      Back
    </Button>
  )
}
