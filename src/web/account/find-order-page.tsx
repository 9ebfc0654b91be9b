import type { ReactNode } from 'react'
import type { PageOf } from '#web/navigation/page-view.ts'
import { EmailFormField } from '#web/shell/email-form-field.tsx'
import { FormErrors } from '#web/shell/form-errors.tsx'
import { FormField } from '#web/shell/form-field.tsx'
import { TokenField } from '#web/shell/token-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import styles from './account.module.css'

/** A guest's way to an order: its number and the address it was placed with bring a link by mail. */
export function FindOrderPage({ page }: { readonly page: PageOf<'findOrder'> }): ReactNode {
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>Find your order</h1>
      <p className={styles.facts}>We mail you a link to it. It works for one day.</p>
      <form method="post" action="/account/find-order" className={styles.form}>
        {page.isEnded && (
          <Notice kind="bad" hasFocus>
            This link no longer works. Ask for a new one here.
          </Notice>
        )}
        <TokenField />
        <FormErrors labels={{ orderNumber: 'Order number', email: 'Email address' }} />
        <FormField
          label="Order number"
          name="orderNumber"
          hint="It stands in the mail of your order, such as AB12-CD34-EF56."
          maxLength={40}
          autoComplete="off"
          required
        />
        <EmailFormField autoComplete="email" />
        <Button type="submit" isWide>
          Mail me the link
        </Button>
      </form>
    </div>
  )
}
