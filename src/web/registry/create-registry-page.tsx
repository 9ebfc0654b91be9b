import type { ReactNode } from 'react'
import { ownerNameMaxLength } from '#domain/registry/new-registry.ts'
import { registryAddresses } from '#domain/registry/registry.ts'
import { registryTypes } from '#domain/registry/registry-types.ts'
import type { PageOf } from '#web/navigation/page-view.ts'
import { giftAddressLabels, RegistrySettings } from '#web/registry/registry-settings.tsx'
import { FormErrors } from '#web/shell/form-errors.tsx'
import { FormField, FormSelect } from '#web/shell/form-field.tsx'
import { TokenField } from '#web/shell/token-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { useVariant } from '#web/variants/context.tsx'
import styles from './registry-page.module.css'

const occasions = Object.entries(registryTypes).map(([value, { eventType }]) => ({ value, text: eventType }))

const labels = {
  registryType: 'Occasion',
  eventDate: 'Date',
  firstName: 'First name',
  lastName: 'Last name',
  partnerName: "Your partner's name",
}

/** A new registry: a plain form that works without scripts (OPEN-101). */
export function CreateRegistryPage({ page }: { readonly page: PageOf<'createRegistry'> }): ReactNode {
  return (
    <div className={`${styles.page} ${styles.narrow}`}>
      <h1 className={styles.title}>Create a registry</h1>
      <p className={styles.fact}>Tell us what it is for. You add to it from any product page.</p>
      <form method="post" action={registryAddresses.create} className={styles.form}>
        <TokenField />
        <FormErrors labels={{ ...labels, ...giftAddressLabels(useVariant().country) }} />
        <FormSelect label="Occasion" name="registryType" options={occasions} emptyText="Select an occasion" required />
        <FormField label="Date" name="eventDate" type="date" min={page.today} required />
        <FormField
          label="First name"
          name="firstName"
          autoComplete="given-name"
          known={page.firstName}
          maxLength={ownerNameMaxLength}
          required
        />
        <FormField
          label="Last name"
          name="lastName"
          autoComplete="family-name"
          known={page.lastName}
          maxLength={ownerNameMaxLength}
          required
        />
        <FormField
          label="Your partner's name"
          name="partnerName"
          autoComplete="off"
          maxLength={ownerNameMaxLength}
          isOptional
        />
        <RegistrySettings isPublic address={{}} />
        <Button type="submit" isWide>
          Create Registry
        </Button>
      </form>
    </div>
  )
}
