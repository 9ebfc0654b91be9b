import type { ReactNode } from 'react'
import type { CartReply } from '#contracts/pages.ts'
import { LayerFrame } from '#web/layers/frame.tsx'
import type { LayerProps } from '#web/layers/layer.ts'
import { TokenField } from '#web/shell/token-field.tsx'
import buttons from '#web/ui/button.module.css'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import styles from './login-flyout.module.css'

export type LoginFlyoutInput = {
  readonly cart: Pick<CartReply, 'cartNewCustomersMessage' | 'cartReturningCustomersMessage' | 'oktaConfigurations'>
  /** Where the checkout goes on after a sign-in. */
  readonly redirectUrl: string
}

/** Guest or customer: guest checkout first, in sight and in reading order (UX-01, LOGIN-01 to LOGIN-07). */
export function LoginFlyout({ input, close }: LayerProps<LoginFlyoutInput, never>): ReactNode {
  const { cart, redirectUrl } = input
  const { isGoogleEnabled, isAppleEnabled } = cart.oktaConfigurations
  const providerAddress = (name: string) =>
    `/account/auth/loginwithidp?idp=${name}&redirectUrl=${encodeURIComponent(redirectUrl)}`
  return (
    <LayerFrame title="Checkout Now" place="right" onClose={() => close()}>
      <section className={styles.section} aria-labelledby="new-customers">
        <h3 id="new-customers">New Customers</h3>
        <p>{cart.cartNewCustomersMessage}</p>
        <form method="post" action="/checkout">
          <TokenField />
          <input type="hidden" name="isGuestCheckout" value="true" />
          <Button type="submit" isWide>
            Guest Checkout
          </Button>
        </form>
      </section>
      <section className={styles.section} aria-labelledby="returning-customers">
        <h3 id="returning-customers">Returning Customers</h3>
        <p>{cart.cartReturningCustomersMessage}</p>
        <div className={styles.ways}>
          <SignIn address={`/account/login?returnUrl=${encodeURIComponent(redirectUrl)}`}>Sign in</SignIn>
          {isGoogleEnabled && (
            <SignIn address={providerAddress('Google')}>
              <Icon name="google" size={20} /> Sign in with Google
            </SignIn>
          )}
          {isAppleEnabled && (
            <SignIn address={providerAddress('Apple')}>
              <Icon name="apple" size={20} /> Sign in with Apple
            </SignIn>
          )}
        </div>
      </section>
    </LayerFrame>
  )
}

function SignIn({ address, children }: { readonly address: string; readonly children: ReactNode }): ReactNode {
  return (
    <a href={address} className={`${buttons.button} ${buttons.quiet} ${buttons.wide}`}>
      {children}
    </a>
  )
}
