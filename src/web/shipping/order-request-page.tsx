import type { ReactNode } from 'react'
import { emailMaxLength } from '#domain/address/email.ts'
import { orderRequestLimits } from '#domain/shipping/order-request-limits.ts'
import { Link } from '#web/navigation/link.tsx'
import type { PageOf } from '#web/navigation/page-view.ts'
import { FormErrors } from '#web/shell/form-errors.tsx'
import { FormArea, FormField } from '#web/shell/form-field.tsx'
import { HelpLine } from '#web/shell/help-line.tsx'
import { TokenField } from '#web/shell/token-field.tsx'
import { Button } from '#web/ui/button.tsx'
import styles from './abroad.module.css'
import { CountrySelect } from './country-select.tsx'

const labels = { name: 'Your name', email: 'Email address', country: 'Country', phone: 'Phone number' }

/** An order to another country: by phone, or by this request (SHIPPOP-16). */
export function OrderRequestPage({ page }: { readonly page: PageOf<'orderRequest'> }): ReactNode {
  const { email, country, items, countries } = page
  const hasCart = items.length > 0
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>International orders</h1>
      <p className={styles.lead}>
        Outside the United States and Canada we put your order together with you, and you hear delivery, duties and
        taxes before you decide. Call us at <HelpLine />, or send a request.
      </p>
      <section className={styles.part}>
        <h2>What you would like</h2>
        {hasCart ? (
          <>
            <ul className={styles.items}>
              {items.map(({ lineId, title, quantity }) => (
                <li key={lineId}>
                  <span className={styles.pieces}>{quantity} ×</span> {title}
                </li>
              ))}
            </ul>
            <p className={styles.note}>
              This is in <Link to="/checkout/cart">your cart</Link> and goes along with your request.
            </p>
          </>
        ) : (
          <p>
            Your cart is empty. What you <Link to="/">put into it</Link> goes along with your request; or say below what
            you would like.
          </p>
        )}
      </section>
      <section className={styles.part}>
        <h2>Where we reach you</h2>
        <form method="post" action="/customer-service/international-orders" className={styles.form}>
          <TokenField />
          <FormErrors
            labels={{ ...labels, message: hasCart ? 'Anything else we should know' : 'What you would like to order' }}
          />
          <FormField label="Your name" name="name" autoComplete="name" maxLength={orderRequestLimits.name} required />
          <FormField
            label="Email address"
            name="email"
            type="email"
            known={email}
            autoComplete="email"
            maxLength={emailMaxLength}
            required
          />
          <CountrySelect countries={countries} known={country} />
          <FormField
            label="Phone number"
            name="phone"
            type="tel"
            hint="With the code of your country, as in +33 1 23 45 67 89."
            autoComplete="tel"
            maxLength={orderRequestLimits.phone}
            isOptional
          />
          <FormArea
            label={hasCart ? 'Anything else we should know' : 'What you would like to order'}
            name="message"
            rows={5}
            maxLength={orderRequestLimits.message}
            isOptional={hasCart}
            required={!hasCart}
          />
          <Button type="submit" isWide>
            Send request
          </Button>
          <p className={styles.note}>
            Nothing is ordered or charged by this. We use it to answer you, and for nothing else.
          </p>
        </form>
      </section>
    </div>
  )
}
