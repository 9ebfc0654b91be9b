import { type ReactNode, useId } from 'react'
import type { AdyenField } from '#web/payment/adyen/adyen-library.ts'
import type { AdyenEntryState } from '#web/payment/adyen/use-adyen-card.ts'
import controls from '#web/ui/control.module.css'
import { Field } from '#web/ui/field.tsx'
import styles from './adyen-fields.module.css'

export type AdyenFieldProps = {
  readonly state: AdyenEntryState
  readonly field: AdyenField
  readonly label: string
  readonly hint?: string
  readonly picture?: ReactNode
}

/** One framed field with our label and sentence round it; what is in the frame, and its words for a reader, are the library's. */
export function AdyenFieldPlace({ state, field, label, hint, picture }: AdyenFieldProps): ReactNode {
  const id = useId()
  const error = state.sentenceOf(field)
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      {() => (
        <span className={styles.control}>
          <span
            id={id}
            data-cse={field}
            data-wrong={error !== '' || undefined}
            className={`${controls.control} ${styles.secured}`}
          />
          {picture}
        </span>
      )}
    </Field>
  )
}
