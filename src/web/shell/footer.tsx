import type { ReactNode } from 'react'
import { storeCountryNames } from '#domain/address/ship-to.ts'
import { registryAddresses } from '#domain/registry/registry.ts'
import { track } from '#web/analytics/data-layer.ts'
import { Link } from '#web/navigation/link.tsx'
import { useLocation } from '#web/navigation/navigation-context.tsx'
import { HelpLine } from '#web/shell/help-line.tsx'
import { Button } from '#web/ui/button.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { useFrame, useVariant } from '#web/variants/context.tsx'
import styles from './footer.module.css'

const shipToPath = '/customer-service/ship-to'

/** Help, departments and the pages of customer service. */
export function Footer(): ReactNode {
  const { navigation, isSignedIn } = useFrame()
  const { brand, country } = useVariant()
  return (
    <footer className={styles.footer}>
      <div className={styles.columns}>
        <section className={styles.help}>
          <h2>Questions? We are here.</h2>
          <p>
            <HelpLine />
          </p>
        </section>
        <nav aria-label="Shop">
          <h2>Shop</h2>
          <ul>
            {navigation.map((department) => (
              <li key={department.slug}>
                <Link to={department.navigateUrl}>{department.name}</Link>
              </li>
            ))}
          </ul>
        </nav>
        <nav aria-label="Customer service">
          <h2>Customer service</h2>
          <ul>
            <li>
              <Link to={isSignedIn ? '/account' : '/account/login'}>{isSignedIn ? 'Your account' : 'Sign in'}</Link>
            </li>
            <li>
              <Link to="/checkout/cart">Your cart</Link>
            </li>
            <li>
              <Link to="/account/find-order">Find your order</Link>
            </li>
            <li>
              <Link to={registryAddresses.find}>Find a registry</Link>
            </li>
            <li>
              <Link to="/design-services/form">Design services</Link>
            </li>
            <li>
              <Link to="/customer-service/international-orders">International orders</Link>
            </li>
            <li>
              <Link to="/customer-service/terms-of-use">Terms of use</Link>
            </li>
            <li>
              <Link to="/customer-service/privacy-policy">Privacy policy</Link>
            </li>
          </ul>
        </nav>
      </div>
      <div className={styles.line}>
        <p>
          {brand} {storeCountryNames[country]}
        </p>
        <ShipTo />
        <PrivacyChoices />
      </div>
    </footer>
  )
}

/** The country things go to, and the way to another (OPEN-42). */
function ShipTo(): ReactNode {
  const { shipTo } = useFrame()
  const { country } = useVariant()
  const { pathname, search } = useLocation()
  const returnUrl = pathname === shipToPath ? '/' : `${pathname}${search}`
  return (
    <Link to={`${shipToPath}?returnUrl=${encodeURIComponent(returnUrl)}`} rel="nofollow" className={styles.shipTo}>
      Ship to: <bdi>{shipTo || storeCountryNames[country]}</bdi>
      <span className={styles.change}>Change</span>
    </Link>
  )
}

function PrivacyChoices(): ReactNode {
  return (
    useHydrated() && (
      <Button kind="plain" className={styles.choices ?? ''} onClick={() => track({ kind: 'choicesOpened' })}>
        Your privacy choices
      </Button>
    )
  )
}
