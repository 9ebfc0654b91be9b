import type { ReactNode } from 'react'
import { passwordLimits } from '#domain/account/password-rule.ts'
import { openLayer } from '#web/layers/open-layer.ts'
import type { PageOf } from '#web/navigation/page-view.ts'
import { EmailFormField } from '#web/shell/email-form-field.tsx'
import { FormErrors } from '#web/shell/form-errors.tsx'
import { FormField } from '#web/shell/form-field.tsx'
import { TokenField } from '#web/shell/token-field.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useFrame } from '#web/variants/context.tsx'
import styles from './account.module.css'

/** Where a mailed link leads: a new password, by a plain form that works without scripts (OPEN-98). */
export function ResetPasswordPage({ page }: { readonly page: PageOf<'resetPassword'> }): ReactNode {
  if (page.token === '') return <LinkEnded />
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>Set a new password</h1>
      <form method="post" action="/account/reset-password" className={styles.form}>
        <TokenField />
        <input type="hidden" name="token" value={page.token} />
        <FormErrors labels={{ password: 'New password' }} />
        <FormField
          label="New password"
          name="password"
          type="password"
          autoComplete="new-password"
          hint={`At least ${passwordLimits.min} characters. You will be signed out everywhere else.`}
          minLength={passwordLimits.min}
          maxLength={passwordLimits.max}
          required
        />
        <Button type="submit" isWide>
          Save password
        </Button>
      </form>
    </div>
  )
}

/** The popup's question in the page itself, where there are no scripts to open it. */
function AskByForm(): ReactNode {
  // where scripts run nobody sees it: the browser's bundle leaves its contents out
  if (!import.meta.env.SSR) return <noscript />
  return (
    <noscript>
      <form method="post" action="/account/ask-reset" className={styles.form}>
        <TokenField />
        <input type="hidden" name="isLinkEnded" value="true" />
        <FormErrors labels={{ email: 'Email address' }} />
        <EmailFormField autoComplete="username" />
        <Button type="submit" isWide>
          Send a new link
        </Button>
      </form>
    </noscript>
  )
}

function LinkEnded(): ReactNode {
  const { isRefused } = useFrame()
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>This link no longer works</h1>
      <div className={styles.message}>
        <Notice kind="bad" hasFocus={!isRefused}>
          A link works once, for one hour, and only the newest one. You can have a new one sent to you.
        </Notice>
      </div>
      <AskByForm />
      <div className={styles.form}>
        <Button isWide onClick={() => openLayer('resetPassword', {})}>
          Send a new link
        </Button>
        <ButtonLink to="/account/login" kind="quiet" isWide>
          Sign in
        </ButtonLink>
      </div>
    </div>
  )
}
