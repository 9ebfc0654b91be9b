import type { ReactNode } from 'react'
import { Link } from '#web/navigation/link.tsx'
import type { PageOf } from '#web/navigation/page-view.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import styles from './account.module.css'

/** An account was asked for: its mail is on its way. The same page whether the address has an account or not (OPEN-97). */
export function CheckMailPage({ page }: { readonly page: PageOf<'checkMail'> }): ReactNode {
  const { email, orderNumber, provider } = page
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>We have sent you a mail</h1>
      <p className={styles.lead}>
        It is on its way to <strong>{email}</strong>. Please use the link in it within 24 hours
        {provider === ''
          ? ': then your account is ready, with the password you have just chosen.'
          : `, in this browser: then ${provider} signs you in.`}
      </p>
      {orderNumber !== '' && (
        <section className={styles.other}>
          <h2>Your order</h2>
          <p>
            Order <strong>{orderNumber}</strong> comes into your account with the link. Until then you see it here, in
            this browser.
          </p>
          <ButtonLink to={`/account/orders/${orderNumber}`} kind="quiet" isWide>
            See this order
          </ButtonLink>
        </section>
      )}
      <section className={styles.other}>
        <h2>No mail?</h2>
        <p>
          It can take a minute, and sometimes hides among the unwanted mail. If the address is not right,{' '}
          <Link to={provider === '' ? '/account/create-account' : '/account/login'}>begin again</Link>.
        </p>
        <p className={styles.small}>
          Whatever is in your cart stays there. You can <Link to="/">go on shopping</Link> meanwhile.
        </p>
      </section>
    </div>
  )
}
