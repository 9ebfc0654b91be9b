import { type ReactNode, useId } from 'react'
import { Icon } from '#web/ui/icon.tsx'
import { useAnnouncedError } from './announced-error.ts'
import styles from './field.module.css'

/** What a control needs to be tied to its label, hint and error. */
export type FieldWiring = {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': true | undefined
}

export type FieldTexts = {
  readonly label: string
  /** Says '(optional)' behind the label (UX-11). */
  readonly isOptional?: boolean
  readonly hint?: string | undefined
  /** The sentence to show; '' or undefined while the value is right. */
  readonly error?: string | undefined
  /** What is wrong with this value and how to fix it, after the fixed sentence (UX-14). */
  readonly errorHint?: string | undefined
  /** A given id, so that an error summary can lead here. */
  readonly id?: string
}

/** Label, hint and error of one control, tied to it once and here only (UX-11, UX-15). */
export function Field(props: FieldTexts & { readonly children: (wiring: FieldWiring) => ReactNode }): ReactNode {
  const generated = useId()
  const id = props.id ?? generated
  const described = [props.hint && `${id}-hint`, props.error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={styles.field} data-invalid={props.error ? true : undefined}>
      <label htmlFor={id} className={styles.label}>
        {props.label}
        {props.isOptional && <span className={styles.optional}> (optional)</span>}
      </label>
      {props.children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': props.error ? true : undefined,
      })}
      {props.hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {props.hint}
        </p>
      )}
      <FieldError id={`${id}-error`} label={props.label} error={props.error} hint={props.errorHint} />
    </div>
  )
}

/** The error of a control or of a group of controls; always with an icon and words, told once (CALM-29). */
export function FieldError(props: {
  readonly id: string
  /** Of the control or the group it belongs to. */
  readonly label: string
  readonly error?: string | undefined
  readonly hint?: string | undefined
}): ReactNode {
  useAnnouncedError(props.id, props.label, props.error ?? '')
  if (!props.error) return null
  return (
    <p id={props.id} className={styles.error} data-field-error="">
      <Icon name="alert" size={16} />
      <span>
        {props.error}
        {props.hint && <span className={styles.errorHint}> {props.hint}</span>}
      </span>
    </p>
  )
}
