import type { ReactNode } from 'react'
import { signInPageOf } from '#domain/account/sign-in-pages.ts'
import { registryAddresses } from '#domain/registry/registry.ts'
import { askByPopup } from '#web/account/ask-by-popup.ts'
import { ProviderLinks } from '#web/account/provider-links.tsx'
import { Link } from '#web/navigation/link.tsx'
import type { PageOf } from '#web/navigation/page-view.ts'
import { EmailFormField } from '#web/shell/email-form-field.tsx'
import { FormErrors } from '#web/shell/form-errors.tsx'
import { FormField } from '#web/shell/form-field.tsx'
import { TokenField } from '#web/shell/token-field.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import styles from './account.module.css'

/** The sign-in page: a plain form that works without scripts and without the sign-in configuration (OPEN-19). */
export function LoginPage({ page }: { readonly page: PageOf<'login'> }): ReactNode {
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{page.heading}</h1>
      {page.message !== '' && (
        <div className={styles.message}>
          <Notice kind="bad">{page.message}</Notice>
        </div>
      )}
      <form method="post" action="/account/login" className={styles.form}>
        <TokenField />
        <input type="hidden" name="returnUrl" value={page.returnUrl} />
        {page.isRedirect && <input type="hidden" name="isRedirect" value="true" />}
        <FormErrors labels={{ email: 'Email address', password: 'Password' }} />
        <EmailFormField autoComplete="username" />
        <FormField label="Password" name="password" type="password" autoComplete="current-password" required />
        <Button type="submit" isWide>
          Sign In
        </Button>
        <Button type="submit" kind="plain" formAction="/account/ask-reset" formNoValidate onClick={askByPopup}>
          Reset password
        </Button>
        <p className={styles.small}>
          By signing in you agree to our <Link to="/customer-service/terms-of-use">Terms of Use</Link> and{' '}
          <Link to="/customer-service/privacy-policy">Privacy Policy</Link>.
        </p>
      </form>
      {page.providers.length > 0 && (
        <div className={styles.form}>
          <ProviderLinks providers={page.providers} redirectUrl={page.returnUrl} />
        </div>
      )}
      {signInPageOf(page.returnUrl) === null && (
        <section className={styles.other}>
          <h2>New here?</h2>
          <p>An account keeps your addresses and orders in one place. You can also check out without one.</p>
          <ButtonLink to="/account/create-account" kind="quiet" isWide>
            Create an Account
          </ButtonLink>
          <p className={styles.small}>
            No account needed: <Link to="/account/find-order">find your order</Link> or{' '}
            <Link to={registryAddresses.find}>find a registry</Link>.
          </p>
        </section>
      )}
    </div>
  )
}
