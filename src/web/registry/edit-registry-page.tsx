import type { ReactNode } from 'react'
import { registryAddresses } from '#domain/registry/registry.ts'
import type { PageOf } from '#web/navigation/page-view.ts'
import { giftAddressLabels, RegistrySettings } from '#web/registry/registry-settings.tsx'
import { FormErrors } from '#web/shell/form-errors.tsx'
import { FormField } from '#web/shell/form-field.tsx'
import { TokenField } from '#web/shell/token-field.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { useVariant } from '#web/variants/context.tsx'
import styles from './registry-page.module.css'

/** Date, address and visibility of a registry that is there: a plain form. */
export function EditRegistryPage({ page }: { readonly page: PageOf<'editRegistry'> }): ReactNode {
  const { grId, title, eventDate, today, isPublic, address } = page
  return (
    <div className={`${styles.page} ${styles.narrow}`}>
      <h1 className={styles.title}>Change your registry</h1>
      <p className={styles.fact}>{title}</p>
      <form method="post" action="/gift-registry/edit" className={styles.form}>
        <TokenField />
        <FormErrors labels={{ eventDate: 'Date', ...giftAddressLabels(useVariant().country) }} />
        <input type="hidden" name="grId" value={grId} />
        <FormField
          label="Date"
          name="eventDate"
          type="date"
          min={[eventDate, today].sort()[0]}
          known={eventDate}
          required
        />
        <RegistrySettings isPublic={isPublic} address={address} />
        <Button type="submit" isWide>
          Save
        </Button>
        <ButtonLink to={registryAddresses.view(grId)} kind="plain">
          Leave it as it is
        </ButtonLink>
      </form>
    </div>
  )
}
