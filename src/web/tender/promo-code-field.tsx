import type { ReactNode } from 'react'
import { TextField, type TextFieldProps } from '#web/ui/fields/text-field.tsx'

type Props = Pick<TextFieldProps, 'id' | 'name' | 'ref'> & {
  readonly value: string
  readonly error: string
  readonly onEntered: (text: string) => void
}

/** Where a promotion code is typed, in the cart and at the payment step. */
export function PromoCodeField({ onEntered, ...field }: Props): ReactNode {
  return (
    <TextField
      {...field}
      label="Promotion code"
      autoComplete="off"
      autoCapitalize="characters"
      maxLength={40}
      onChange={(event) => onEntered(event.currentTarget.value)}
    />
  )
}
