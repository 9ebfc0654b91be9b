import type { ReactNode } from 'react'
import { AddressBlock } from '#web/address/address-block.tsx'
import type { PageOf } from '#web/navigation/page-view.ts'
import { TokenField } from '#web/shell/token-field.tsx'
import { Button } from '#web/ui/button.tsx'
import styles from './account.module.css'

/** The addresses an account keeps, each with the way to remove it. Plain forms. */
export function SavedAddresses({ addresses }: Pick<PageOf<'account'>, 'addresses'>): ReactNode {
  return (
    <section className={styles.section}>
      <h2>Your addresses</h2>
      {addresses.length === 0 ? (
        <p className={styles.facts}>No address is saved. You can save one when you ship to it.</p>
      ) : (
        <ul className={styles.addresses}>
          {addresses.map((address) => (
            <li key={address.addressId}>
              <AddressBlock address={address} hasContact />
              <form method="post" action="/account/addresses/remove">
                <TokenField />
                <input type="hidden" name="addressId" value={address.addressId} />
                <Button type="submit" kind="plain" aria-label={`Remove: ${address.address1}, ${address.city}`}>
                  Remove
                </Button>
              </form>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
