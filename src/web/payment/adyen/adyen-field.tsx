import { type ReactNode, useId } from 'react'
import type { AdyenField } from '#web/payment/adyen/adyen-frames.ts'
import type { AdyenEntryState } from '#web/payment/adyen/use-adyen-card.ts'
import controls from '#web/ui/fields/control.module.css'
import { Field } from '#web/ui/fields/field.tsx'
import styles from './adyen-fields.module.css'

export type AdyenFieldProps = {
  readonly state: AdyenEntryState
  readonly field: AdyenField
  readonly label: string
  readonly hint?: string
  readonly picture?: ReactNode
  /** A given id, so that the page can lead the focus here. */
  readonly id?: string
  /** A sentence of the page's own. */
  readonly sentence?: string
}

/** One framed field with our label and sentence round it; what is in the frame, and its words for a reader, are the library's. */
export function AdyenFieldPlace({ state, field, label, hint, picture, ...given }: AdyenFieldProps): ReactNode {
  const generated = useId()
  const id = given.id ?? generated
  const error = given.sentence || state.sentenceOf(field)
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      {() => (
        <span className={styles.control}>
          <span
            id={id}
            tabIndex={-1}
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
