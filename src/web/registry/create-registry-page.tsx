import type { ReactNode } from 'react'
import { registryAddresses } from '#domain/registry/registry.ts'
import { useTypedBefore } from '#web/account/use-typed-before.ts'
import type { PageOf } from '#web/navigation/page-view.ts'
import { OccasionFields, occasionLabels } from '#web/registry/occasion-fields.tsx'
import { giftAddressLabels, RegistrySettings } from '#web/registry/registry-settings.tsx'
import { FormErrors } from '#web/shell/form-errors.tsx'
import { TokenField } from '#web/shell/token-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { useVariant } from '#web/variants/context.tsx'
import styles from './registry-page.module.css'

/** A new registry: a plain form that works without scripts (OPEN-101). */
export function CreateRegistryPage({ page }: { readonly page: PageOf<'createRegistry'> }): ReactNode {
  const { firstName, lastName, today } = page
  return (
    <div className={`${styles.page} ${styles.narrow}`}>
      <h1 className={styles.title}>Create a registry</h1>
      <p className={styles.fact}>Tell us what it is for. You add to it from any product page.</p>
      <form method="post" action={registryAddresses.create} className={styles.form} {...useTypedBefore()}>
        <TokenField />
        <FormErrors labels={{ ...occasionLabels, ...giftAddressLabels(useVariant().country) }} />
        <OccasionFields known={{ firstName, lastName }} min={today} />
        <RegistrySettings isPublic address={{}} />
        <Button type="submit" isWide>
          Create Registry
        </Button>
      </form>
    </div>
  )
}
