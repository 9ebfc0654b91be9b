import type { ReactNode } from 'react'
import { SelectField, type SelectFieldProps } from '#web/ui/fields/select-field.tsx'
import { TextArea, type TextAreaProps, TextField, type TextFieldProps } from '#web/ui/fields/text-field.tsx'
import { useFrame } from '#web/variants/context.tsx'

/** What the server has to say of a field of a native form that it refused (SAFE-33); '' for nothing. */
export function useFormMessage(name: string): string {
  const { notice, noticeField, errors } = useFrame()
  return errors[name] ?? (noticeField === name ? notice : '')
}

/** The id of a field that was refused, for the links to it. */
export function formFieldId(name: string): string {
  return `refused-${name}`
}

/** What a field that may have been refused shows. */
function useRefused(name: string): { readonly error: string; readonly id?: string } {
  const error = useFormMessage(name)
  return error === '' ? { error } : { error, id: formFieldId(name) }
}

type OfForm<Props> = Omit<Props, 'error' | 'defaultValue' | 'name'> & {
  readonly name: string
  /** What stands in it when nothing was typed before. */
  readonly known?: string | undefined
}

/** A line of text in a native form: after a refusal what was typed, and the message (SAFE-33). */
export function FormField({ name, known, ...field }: OfForm<TextFieldProps>): ReactNode {
  const { typed } = useFrame()
  const refused = useRefused(name)
  return <TextField {...field} name={name} defaultValue={typed[name] ?? known} {...refused} />
}

/** The same of a select. */
export function FormSelect({ name, known, ...field }: OfForm<SelectFieldProps>): ReactNode {
  const { typed } = useFrame()
  const refused = useRefused(name)
  return <SelectField {...field} name={name} defaultValue={typed[name] ?? known} {...refused} />
}

/** The same of several lines. */
export function FormArea({ name, known, ...field }: OfForm<TextAreaProps>): ReactNode {
  const { typed } = useFrame()
  const refused = useRefused(name)
  return <TextArea {...field} name={name} defaultValue={typed[name] ?? known} {...refused} />
}
