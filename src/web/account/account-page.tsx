import type { ReactNode } from 'react'
import { registryAddresses } from '#domain/registry/registry.ts'
import { OrderList } from '#web/account/order-list.tsx'
import { OwnDetails } from '#web/account/own-details.tsx'
import { SavedAddresses } from '#web/account/saved-addresses.tsx'
import { SavedCards } from '#web/account/saved-cards.tsx'
import { SavedDesigns } from '#web/account/saved-designs.tsx'
import { clearDrafts } from '#web/checkout/draft.ts'
import { Link } from '#web/navigation/link.tsx'
import type { PageOf } from '#web/navigation/page-view.ts'
import { TokenField } from '#web/shell/token-field.tsx'
import { useAnnounced } from '#web/ui/announcer.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { useFrame } from '#web/variants/context.tsx'
import styles from './account.module.css'

/** Orders, addresses, cards, registries and name of a signed-in shopper, and the way out. */
export function AccountPage({ page }: { readonly page: PageOf<'account'> }): ReactNode {
  useAnnounced(useFrame().notice)
  return (
    <div className={`${styles.page} ${styles.wide}`}>
      <h1 className={styles.title}>
        {page.firstName === '' ? (
          'Hello'
        ) : (
          <>
            Hello, <bdi>{page.firstName}</bdi>
          </>
        )}
      </h1>
      <p className={styles.facts}>
        {[`${page.firstName} ${page.lastName}`.trim(), page.email].filter(Boolean).join(', ')}
      </p>
      <section className={styles.section}>
        <h2>Your orders</h2>
        {page.orders.length === 0 ? (
          <>
            <p className={styles.facts}>You have not ordered yet.</p>
            <p className={styles.message}>
              <ButtonLink to="/">Start looking</ButtonLink>
            </p>
          </>
        ) : (
          <OrderList orders={page.orders} />
        )}
        <form method="post" action="/account/ask-claim" className={styles.message}>
          <TokenField />
          <p className={styles.small}>Ordered as a guest before? We mail you a link that brings those orders in.</p>
          <Button type="submit" kind="plain">
            Find my past orders
          </Button>
        </form>
      </section>
      <SavedAddresses addresses={page.addresses} removed={page.removed} />
      <SavedCards cards={page.cards} removed={page.removed} />
      <SavedDesigns designs={page.designs} />
      <section className={styles.section}>
        <h2>Your registries</h2>
        {page.registries.length === 0 ? (
          <>
            <p className={styles.facts}>You have no registry yet.</p>
            <p className={styles.message}>
              <ButtonLink to={registryAddresses.create} kind="quiet">
                Create Registry
              </ButtonLink>
            </p>
          </>
        ) : (
          <ul className={styles.cards}>
            {page.registries.map(({ grId, title }) => (
              <li key={grId}>
                <Link to={registryAddresses.view(grId)}>{title}</Link>
              </li>
            ))}
          </ul>
        )}
      </section>
      <section className={styles.section}>
        <h2>Your favorites</h2>
        <p className={styles.message}>
          <ButtonLink to="/favorites" kind="quiet">
            See your favorites
          </ButtonLink>
        </p>
      </section>
      <OwnDetails page={page} />
      <form method="post" action="/account/sign-out" className={styles.section} onSubmit={clearDrafts}>
        <TokenField />
        <Button type="submit" kind="quiet">
          Sign out
        </Button>
      </form>
      <form method="post" action="/account/sign-out-everywhere" className={styles.message} onSubmit={clearDrafts}>
        <TokenField />
        <Button type="submit" kind="plain">
          Sign out on all devices
        </Button>
      </form>
    </div>
  )
}
