import { type ReactNode, useEffect, useRef, useState } from 'react'
import { cartPaths } from '#contracts/cart/paths.ts'
import { whileLoading } from '#web/calls/loading.ts'
import { routeErrorContext } from '#web/calls/log.ts'
import type { EndedSession } from '#web/checkout/ended-session.ts'
import { openLayer } from '#web/layers/open-layer.ts'
import { reportError } from '#web/layers/report-error.ts'
import { useBrowser } from '#web/navigation/browser.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useVariant } from '#web/variants/context.tsx'
import styles from '../empty-cart.module.css'
import { restoreCart } from './restore-cart.ts'

/** In place of the empty cart when it was a session that ended: both ways on, and what is still here (CALM-21). */
export function SessionEnded({ ended }: { readonly ended: EndedSession }): ReactNode {
  const browser = useBrowser()
  const { country } = useVariant()
  const heading = useRef<HTMLHeadingElement>(null)
  const [isRestoring, setRestoring] = useState(false)
  const [missing, setMissing] = useState<readonly string[]>([])
  useEffect(() => heading.current?.focus(), [])

  const goOn = async (): Promise<void> => {
    const text = `We put back what your cart held: ${ended.items.map(nameOf).join(', ')}.`
    const isSure = await openLayer('areYouSure', {
      title: 'Put it back into your cart?',
      text,
      yes: 'Yes, put it back',
    })
    if (isSure !== true) return
    setRestoring(true)
    try {
      const restored = await whileLoading(() => restoreCart(ended, country))
      if (restored.missing.length === 0) browser.assign(restored.address)
      else setMissing(restored.missing)
    } catch (error) {
      reportError(error, '', routeErrorContext(cartPaths.addItems))
    } finally {
      setRestoring(false)
    }
  }

  return (
    <section className={styles.empty}>
      <h2 className={styles.title} ref={heading} tabIndex={-1}>
        Your session has ended. {ended.address === null ? 'Your cart is still here.' : 'Your address is still here.'}
      </h2>
      {missing.length > 0 ? (
        <>
          <Notice kind="bad">
            <p>These could not be put back: {missing.join(', ')}.</p>
            <p>Everything else is in your cart.</p>
          </Notice>
          <div className={styles.ways}>
            <Button onClick={() => browser.assign('/checkout/cart')}>Go to your cart</Button>
          </div>
        </>
      ) : (
        <>
          <p className={styles.line}>
            Nothing was ordered and nothing was charged.
            {ended.isGuest ? ' Go on where you were.' : ' Sign in, and your cart is where you left it.'}
          </p>
          <div className={styles.ways}>
            <Button isBusy={isRestoring} busyText="Putting it back…" onClick={goOn}>
              Go on as a guest
            </Button>
            <ButtonLink to="/account/login?returnUrl=%2Fcheckout%2Fcart" kind="quiet">
              Sign in
            </ButtonLink>
          </div>
        </>
      )}
    </section>
  )
}

function nameOf({ title, choice, donation }: EndedSession['items'][number]): string {
  const { quantity = 1 } = choice
  return donation === null && quantity > 1 ? `${title} (${quantity})` : title
}
