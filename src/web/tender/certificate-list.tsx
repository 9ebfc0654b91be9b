import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { useMoney } from '#web/variants/context.tsx'
import styles from './stored-value-entries.module.css'

type Certificate = { readonly certificateNumber: string; readonly amount: number }

/** The certificates applied, by the end of their number, each with its way off. */
export function AppliedCertificates({
  certificates,
  onRemove,
}: {
  readonly certificates: readonly Certificate[]
  readonly onRemove: (ending: string) => void
}): ReactNode {
  const money = useMoney()
  if (certificates.length === 0) return null
  return (
    <ul className={styles.applied} aria-label="Applied reward certificates">
      {certificates.map(({ certificateNumber, amount }) => (
        <li key={certificateNumber} className={styles.line}>
          <span>Certificate ending in {certificateNumber}</span>
          <span className={styles.amount}>{money(-amount)}</span>
          <Button kind="plain" onClick={() => onRemove(certificateNumber)}>
            Remove <span className="visually-hidden">certificate ending in {certificateNumber}</span>
          </Button>
        </li>
      ))}
    </ul>
  )
}
