import { useLayoutEffect, useState } from 'react'
import type { AddressField } from '#domain/address/layouts.ts'
import { checkPostalCode, postalCodeInput } from '#domain/address/postal-code.ts'
import type { FieldProblem } from '#domain/address/validate-address.ts'
import { messageKeyOf } from '#domain/problems.ts'
import {
  type AddressFacts,
  type AddressValues,
  emptyAddress,
  fieldsOf,
  problemsOf,
} from '#web/address/address-values.ts'
import { refusedField } from '#web/calls/errors.ts'
import { afterPress } from '#web/ui/after-press.ts'
import type { WrongField } from '#web/ui/fields/error-summary.tsx'
import { useMessages } from '#web/variants/context.tsx'

export type AddressFormOptions = AddressFacts & {
  /** Begins the id of each control, such as 'shipping-postalCode'. */
  readonly id: string
  /** What the server has. */
  readonly saved: AddressValues
  /** What was typed before and not yet saved. */
  readonly readDraft: () => AddressValues | null
  readonly onTyped: (values: AddressValues) => void
}

export type AddressErrors = { readonly [Field in AddressField]?: string }

export type AddressForm = {
  readonly id: string
  readonly facts: AddressFacts
  readonly values: AddressValues
  readonly errors: AddressErrors
  readonly change: (field: AddressField, text: string) => void
  /** Takes several texts over at once, as if each had been typed. */
  readonly take: (texts: Partial<AddressValues>) => void
  readonly blur: (field: AddressField) => void
  /** Judges all fields; the values when all are right, else null with their errors shown (UX-15). */
  readonly submit: () => AddressValues | null
  /** Shows what the server found wrong with fields (OPEN-74). */
  readonly refuse: (errors: readonly { readonly field: string; readonly message: string }[]) => void
  /** Shows at its field what a failed call was refused for; false when it was for none of these fields (SAFE-30). */
  readonly takes: (error: unknown) => boolean
  /** Takes over an address that is known to be good. */
  readonly fill: (values: AddressValues) => void
  /** Back to the last saved values, without a call (STEP-03). */
  readonly reset: () => void
  /** The wrong fields in the order of the form, for the summary and the focus. */
  readonly wrong: readonly WrongField[]
  /** How often it was submitted or refused. */
  readonly attempt: number
}

/** An address being typed: an error comes when its field is left and goes as soon as the field is right (UX-14). */
export function useAddressForm(options: AddressFormOptions): AddressForm {
  const { id, country, needs, saved, readDraft, onTyped } = options
  const facts: AddressFacts = { country, needs }
  const message = useMessages()
  const [values, setValues] = useState(saved)
  const [errors, setErrors] = useState<AddressErrors>({})
  const [attempt, setAttempt] = useState(0)

  // Before anything is drawn again: what was typed into the server's controls while the scripts came, over the draft.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form comes to life
  useLayoutEffect(() => {
    const typed = typedBefore(id, saved)
    const next = { ...saved, ...readDraft(), ...typed }
    setValues(next)
    // it outlives a reload as what is typed from now on does
    if (Object.keys(typed).length > 0) onTyped(next)
  }, [])

  const sentenceOf = ({ code, ...rest }: FieldProblem['problem']): string => message(messageKeyOf[code], rest)
  const errorsOf = (texts: AddressValues): AddressErrors =>
    Object.fromEntries(problemsOf(texts, facts).map(({ field, problem }) => [field, sentenceOf(problem)]))

  const setTyped = (next: AddressValues): void => {
    setValues(next)
    onTyped(next)
  }

  const take: AddressForm['take'] = (texts) => {
    const next = { ...values, ...texts }
    setTyped(next)
    // Only errors that are shown go; none comes while typing. The state has a say in the postal code.
    const still = errorsOf(next)
    const changed = Object.keys(texts) as AddressField[]
    setErrors(without(errors, (name) => changed.some((field) => isTouchedBy(name, field)) && still[name] === undefined))
  }

  const refuse: AddressForm['refuse'] = (refused) => {
    const known = refused.filter(({ field }) => field in emptyAddress)
    setErrors(Object.fromEntries(known.map(({ field, message: text }) => [field, text])))
    setAttempt((count) => count + 1)
  }

  return {
    id,
    facts,
    values,
    errors,
    change: (field, text) => take({ [field]: field === 'postalCode' ? postalCodeInput(text, country) : text }),
    take,
    blur: (field) => {
      const next = field === 'postalCode' ? withTidyPostalCode(values, facts) : values
      if (next !== values) setTyped(next)
      // A field that was only passed through is not wrong yet, but for the postal code (VALID-34).
      if (values[field].trim() === '' && field !== 'postalCode' && errors[field] === undefined) return
      const found = errorsOf(next)
      const judged: readonly AddressField[] =
        field === 'state' && next.postalCode !== '' ? ['state', 'postalCode'] : [field]
      // What a new sentence pushes down may be the very button that is being pressed; that may put the form back, too.
      afterPress(() => {
        const control = document.getElementById(controlId(id, field)) as HTMLInputElement | null
        if (control !== null && ![values[field], next[field]].includes(control.value)) return
        setErrors((known) => ({
          ...without(known, (name) => judged.includes(name)),
          ...without(found, (name) => !judged.includes(name)),
        }))
      })
    },
    submit: () => {
      const found = errorsOf(values)
      setErrors(found)
      setAttempt(attempt + 1)
      return Object.keys(found).length === 0 ? values : null
    },
    refuse,
    takes: (error) => {
      const refused = refusedField(error)
      if (refused === null || !(refused.field in emptyAddress)) return false
      refuse([refused])
      return true
    },
    fill: (known) => {
      setTyped(known)
      setErrors({})
    },
    reset: () => {
      setValues(saved)
      setErrors({})
    },
    wrong: fieldsOf(facts).flatMap(({ field, label }) => {
      const error = errors[field]
      return error ? [{ id: controlId(id, field), label, error }] : []
    }),
    attempt,
  }
}

/** The id of a field's control, for labels, the error summary and the focus. */
export function controlId(form: string, field: AddressField): string {
  return `${form}-${field}`
}

function isTouchedBy(name: AddressField, changed: AddressField): boolean {
  return name === changed || (name === 'postalCode' && changed === 'state')
}

function without(errors: AddressErrors, isGone: (field: AddressField) => boolean): AddressErrors {
  return Object.fromEntries(Object.entries(errors).filter(([field]) => !isGone(field as AddressField)))
}

/** 'k1a0b1' becomes 'K1A 0B1' once it is whole (SCENE-16). */
function withTidyPostalCode(values: AddressValues, { country }: AddressFacts): AddressValues {
  const checked = checkPostalCode(values.postalCode, country)
  return checked.ok && checked.value !== values.postalCode ? { ...values, postalCode: checked.value } : values
}

function typedBefore(id: string, saved: AddressValues): Partial<AddressValues> {
  const fields = Object.keys(saved) as AddressField[]
  return Object.fromEntries(
    fields.flatMap((field) => {
      const control = document.getElementById(controlId(id, field))
      const isControl = control instanceof HTMLInputElement || control instanceof HTMLSelectElement
      return isControl && control.value !== saved[field] && control.value !== '' ? [[field, control.value]] : []
    }),
  )
}
