import { useEffect, useState } from 'react'
import { type FieldErrors, type UseFormReturn, useForm } from 'react-hook-form'
import type { AddressField } from '#domain/address/layouts.ts'
import { checkPostalCode, postalCodeInput } from '#domain/address/postal-code.ts'
import { messageKeyOf, type Problem } from '#domain/problems.ts'
import {
  type AddressFacts,
  type AddressValues,
  emptyAddress,
  fieldsOf,
  problemsOf,
} from '#web/address/address-values.ts'
import type { WrongField } from '#web/ui/error-summary.tsx'
import { useMessages } from '#web/variants/context.tsx'

export type AddressFormOptions = AddressFacts & {
  /** Begins the id of each control, such as 'shipping-postalCode'. */
  readonly id: string
  readonly saved: AddressValues
  /** Typed before and not yet saved. */
  readonly draft: AddressValues | null
  readonly onTyped: (values: AddressValues) => void
}

export type AddressForm = {
  readonly id: string
  readonly facts: AddressFacts
  readonly saved: AddressValues
  readonly register: UseFormReturn<AddressValues>['register']
  readonly errors: FieldErrors<AddressValues>
  readonly current: () => AddressValues
  readonly blur: (field: AddressField) => void
  readonly change: (field: AddressField) => void
  /** Judges all fields; the values when all are right, else null, with the first wrong one focused (UX-15). */
  readonly submit: () => AddressValues | null
  /** Shows what the server found wrong with fields (OPEN-74). */
  readonly refuse: (errors: readonly { readonly field: string; readonly message: string }[]) => void
  /** Back to the last saved values, without a call (STEP-03). */
  readonly reset: () => void
  /** What the last submit found wrong, for the summary. */
  readonly wrong: readonly WrongField[]
  readonly attempt: number
}

/**
 * An address being typed: errors come when a field is left and go as soon as it is right (UX-14). The controls are the
 * browser's own, so that autofill and what was typed before the scripts came are kept.
 */
export function useAddressForm(options: AddressFormOptions): AddressForm {
  const { id, country, needs, saved, onTyped } = options
  const facts: AddressFacts = { country, needs }
  const message = useMessages()
  const [initial] = useState(() => ({ ...saved, ...options.draft, ...typedBefore(id, saved) }))
  const [attempt, setAttempt] = useState(0)
  const form = useForm<AddressValues>({ defaultValues: initial, mode: 'onSubmit', shouldFocusError: false })
  const { errors } = form.formState

  useEffect(() => {
    const stop = form.subscribe({ formState: { values: true }, callback: ({ values }) => onTyped({ ...values }) })
    return stop
  }, [form, onTyped])

  const current = (): AddressValues => ({ ...emptyAddress, ...form.getValues() })
  const sentence = ({ code, ...rest }: Problem): string => message(messageKeyOf[code], rest)
  const problemAt = (field: AddressField): Problem | null =>
    problemsOf(current(), facts).find((found) => found.field === field)?.problem ?? null

  const judge = (field: AddressField): void => {
    const problem = problemAt(field)
    if (problem === null) form.clearErrors(field)
    else form.setError(field, { type: problem.code, message: sentence(problem) })
  }

  return {
    id,
    facts,
    saved,
    register: form.register,
    errors,
    current,
    blur: (field) => {
      const value = form.getValues(field)
      if (field === 'postalCode') tidyPostalCode(form, value, facts)
      // A field that was only passed through is not yet wrong; the submit will say so.
      if (value.trim() === '' && field !== 'postalCode' && !errors[field]) return
      judge(field)
      // The state says whether the postal code lies in it.
      if (field === 'state' && form.getValues('postalCode').trim() !== '') judge('postalCode')
    },
    change: (field) => {
      if (field === 'postalCode') {
        const typed = form.getValues('postalCode')
        const cut = postalCodeInput(typed, country)
        if (cut !== typed) form.setValue('postalCode', cut)
      }
      const isMended = (name: AddressField) => errors[name] !== undefined && problemAt(name) === null
      if (isMended(field)) form.clearErrors(field)
      if (field === 'state' && isMended('postalCode')) form.clearErrors('postalCode')
    },
    submit: () => {
      const problems = problemsOf(current(), facts)
      form.clearErrors()
      for (const { field, problem } of problems) {
        form.setError(field, { type: problem.code, message: sentence(problem) })
      }
      setAttempt((count) => count + 1)
      return problems.length === 0 ? current() : null
    },
    refuse: (refused) => {
      for (const { field, message: text } of refused) {
        if (isField(field)) form.setError(field, { type: 'server', message: text })
      }
      setAttempt((count) => count + 1)
    },
    reset: () => {
      form.reset(saved)
      form.clearErrors()
    },
    wrong: fieldsOf(facts).flatMap(({ field, label }) => {
      const error = errors[field]?.message
      return error ? [{ id: controlId(id, field), label, error }] : []
    }),
    attempt,
  }
}

/** The id of a field's control, for labels, the error summary and the focus. */
export function controlId(form: string, field: AddressField): string {
  return `${form}-${field}`
}

function isField(field: string): field is AddressField {
  return field in emptyAddress
}

/** 'k1a0b1' becomes 'K1A 0B1' once it is whole (SCENE-16). */
function tidyPostalCode(form: UseFormReturn<AddressValues>, value: string, { country }: AddressFacts): void {
  const checked = checkPostalCode(value, country)
  if (checked.ok && checked.value !== value) form.setValue('postalCode', checked.value)
}

/** What stands in the server's controls already, typed or filled in before the scripts came. */
function typedBefore(id: string, saved: AddressValues): Partial<AddressValues> {
  if (typeof document === 'undefined') return {}
  const fields = Object.keys(saved) as AddressField[]
  return Object.fromEntries(
    fields.flatMap((field) => {
      const control = document.getElementById(controlId(id, field))
      const isControl = control instanceof HTMLInputElement || control instanceof HTMLSelectElement
      return isControl && control.value !== saved[field] && control.value !== '' ? [[field, control.value]] : []
    }),
  )
}
