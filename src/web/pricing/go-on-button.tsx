import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { dueOf, type OrderSummaryAmounts } from '#web/pricing/order-summary.tsx'
import { Button, type ButtonProps } from '#web/ui/button.tsx'
import { useMoney } from '#web/variants/context.tsx'
import styles from './go-on-button.module.css'

export type GoOnButtonProps = ButtonProps & {
  readonly amounts: OrderSummaryAmounts
  /** The store does not ship there itself: what that costs is not in the total (CART-33). */
  readonly isAbroad?: boolean
}

/**
 * The one button that goes on. On a phone a bar at the bottom has it too, with the total, while the button itself is out of
 * sight (CALM-30): a second place for thumbs, not a second button, so that it is not read and has no focus of its own.
 */
export function GoOnButton({ amounts, isAbroad = false, ...button }: GoOnButtonProps): ReactNode {
  const own = useRef<HTMLButtonElement>(null)
  const isOutOfSight = useOutOfSight(own)
  const money = useMoney()
  const due = dueOf(amounts, isAbroad)
  const press = () => {
    own.current?.focus({ preventScroll: true })
    own.current?.click()
  }
  return (
    <>
      <Button {...button} ref={own} />
      <div className={styles.place} aria-hidden="true">
        {isOutOfSight && (
          <div className={styles.bar} data-go-on="">
            <p className={styles.total}>
              <span className={styles.name}>{due.name}</span>
              <strong>{money(due.cents)}</strong>
            </p>
            <Button
              tabIndex={-1}
              isBusy={button.isBusy ?? false}
              disabled={button.disabled}
              // the focus goes to the button itself
              onMouseDown={(event) => event.preventDefault()}
              onClick={press}
            >
              {button.children}
            </Button>
          </div>
        )}
      </div>
    </>
  )
}

/** Whether less than the whole of an element can be seen; false where a browser cannot tell. */
function useOutOfSight(element: RefObject<HTMLElement | null>): boolean {
  const [isOut, setOut] = useState(false)
  useEffect(() => {
    if (element.current === null || !('IntersectionObserver' in window)) return
    const whole = 0.99
    const observer = new IntersectionObserver((entries) => setOut((entries.at(-1)?.intersectionRatio ?? 1) < whole), {
      threshold: whole,
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return isOut
}
