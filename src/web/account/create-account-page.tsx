import type { ReactNode } from 'react'
import { passwordLimits } from '#domain/account/password-rule.ts'
import { Link } from '#web/navigation/link.tsx'
import type { PageOf } from '#web/navigation/page-view.ts'
import { EmailFormField } from '#web/shell/email-form-field.tsx'
import { FormErrors } from '#web/shell/form-errors.tsx'
import { FormField } from '#web/shell/form-field.tsx'
import { TokenField } from '#web/shell/token-field.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import styles from './account.module.css'

const labels = { firstName: 'First name', lastName: 'Last name', email: 'Email address', password: 'Password' }

/** A new account: a plain form that works without scripts (OPEN-97). */
export function CreateAccountPage({ page }: { readonly page: PageOf<'createAccount'> }): ReactNode {
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>Create an Account</h1>
      {page.message !== '' && (
        <div className={styles.message}>
          <Notice>{page.message}</Notice>
        </div>
      )}
      <form method="post" action="/account/create-account" className={styles.form}>
        <TokenField />
        <input type="hidden" name="returnUrl" value={page.returnUrl} />
        <FormErrors labels={labels} />
        <FormField label="First name" name="firstName" autoComplete="given-name" maxLength={50} required />
        <FormField label="Last name" name="lastName" autoComplete="family-name" maxLength={50} required />
        <EmailFormField autoComplete="username" />
        <FormField
          label="Password"
          name="password"
          type="password"
          autoComplete="new-password"
          hint={`At least ${passwordLimits.min} characters.`}
          minLength={passwordLimits.min}
          required
        />
        <Button type="submit" isWide>
          Create an Account
        </Button>
        <p className={styles.small}>
          By creating an account you agree to our <Link to="/customer-service/terms-of-use">Terms of Use</Link> and{' '}
          <Link to="/customer-service/privacy-policy">Privacy Policy</Link>.
        </p>
      </form>
      <section className={styles.other}>
        <h2>Already have an account?</h2>
        <p>
          <ButtonLink kind="plain" to={`/account/login?returnUrl=${encodeURIComponent(page.returnUrl || '/account')}`}>
            Sign in
          </ButtonLink>
        </p>
      </section>
    </div>
  )
}
