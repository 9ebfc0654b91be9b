import { Fragment, type ReactNode } from 'react'
import { entryPlaces } from '#domain/account/entry-places.ts'
import { AddressBlock } from '#web/address/address-block.tsx'
import type { PageOf } from '#web/navigation/page-view.ts'
import { TokenField } from '#web/shell/token-field.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import styles from './account.module.css'
import { RemovedEntry } from './removed-entry.tsx'

type Props = Pick<PageOf<'account'>, 'addresses' | 'removed'>
type Saved = Props['addresses'][number]

/** The addresses an account keeps, the one that goes first as the first (CALM-64). Plain forms. */
export function SavedAddresses({ addresses, removed }: Props): ReactNode {
  return (
    <section className={styles.section}>
      <h2 id={entryPlaces.addresses} tabIndex={-1}>
        Your addresses
      </h2>
      {addresses.length === 0 && (
        <p className={styles.facts}>No address is saved. You can save one when you ship to it.</p>
      )}
      {addresses.length + removed.addresses.length > 0 && (
        <ul className={styles.addresses}>
          {addresses.map((address, index) => (
            <Fragment key={address.addressId}>
              <Removed removed={removed} before={address.addressId} />
              <li id={entryPlaces.address(address.addressId)} tabIndex={-1} className={styles.entry}>
                <AddressBlock address={address} hasContact />
                <div className={styles.actions}>
                  {index === 0 && addresses.length > 1 && <span className={styles.mark}>Default address</span>}
                  <ButtonLink
                    kind="plain"
                    to={`/account/addresses/${address.addressId}`}
                    aria-label={`Edit: ${nameOf(address)}`}
                  >
                    Edit
                  </ButtonLink>
                  {index > 0 && (
                    <AddressForm address={address} action="/account/addresses/default" words="Make default" />
                  )}
                  <AddressForm address={address} action="/account/addresses/remove" words="Remove" />
                </div>
              </li>
            </Fragment>
          ))}
          <Removed removed={removed} before="" />
        </ul>
      )}
      <p className={styles.message}>
        <ButtonLink to="/account/addresses/new" kind="quiet">
          Add an address
        </ButtonLink>
      </p>
    </section>
  )
}

function nameOf({ address1, city }: Pick<Saved, 'address1' | 'city'>): string {
  return `${address1}, ${city}`
}

/** Those that were removed from before this entry. */
function Removed({ removed, before }: Pick<Props, 'removed'> & { readonly before: string }): ReactNode {
  return removed.addresses
    .filter((one) => one.before === before)
    .map((one) => {
      const { addressId } = one
      return (
        <RemovedEntry
          key={addressId}
          name={nameOf(one)}
          action="/account/addresses/undo"
          field="addressId"
          id={addressId}
        />
      )
    })
}

function AddressForm(props: { readonly address: Saved; readonly action: string; readonly words: string }): ReactNode {
  const { address, action, words } = props
  return (
    <form method="post" action={action}>
      <TokenField />
      <input type="hidden" name="addressId" value={address.addressId} />
      <Button type="submit" kind="plain" aria-label={`${words}: ${nameOf(address)}`}>
        {words}
      </Button>
    </form>
  )
}
