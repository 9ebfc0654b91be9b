import type { ReactNode } from 'react'
import { formatPhone } from '#domain/address/phone.ts'
import { accessNotesLimit, checkCrewDetails } from '#domain/shipping/crew.ts'
import type { Crew } from '#web/checkout/options/use-crew.ts'
import type { Recipient } from '#web/checkout/options/use-options.ts'
import { TextArea, TextField } from '#web/ui/fields/text-field.tsx'
import styles from './recipients.module.css'

type Props = {
  readonly recipient: Recipient
  readonly crew: Crew
  /** A field was left, and what it holds will do. */
  readonly onTyped: () => void
}

/** CALM-17: whom the crew of furniture and freight call, and how they get in. */
export function CrewDetails({ recipient, crew, onTyped }: Props): ReactNode {
  const { id } = recipient
  const details = crew.detailsOf(recipient)
  const errors = crew.errorsOf(recipient)
  const length = [...details.accessNotes].length
  const leave = (): void => {
    const checked = checkCrewDetails(details)
    const isNew =
      checked.ok &&
      (checked.value.phone !== recipient.crew?.phone || checked.value.accessNotes !== recipient.crew.accessNotes)
    if (crew.check(recipient) && isNew) onTyped()
  }
  return (
    <div className={styles.extras}>
      {recipient.crew?.isPhoneOfAddress === true ? (
        <p>{callsText(recipient.crew.phone)}</p>
      ) : (
        <TextField
          id={`${id}-crewPhone`}
          label="Phone"
          type="tel"
          inputMode="tel"
          autoComplete={`section-${id} shipping tel`}
          hint="The crew calls before it comes."
          isOptional={details.phone === '' && recipient.crew?.isPhoneNeeded === false}
          value={details.phone}
          error={errors.phone}
          onChange={(event) => crew.type(recipient, { ...details, phone: event.currentTarget.value })}
          onBlur={leave}
        />
      )}
      <TextArea
        id={`${id}-accessNotes`}
        label="Notes on access"
        isOptional
        rows={2}
        hint={`Stairs, elevator, gate code: what the crew should know. ${length} of ${accessNotesLimit} characters`}
        value={details.accessNotes}
        error={errors.accessNotes}
        onChange={(event) => crew.type(recipient, { ...details, accessNotes: event.currentTarget.value })}
        onBlur={leave}
      />
    </div>
  )
}

/** A registrant's number is the crew's alone. */
function callsText(phone: string): string {
  return phone === '' ? 'The crew calls before it comes.' : `The crew calls ${formatPhone(phone)} before it comes.`
}
