import { type FormEvent, type RefObject, useEffect, useRef } from 'react'
import { typedBeforeQuery } from '#domain/account/typed-before.ts'
import { draftOf } from '#web/checkout/draft.ts'

type Typed = { readonly path: string; readonly fields: { readonly [name: string]: string } }

const draft = draftOf<Typed>('', 'typedForm')

type TypedForm = {
  readonly ref: RefObject<HTMLFormElement | null>
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void
}

/** Keeps what is typed into a native form while its sender, whose session has ended, signs in, and puts it back then (CALM-28). */
export function useTypedBefore(): TypedForm {
  const ref = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const { pathname, search } = window.location
    if (ref.current === null || search !== typedBeforeQuery) return
    const typed = draft.read()
    draft.clear()
    if (typed?.path === pathname) putBack(ref.current, typed.fields)
  }, [])
  return {
    ref,
    onSubmit: ({ currentTarget }) =>
      draft.write({ path: window.location.pathname, fields: Object.fromEntries(typedIn(currentTarget)) }),
  }
}

function typedIn(form: HTMLFormElement): (readonly [name: string, value: string])[] {
  return fieldsOf(form).flatMap((field) => {
    if (isBox(field)) return field.checked ? [[field.name, field.value] as const] : []
    return [[field.name, field.value] as const]
  })
}

function putBack(form: HTMLFormElement, fields: Typed['fields']): void {
  for (const field of fieldsOf(form)) {
    const { [field.name]: value } = fields
    if (isBox(field)) field.checked = value === field.value
    else if (value !== undefined) field.value = value
  }
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** What a person types or chooses, never a secret or a file. */
function fieldsOf(form: HTMLFormElement): Field[] {
  const named = [...form.querySelectorAll<Field>('input[name], select[name], textarea[name]')]
  return named.filter(({ type }) => !['hidden', 'password', 'file', 'submit'].includes(type))
}

function isBox(field: Field): field is HTMLInputElement {
  return field.type === 'checkbox'
}
