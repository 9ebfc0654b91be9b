import type { ReactNode, Ref, SelectHTMLAttributes } from 'react'
import { Icon } from '#web/ui/icon.tsx'
import controls from './control.module.css'
import { Field, type FieldTexts } from './field.tsx'
import { present } from './text-field.tsx'

export type SelectFieldProps = FieldTexts & {
  readonly ref?: Ref<HTMLSelectElement>
  readonly options: readonly { readonly value: string; readonly text: string }[]
  /** The first, empty choice, such as 'Select'. */
  readonly emptyText?: string
} & Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id' | 'className'>

/** A native select with its visible label. */
export function SelectField(props: SelectFieldProps): ReactNode {
  const { label, isOptional, hint, error, errorHint, id, ref, options, emptyText, ...select } = props
  return (
    <Field {...present({ label, isOptional, hint, error, errorHint, id })}>
      {(wiring) => (
        <span className={controls.selectBox}>
          <select ref={ref} {...select} {...wiring} className={`${controls.control} ${controls.select}`}>
            {emptyText !== undefined && <option value="">{emptyText}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.text}
              </option>
            ))}
          </select>
          <Icon name="down" size={16} />
        </span>
      )}
    </Field>
  )
}
