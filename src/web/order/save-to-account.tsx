import type { ReactNode } from 'react'
import type { ConfirmationReply } from '#contracts/pages.ts'
import { passwordLimits } from '#domain/account/password-rule.ts'
import { FormField } from '#web/shell/form-field.tsx'
import { TokenField } from '#web/shell/token-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { useFrame } from '#web/variants/context.tsx'
import styles from './save-to-account.module.css'

/** An account for a guest who has bought: all that is missing is a password (UX-02). A plain form, with or without scripts. */
export function SaveToAccount({ order }: { readonly order: ConfirmationReply }): ReactNode {
  const { isSignedIn } = useFrame()
  const { email, buyer } = order
  if (isSignedIn || email === '' || buyer.firstName === '' || buyer.lastName === '') return null
  return (
    <section className={styles.keep} aria-labelledby="keep-title">
      <h2 id="keep-title" className={styles.title}>
        Next time, faster
      </h2>
      <p>Choose a password, and you have an account for {email}: saved cards, favorites and registries in one place.</p>
      <form method="post" action="/account/create-account" className={styles.form}>
        <TokenField />
        <input type="hidden" name="returnUrl" value="/account" />
        <input type="hidden" name="orderNumber" value={order.orderNumber} />
        <input type="hidden" name="firstName" value={buyer.firstName} />
        <input type="hidden" name="lastName" value={buyer.lastName} />
        <input type="hidden" name="email" value={email} autoComplete="username" />
        <FormField
          label="Password"
          name="password"
          type="password"
          autoComplete="new-password"
          hint={`At least ${passwordLimits.min} characters.`}
          minLength={passwordLimits.min}
          required
        />
        <Button type="submit" kind="quiet">
          Create an Account
        </Button>
      </form>
    </section>
  )
}
