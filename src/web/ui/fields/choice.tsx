import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react'
import styles from './choice.module.css'
import { FieldError } from './field.tsx'

export type Choice<Value extends string> = {
  readonly value: Value
  readonly text: ReactNode
  readonly note?: ReactNode
  /** At the far end of the row, such as a price. */
  readonly end?: ReactNode
  readonly isDisabled?: boolean
}

export type RadioGroupProps<Value extends string> = {
  readonly legend: string
  readonly isLegendHidden?: boolean
  readonly name: string
  readonly choices: readonly Choice<Value>[]
  readonly value: Value | ''
  readonly onChange: (value: Value) => void
  readonly error?: string | undefined
}

/** One choice of several, as a list of rows; arrow keys move, as native radios do. */
export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>): ReactNode {
  const id = useId()
  return (
    <fieldset className={styles.group} aria-describedby={props.error ? `${id}-error` : undefined}>
      <legend className={props.isLegendHidden ? 'visually-hidden' : styles.legend}>{props.legend}</legend>
      {props.choices.map((choice) => (
        <label key={choice.value} className={styles.row}>
          <input
            type="radio"
            name={props.name}
            value={choice.value}
            checked={props.value === choice.value}
            disabled={choice.isDisabled}
            onChange={() => props.onChange(choice.value)}
          />
          <span className={styles.words}>
            <span>{choice.text}</span>
            {choice.note && <span className={styles.note}>{choice.note}</span>}
          </span>
          {choice.end && <span className={styles.end}>{choice.end}</span>}
        </label>
      ))}
      <FieldError id={`${id}-error`} label={props.legend} error={props.error} />
    </fieldset>
  )
}

export type CheckboxProps = {
  readonly ref?: Ref<HTMLInputElement>
  readonly children: ReactNode
  readonly note?: ReactNode
} & Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'className'>

/** A native checkbox with its words. */
export function Checkbox({ ref, children, note, ...input }: CheckboxProps): ReactNode {
  return (
    <label className={styles.check}>
      <input type="checkbox" ref={ref} {...input} />
      <span className={styles.words}>
        <span>{children}</span>
        {note && <span className={styles.note}>{note}</span>}
      </span>
    </label>
  )
}
