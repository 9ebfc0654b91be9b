import type { ReactNode } from 'react'
import { ownerNameMaxLength } from '#domain/registry/new-registry.ts'
import { registryTypes } from '#domain/registry/registry-types.ts'
import { FormField, FormSelect } from '#web/shell/form-field.tsx'
import { useFrame } from '#web/variants/context.tsx'

const occasions = Object.entries(registryTypes).map(([value, { eventType }]) => ({ value, text: eventType }))

/** The labels of what a registry is for and whose it is, by field. */
export const occasionLabels = {
  registryType: 'Occasion',
  eventDate: 'Date',
  firstName: 'First name',
  lastName: 'Last name',
  partnerName: "Your partner's name",
}

type Known = { readonly [Field in keyof typeof occasionLabels]?: string }

/** Occasion, day and names of a registry: fields of a plain form. `min` is the first day it can be for. */
export function OccasionFields({ known, min }: { readonly known: Known; readonly min: string }): ReactNode {
  // who was refused finds what she typed, an emptied field too
  const isAgain = Object.keys(useFrame().typed).length > 0
  const name = { maxLength: ownerNameMaxLength }
  return (
    <>
      <FormSelect
        label={occasionLabels.registryType}
        name="registryType"
        options={occasions}
        emptyText="Select an occasion"
        known={known.registryType}
        required
      />
      <FormField
        label={occasionLabels.eventDate}
        name="eventDate"
        type="date"
        min={min}
        known={known.eventDate}
        required
      />
      <FormField
        {...name}
        label={occasionLabels.firstName}
        name="firstName"
        autoComplete="given-name"
        known={known.firstName}
        required
      />
      <FormField
        {...name}
        label={occasionLabels.lastName}
        name="lastName"
        autoComplete="family-name"
        known={known.lastName}
        required
      />
      <FormField
        {...name}
        label={occasionLabels.partnerName}
        name="partnerName"
        autoComplete="off"
        known={isAgain ? '' : known.partnerName}
        isOptional
      />
    </>
  )
}
