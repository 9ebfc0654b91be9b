import type { ReactNode } from 'react'
import type { PageOf } from '#web/navigation/page-view.ts'
import { TokenField } from '#web/shell/token-field.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import styles from './account.module.css'

/** Where the mailed link leads: past orders come into the account when its owner says so. */
export function ClaimOrdersPage({ page }: { readonly page: PageOf<'claimOrders'> }): ReactNode {
  const { count, until, key } = page
  const isOver = key === ''
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{isOver ? 'This link no longer works' : 'Your past orders'}</h1>
      {isOver ? (
        <div className={styles.message}>
          <Notice kind="bad" hasFocus>
            It works for one day, in the account it was asked for. You can ask for a new one.
          </Notice>
        </div>
      ) : (
        <p className={styles.facts}>
          {count === 0
            ? 'No order was placed with your address outside your account.'
            : `${count === 1 ? 'One order was' : `${count} orders were`} placed with your address as a guest.`}
        </p>
      )}
      {count > 0 ? (
        <form method="post" action="/account/claim-orders" className={styles.form}>
          <TokenField />
          <input type="hidden" name="until" value={until} />
          <input type="hidden" name="key" value={key} />
          <Button type="submit" isWide>
            Bring {count === 1 ? 'it' : 'them'} into my account
          </Button>
        </form>
      ) : (
        <p className={styles.message}>
          <ButtonLink to="/account" kind="quiet">
            Your account
          </ButtonLink>
        </p>
      )}
    </div>
  )
}
