import { type FormEvent, type ReactNode, useState } from 'react'
import type { CartReply } from '#contracts/pages.ts'
import { ProviderLinks, providersOf } from '#web/account/provider-links.tsx'
import { renewToken } from '#web/calls/token.ts'
import { fetchOrAsk } from '#web/layers/ask-again.ts'
import { LayerFrame } from '#web/layers/frame.tsx'
import type { LayerProps } from '#web/layers/layer.ts'
import { TokenField } from '#web/shell/token-field.tsx'
import buttons from '#web/ui/button.module.css'
import { Button } from '#web/ui/button.tsx'
import styles from './login-flyout.module.css'

export type LoginFlyoutInput = {
  readonly cart: Pick<CartReply, 'cartNewCustomersMessage' | 'cartReturningCustomersMessage' | 'oktaConfigurations'>
  /** Where the checkout goes on after a sign-in. */
  readonly redirectUrl: string
}

/** Guest or customer: guest checkout first, in sight and in reading order (UX-01, LOGIN-01 to LOGIN-07). */
export function LoginFlyout({ input, close }: LayerProps<LoginFlyoutInput, never>): ReactNode {
  const { cart, redirectUrl } = input
  const [isGoing, setGoing] = useState(false)
  // a form that is sent without a connection ends at a page of the browser's own (CALM-20)
  const goOn = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    setGoing(true)
    const token = await fetchOrAsk(renewToken)
    setGoing(false)
    if (token !== null) form.submit()
  }
  return (
    <LayerFrame title="Checkout Now" place="right" onClose={() => close()}>
      <section className={styles.section} aria-labelledby="new-customers">
        <h3 id="new-customers">New Customers</h3>
        <p>{cart.cartNewCustomersMessage}</p>
        <form method="post" action="/checkout" onSubmit={goOn}>
          <TokenField />
          <input type="hidden" name="isGuestCheckout" value="true" />
          <Button type="submit" isWide isBusy={isGoing}>
            Guest Checkout
          </Button>
        </form>
      </section>
      <section className={styles.section} aria-labelledby="returning-customers">
        <h3 id="returning-customers">Returning Customers</h3>
        <p>{cart.cartReturningCustomersMessage}</p>
        <div className={styles.ways}>
          <a
            href={`/account/login?returnUrl=${encodeURIComponent(redirectUrl)}`}
            className={`${buttons.button} ${buttons.quiet} ${buttons.wide}`}
          >
            Sign in
          </a>
          <ProviderLinks providers={providersOf(cart.oktaConfigurations)} redirectUrl={redirectUrl} />
        </div>
      </section>
    </LayerFrame>
  )
}
