import { type ReactNode, useState } from 'react'
import { type AddressField, autocompleteOf, type FieldLayout } from '#domain/address/layouts.ts'
import { statesOf } from '#domain/address/states.ts'
import { fieldsOf } from '#web/address/address-values.ts'
import { type AddressForm, controlId } from '#web/address/use-address-form.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { useIdleImport } from '#web/ui/use-idle-import.ts'
import styles from './address-fields.module.css'

export type AddressFieldsProps = {
  readonly form: AddressForm
  readonly kind: 'shipping' | 'billing'
  /** Keeps the browser's autofill of one recipient apart from that of another (UX-13). */
  readonly section?: string
}

const loadHelp = async () => (await import('#web/address/address-help.tsx')).addressHelp

const foldedFields = ['address2', 'companyName'] as const

/** Why a field is asked for, where people wonder. */
const reasons: { readonly [Field in AddressField]?: string } = {
  email: 'For your order confirmation.',
  phone: 'Only for questions about your delivery.',
}

const unfold: { readonly [Field in AddressField]?: string } = {
  address2: 'Add apartment, suite',
  companyName: 'Add company',
}

/** The fields of a country's address in reading order, the rare ones behind a button (UX-03, UX-11 to UX-13). */
export function AddressFields({ form, kind, section = '' }: AddressFieldsProps): ReactNode {
  const help = useIdleImport(loadHelp)
  const [opened, setOpened] = useState<readonly AddressField[]>([])
  // Once shown a field stays, also when it is emptied again.
  const filled = foldedFields.filter((field) => form.values[field] !== '' && !opened.includes(field))
  if (filled.length > 0) setOpened([...opened, ...filled])
  const isFolded = ({ field, isFolded: canFold }: FieldLayout) => {
    return canFold && form.values[field] === '' && !opened.includes(field) && !form.errors[field]
  }
  const layouts = fieldsOf(form.facts)
  const folded = foldedFields.filter((field) => layouts.some((layout) => layout.field === field && isFolded(layout)))
  const open = (field: AddressField) => {
    setOpened([...opened, field])
    // Where the button was the field is now: the shopper goes on in it.
    requestAnimationFrame(() => document.getElementById(controlId(form.id, field))?.focus())
  }
  const buttons = folded.length > 0 && (
    <div key="folded" className={styles.folded}>
      {folded.map((field) => (
        <Button key={field} kind="plain" onClick={() => open(field)}>
          {unfold[field]}
        </Button>
      ))}
    </div>
  )
  return (
    <div className={styles.fields}>
      {layouts.map((layout) => (
        <FieldRow key={layout.field} isAfterStreet={layout.field === 'address2'} buttons={buttons}>
          {isFolded(layout) ? null : (
            <AddressControl layout={layout} form={form} kind={kind} section={section} help={help} />
          )}
        </FieldRow>
      ))}
    </div>
  )
}

/** The buttons stand where the second address line would. */
function FieldRow(props: {
  readonly isAfterStreet: boolean
  readonly buttons: ReactNode
  readonly children: ReactNode
}): ReactNode {
  return (
    <>
      {props.children}
      {props.isAfterStreet && props.buttons}
    </>
  )
}

type ControlProps = AddressFieldsProps & {
  readonly layout: FieldLayout
  readonly section: string
  readonly help: Awaited<ReturnType<typeof loadHelp>> | null
}

function AddressControl({ layout, form, kind, section, help }: ControlProps): ReactNode {
  const { field, label } = layout
  const { country } = form.facts
  const error = form.errors[field]
  const common = {
    id: controlId(form.id, field),
    name: field,
    label,
    hint: reasons[field],
    isOptional: !layout.isRequired,
    error,
    errorHint: error ? help?.hint(field, form.values[field], country) : undefined,
    autoComplete: autocompleteOf(layout, kind, section),
    value: form.values[field],
    required: layout.isRequired,
    onBlur: () => form.blur(field),
    onChange: (event: React.ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
      form.change(field, event.currentTarget.value),
  }
  return (
    <div className={styles.field} data-field={field}>
      {layout.type === 'select' ? (
        <SelectField
          {...common}
          emptyText="Select"
          options={statesOf[country].map(({ code, name }) => ({ value: code, text: name }))}
        />
      ) : (
        <TextField {...common} type={layout.type} inputMode={layout.inputMode} maxLength={layout.maxLength} />
      )}
      {help && field === 'address1' && <help.Matches form={form} />}
      {help && field === 'postalCode' && <help.Suggestion form={form} />}
    </div>
  )
}
