import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { PageOf } from '#web/navigation/page-view.ts'
import { FormField } from '#web/shell/form-field.tsx'
import { TokenField } from '#web/shell/token-field.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import styles from './account.module.css'

/** Where the mailed link of a new account leads: one press, and in another browser the password (SAFE-50). */
export function ConfirmAddressPage({ page }: { readonly page: PageOf<'confirmAddress'> }): ReactNode {
  const { token, email, asksPassword } = page
  if (token === '') return <LinkEnded />
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>Confirm your email address</h1>
      <p className={styles.lead}>
        {asksPassword ? (
          <>
            One step is left to your account for <strong>{email}</strong>: enter the password you chose for it.
          </>
        ) : (
          <>
            One press, and your account for <strong>{email}</strong> is ready. Your cart stays as it is.
          </>
        )}
      </p>
      <form method="post" action="/account/confirm-address" className={styles.form}>
        <TokenField />
        <input type="hidden" name="token" value={token} />
        {asksPassword && (
          <>
            <input type="hidden" name="username" value={email} autoComplete="username" />
            <FormField label="Password" name="password" type="password" autoComplete="current-password" required />
          </>
        )}
        <Button type="submit" isWide>
          Confirm and sign in
        </Button>
        {asksPassword && (
          <p className={styles.small}>
            Not sure which it was? <Link to="/account/create-account">Begin again</Link> with another: the newest link
            counts.
          </p>
        )}
        <p className={styles.small}>
          If you did not ask for an account, close this page: without the link there is none.
        </p>
      </form>
    </div>
  )
}

function LinkEnded(): ReactNode {
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>This link no longer works</h1>
      <p className={styles.facts}>
        A link works once, for 24 hours, and only the newest one. If you have used it, your account is ready.
      </p>
      <div className={styles.form}>
        <ButtonLink to="/account/login" isWide>
          Sign in
        </ButtonLink>
        <ButtonLink to="/account/create-account" kind="quiet" isWide>
          Create an Account
        </ButtonLink>
      </div>
    </div>
  )
}
