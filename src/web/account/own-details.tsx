import type { ReactNode } from 'react'
import { askByPopup } from '#web/account/ask-by-popup.ts'
import type { PageOf } from '#web/navigation/page-view.ts'
import { FormField } from '#web/shell/form-field.tsx'
import { TokenField } from '#web/shell/token-field.tsx'
import { Button } from '#web/ui/button.tsx'
import styles from './account.module.css'

/** The shopper's own name, and the way to another password. */
export function OwnDetails({ page }: { readonly page: PageOf<'account'> }): ReactNode {
  return (
    <section className={styles.section}>
      <h2>Your details</h2>
      <form method="post" action="/account/profile" className={styles.details}>
        <TokenField />
        <FormField
          label="First name"
          name="firstName"
          autoComplete="given-name"
          maxLength={50}
          known={page.firstName}
          required
        />
        <FormField
          label="Last name"
          name="lastName"
          autoComplete="family-name"
          maxLength={50}
          known={page.lastName}
          required
        />
        <Button type="submit" kind="quiet">
          Save name
        </Button>
      </form>
      <form method="post" action="/account/ask-reset" className={styles.message}>
        <TokenField />
        <input type="hidden" name="email" value={page.email} />
        <Button type="submit" kind="plain" onClick={askByPopup}>
          Change password
        </Button>
      </form>
    </section>
  )
}
