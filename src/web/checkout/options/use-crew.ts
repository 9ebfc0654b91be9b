import { useRef, useState } from 'react'
import type { CheckoutReply } from '#contracts/pages.ts'
import { accessNotesLimit, type CrewDetails, checkCrewDetails } from '#domain/shipping/crew.ts'
import { useCheckout } from '#web/checkout/checkout-context.ts'
import { useMessages } from '#web/variants/context.tsx'

type Recipient = CheckoutReply['recipientList'][number]
type Errors = Partial<CrewDetails>

export type Crew = {
  /** As typed, else as the server has it. */
  readonly detailsOf: (recipient: Recipient) => CrewDetails
  /** What may be sent: nothing that the server would refuse, and nothing where no crew comes. */
  readonly sentOf: (recipient: Recipient) => CrewDetails | undefined
  readonly errorsOf: (recipient: Recipient) => Errors
  readonly type: (recipient: Recipient, details: CrewDetails) => void
  /** Whether what is typed will do; says at its field what will not. */
  readonly check: (recipient: Recipient) => boolean
  /** Whether the step can be left as far as the crew goes; else the field that it waits for has the focus (CALM-17). */
  readonly isReady: () => boolean
}

/** What the shopper tells the crew of each home that furniture or freight comes to. */
export function useCrew(): Crew {
  const { store } = useCheckout()
  const message = useMessages()
  const [typed, setTyped] = useState<{ readonly [recipientId: string]: CrewDetails }>({})
  const [errors, setErrors] = useState<{ readonly [recipientId: string]: Errors }>({})
  // Read by calls that wait for their turn.
  const current = useRef(typed)

  const detailsOf = ({ id, crew }: Recipient): CrewDetails =>
    current.current[id] ?? { phone: crew?.phone ?? '', accessNotes: crew?.accessNotes ?? '' }
  const say = ({ id }: Recipient, said: Errors): boolean => {
    setErrors((known) => ({ ...known, [id]: said }))
    return said.phone === undefined && said.accessNotes === undefined
  }
  const check = (recipient: Recipient): boolean => {
    const { phone, accessNotes } = detailsOf(recipient)
    const isPhone = checkCrewDetails({ phone, accessNotes: '' }).ok
    const isShort = checkCrewDetails({ phone: '', accessNotes }).ok
    const tooLong = () => message('problem.fieldTooLong', { label: 'the notes on access', limit: accessNotesLimit })
    return say(recipient, {
      ...(isPhone ? {} : { phone: message('problem.invalidPhone') }),
      ...(isShort ? {} : { accessNotes: tooLong() }),
    })
  }
  return {
    detailsOf,
    sentOf: (recipient) => {
      const { crew } = recipient
      if (crew === null) return undefined
      const { phone, accessNotes } = detailsOf(recipient)
      return {
        phone: checkCrewDetails({ phone, accessNotes: '' }).ok ? phone : crew.phone,
        accessNotes: checkCrewDetails({ phone: '', accessNotes }).ok ? accessNotes : crew.accessNotes,
      }
    },
    errorsOf: ({ id }) => errors[id] ?? {},
    type: (recipient, details) => {
      current.current = { ...current.current, [recipient.id]: details }
      setTyped(current.current)
      // what was said of a text is not true of the next one
      if (errors[recipient.id] !== undefined) say(recipient, {})
    },
    check,
    isReady: () => {
      const withCrew = store.read().checkout.recipientList.filter(({ crew }) => crew !== null)
      const wrong = withCrew.find((recipient) => !check(recipient))
      const silent = withCrew.find(({ crew }) => crew?.isPhoneNeeded)
      if (wrong === undefined && silent !== undefined) say(silent, { phone: message('problem.crewPhoneMissing') })
      const first = wrong ?? silent
      if (first === undefined) return true
      const isPhone = first === silent || !checkCrewDetails({ ...detailsOf(first), accessNotes: '' }).ok
      document.getElementById(`${first.id}-${isPhone ? 'crewPhone' : 'accessNotes'}`)?.focus()
      return false
    },
  }
}
