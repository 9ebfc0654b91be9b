import type { ReactNode } from 'react'
import { openLayer } from '#web/layers/open-layer.ts'
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
      <p className={styles.message}>
        <Button kind="plain" onClick={() => openLayer('resetPassword', {})}>
          Change password
        </Button>
      </p>
    </section>
  )
}
