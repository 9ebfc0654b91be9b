import type { ReactNode } from 'react'
import type { RegistryView } from '#contracts/registry/pages.ts'
import { registryAddresses } from '#domain/registry/registry.ts'
import { Link } from '#web/navigation/link.tsx'
import { TokenField } from '#web/shell/token-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { useFrame } from '#web/variants/context.tsx'
import styles from './registry-page.module.css'
import { ShareLink } from './share-link.tsx'

type Props = { readonly registry: RegistryView }

/** The link to share, who else finds the registry, and where its gifts go. */
export function SharedLink({ registry }: Props): ReactNode {
  const { origin } = useFrame()
  const { sharedUrl, isPublic, place, grId, ownerNames, title } = registry
  return (
    <div className={styles.shared}>
      <ShareLink path={sharedUrl} address={`${origin}${sharedUrl}`} title={`${ownerNames}: ${title}`} />
      <p className={styles.fact}>
        {isPublic ? 'It is also found by your names.' : 'Only people with the link see your registry.'}{' '}
        {place === '' ? (
          <>
            Givers choose where gifts go: <Link to={registryAddresses.edit(grId)}>say where you want them</Link>.
          </>
        ) : (
          `Gifts go to you in ${place}; nobody else sees your street.`
        )}
      </p>
    </div>
  )
}

/** Why nothing is said of gifts, and the way to see them. */
export function SurpriseNote({ grId, isSurprise }: Pick<RegistryView, 'grId' | 'isSurprise'>): ReactNode {
  if (!isSurprise) return null
  return (
    <p className={styles.surprise}>
      You want to be surprised, so what was bought is shown after the day.{' '}
      <Link to={registryAddresses.viewGifts(grId)}>Show it now</Link>
    </p>
  )
}

/** Closes a registry, or opens it again. */
export function CloseForm({ grId, isClosed }: Pick<RegistryView, 'grId' | 'isClosed'>): ReactNode {
  return (
    <form method="post" action={registryAddresses.close} className={styles.close}>
      <TokenField />
      <input type="hidden" name="grId" value={grId} />
      <input type="hidden" name="isClosed" value={String(!isClosed)} />
      <Button type="submit" kind="quiet">
        {isClosed ? 'Open it again' : 'Close registry'}
      </Button>
    </form>
  )
}

/** After the event: what nobody gave, to be had with one button. */
export function RegistryCompletion({ registry }: Props): ReactNode {
  const left = registry.items.filter(({ wanted, bought, held, isNla }) => !isNla && wanted > bought + held)
  if (!registry.isPast || left.length === 0) return null
  return (
    <form method="post" action="/gift-registry/complete" className={styles.completion}>
      <TokenField />
      <input type="hidden" name="grId" value={registry.grId} />
      <div>
        <h2 className={styles.name}>Complete your registry</h2>
        <p className={styles.fact}>
          {left.length === 1 ? 'One wish is' : `${left.length} wishes are`} still open. Put what is left into your cart.
        </p>
      </div>
      <Button type="submit">Add what is left</Button>
    </form>
  )
}
