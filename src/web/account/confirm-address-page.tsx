import type { ReactNode } from 'react'
import { Link } from '#web/navigation/link.tsx'
import type { PageOf } from '#web/navigation/page-view.ts'
import { FormErrors } from '#web/shell/form-errors.tsx'
import { FormField } from '#web/shell/form-field.tsx'
import { TokenField } from '#web/shell/token-field.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import styles from './account.module.css'

/**
 * Where the mailed link of a new account leads: one press, and in another browser the password (SAFE-50), or the way back to
 * the browser that a sign-in with a provider was begun in.
 */
export function ConfirmAddressPage({ page }: { readonly page: PageOf<'confirmAddress'> }): ReactNode {
  const { token, email, needs, provider } = page
  if (token === '') return <LinkEnded />
  if (needs === 'ownBrowser') return <OtherBrowser email={email} provider={provider} />
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>Confirm your email address</h1>
      <p className={styles.lead}>
        {needs === 'password' ? (
          <>
            One step is left to your account for <strong>{email}</strong>: enter the password you chose for it.
          </>
        ) : (
          <>
            One press, and {provider === '' ? 'your account for ' : `${provider} signs you in to your account for `}
            <strong>{email}</strong>
            {provider === '' ? ' is ready' : ''}. Your cart stays as it is.
          </>
        )}
      </p>
      <form
        method="post"
        action="/account/confirm-address"
        className={styles.form}
        data-provider={provider === '' ? undefined : provider}
      >
        <TokenField />
        <FormErrors labels={{ password: 'Password' }} />
        <input type="hidden" name="token" value={token} />
        {needs === 'password' && (
          <>
            <input type="hidden" name="username" value={email} autoComplete="username" />
            <FormField label="Password" name="password" type="password" autoComplete="current-password" required />
          </>
        )}
        <Button type="submit" isWide>
          Confirm and sign in
        </Button>
        {needs === 'password' && (
          <p className={styles.small}>
            Not sure which it was? <Link to="/account/create-account">Begin again</Link> with another: the newest one
            counts, and any link we have sent you works for it here.
          </p>
        )}
        <p className={styles.small}>
          {provider === ''
            ? 'If you did not ask for an account, close this page: without the link there is none.'
            : `If you did not sign in with ${provider}, close this page: without the link it signs nobody in.`}
        </p>
      </form>
    </div>
  )
}

function OtherBrowser({ email, provider }: { readonly email: string; readonly provider: string }): ReactNode {
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>Please open this link where you began</h1>
      <p className={styles.lead}>
        Somebody began to sign in with {provider} as <strong>{email}</strong> in another browser. If it was you, open
        the link from our mail there.
      </p>
      <div className={styles.form}>
        <ButtonLink to="/account/login" isWide>
          Sign in here
        </ButtonLink>
        <p className={styles.small}>If it was not you, there is nothing to do: without the link nobody is signed in.</p>
      </div>
    </div>
  )
}

function LinkEnded(): ReactNode {
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>This link no longer works</h1>
      <div className={styles.message}>
        <Notice kind="bad" hasFocus>
          A link works once, for 24 hours, and only the newest one. If you have used it, your account is ready.
        </Notice>
      </div>
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
