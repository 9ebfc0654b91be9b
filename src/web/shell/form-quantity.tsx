import type { ReactNode } from 'react'
import { useFormMessage } from '#web/shell/form-field.tsx'
import { FieldError } from '#web/ui/fields/field.tsx'
import { Quantity, type QuantityProps } from '#web/ui/fields/quantity.tsx'
import { useFrame } from '#web/variants/context.tsx'

export type FormQuantityProps = Omit<QuantityProps, 'errorId' | 'typed'> & {
  readonly name: string
  /** What the server calls this very field, where its form stands on the page once for each row. */
  readonly field?: string
}

/** A quantity in a native form: after a refusal what was typed, and the message under it (SAFE-33). */
export function FormQuantity({ field, ...quantity }: FormQuantityProps): ReactNode {
  const at = field ?? quantity.name
  const { typed } = useFrame()
  const error = useFormMessage(at)
  const id = `told-${at}`
  return (
    <>
      <Quantity {...quantity} typed={typed[at]} errorId={error === '' ? undefined : id} />
      <FieldError id={id} label={quantity.label} error={error} />
    </>
  )
}
