import { type ReactNode, useRef, useState } from 'react'
import { useCheckout } from '#web/checkout/checkout-context.ts'
import { AppliedCertificates } from '#web/tender/certificate-list.tsx'
import { EntryGroup } from '#web/tender/entry-group.tsx'
import { type AvailableCertificate, useCertificates } from '#web/tender/use-certificates.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { useMoney } from '#web/variants/context.tsx'
import styles from './stored-value-entries.module.css'

const dateText = (day: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

/** Reward certificates in the payment step: those of the store card that pays, and any other by its number (CERT-09). */
export function CertificateEntries({ onTold }: { readonly onTold: () => void }): ReactNode {
  const { checkout } = useCheckout()
  const certificates = useCertificates()
  const [number, setNumber] = useState('')
  const [error, setError] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const { isPaymentNeeded, rewardsData } = checkout.paymentData

  const apply = async () => {
    const wanted = number.trim()
    const refused = wanted === '' ? 'Please enter the number of the certificate.' : await certificates.apply(wanted)
    setError(refused)
    if (refused === '') return setNumber('')
    onTold()
    field.current?.focus()
  }
  const applyListed = async (ending: string) => setError(await certificates.apply(ending))
  return (
    <div className={styles.content}>
      <p className={styles.hint}>Reward certificates pay together with your store card only.</p>
      <AppliedCertificates
        certificates={rewardsData.certificates}
        onRemove={async (ending) => setError(await certificates.remove(ending))}
      />
      {isPaymentNeeded && (
        <>
          <AvailableCertificates certificates={certificates.available} onApply={applyListed} />
          <EntryGroup label="Apply a reward certificate" onApply={apply}>
            <TextField
              ref={field}
              label="Reward certificate"
              hint={certificates.hasCard ? undefined : 'We ask for your store card next'}
              autoComplete="off"
              autoCapitalize="characters"
              maxLength={40}
              value={number}
              error={error}
              onChange={(event) => {
                setNumber(event.currentTarget.value)
                setError('')
              }}
            />
            <Button kind="quiet" onClick={apply}>
              Apply <span className="visually-hidden">reward certificate</span>
            </Button>
          </EntryGroup>
        </>
      )}
    </div>
  )
}

function AvailableCertificates({
  certificates,
  onApply,
}: {
  readonly certificates: readonly AvailableCertificate[]
  readonly onApply: (ending: string) => void
}): ReactNode {
  const money = useMoney()
  if (certificates.length === 0) return null
  return (
    <ul className={styles.applied} aria-label="Your reward certificates">
      {certificates.map(({ certificateNumber, amount, expirationDate }) => (
        <li key={certificateNumber} className={styles.line}>
          <span>Certificate ending in {certificateNumber}</span>
          <span className={styles.amount}>{money(amount)}</span>
          <Button kind="plain" onClick={() => onApply(certificateNumber)}>
            Use <span className="visually-hidden">certificate ending in {certificateNumber}</span>
          </Button>
          <span className={styles.left}>Good through {dateText(expirationDate)}</span>
        </li>
      ))}
    </ul>
  )
}
