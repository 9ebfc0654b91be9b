import type { InputHTMLAttributes, ReactNode, Ref, TextareaHTMLAttributes } from 'react'
import controls from './control.module.css'
import { Field, type FieldTexts } from './field.tsx'

export type TextFieldProps = FieldTexts & {
  readonly ref?: Ref<HTMLInputElement>
} & Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'className'>

/** One line of text with its visible label. */
export function TextField({ label, isOptional, hint, error, errorHint, id, ref, ...input }: TextFieldProps): ReactNode {
  const texts = present({ label, isOptional, hint, error, errorHint, id })
  return (
    <Field {...texts}>
      {(wiring) => <input type="text" ref={ref} {...input} {...wiring} className={controls.control} />}
    </Field>
  )
}

export type TextAreaProps = FieldTexts & {
  readonly ref?: Ref<HTMLTextAreaElement>
} & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id' | 'className'>

/** Several lines of text with their visible label. */
export function TextArea({ label, isOptional, hint, error, errorHint, id, ref, ...area }: TextAreaProps): ReactNode {
  const texts = present({ label, isOptional, hint, error, errorHint, id })
  return (
    <Field {...texts}>{(wiring) => <textarea ref={ref} {...area} {...wiring} className={controls.control} />}</Field>
  )
}

type Loose<Type> = { readonly [Name in keyof Type]: Type[Name] | undefined }

/** The texts that are there, without keys that hold undefined. */
export function present(texts: Loose<Required<FieldTexts>> & { readonly label: string }): FieldTexts {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined)) as FieldTexts
}
