import type { ReactNode } from 'react'
import { statesOf } from '#domain/address/states.ts'
import { Link } from '#web/navigation/link.tsx'
import { HelpLine } from '#web/shell/help-line.tsx'
import { useMoney } from '#web/variants/context.tsx'
import styles from './shipping.module.css'

/** What standard shipping to Alaska, Hawaii and the territories costs more (SHIPPOP-15, CONST-05). */
export function FarPlaces({ surchargeCents }: { readonly surchargeCents: number }): ReactNode {
  const money = useMoney()
  const territories = statesOf.US.filter(({ code, hasSurcharge }) => hasSurcharge && code !== 'AK' && code !== 'HI')
  return (
    <section className={styles.section} aria-label="Alaska, Hawaii and U.S. territories">
      <h3>Alaska, Hawaii and U.S. territories</h3>
      <p>
        Standard shipping to Alaska, Hawaii and the territories costs {money(surchargeCents)} more for each address. The
        territories are {new Intl.ListFormat('en-US').format(territories.map(({ name }) => name))}.
      </p>
    </section>
  )
}

/** How to order from other countries: by phone or by the request form (SHIPPOP-16). */
export function OtherCountries(): ReactNode {
  return (
    <section className={styles.section} aria-label="International orders">
      <h3>International orders</h3>
      <p>
        Outside the United States and Canada we take orders by phone, <HelpLine />, or by our{' '}
        <Link to="/customer-service/international-orders">international request form</Link>. We tell you delivery,
        duties and taxes before you decide.
      </p>
    </section>
  )
}
