import type { ReactNode } from 'react'
import { emailMaxLength } from '#domain/address/email.ts'
import { FormField } from './form-field.tsx'

/** The address of whoever sends a native form; 'username' where it is also what one signs in with. */
export function EmailFormField({ autoComplete }: { readonly autoComplete: 'username' | 'email' }): ReactNode {
  return (
    <FormField
      label="Email address"
      name="email"
      type="email"
      autoComplete={autoComplete}
      maxLength={emailMaxLength}
      required
    />
  )
}
