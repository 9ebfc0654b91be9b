import { type ReactNode, useRef, useState } from 'react'
import { missingPromoCode } from '#domain/promo/promo-entry.ts'
import { EntryGroup } from '#web/tender/entry-group.tsx'
import { PromoCodeField } from '#web/tender/promo-code-field.tsx'
import styles from '#web/tender/stored-value-entries.module.css'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { usePromoCode } from './use-promo-code.ts'

/** One promotion code at the payment step, applied or taken off (CALM-18). */
export function PromoCodeEntry({ onTold }: { readonly onTold: () => void }): ReactNode {
  const { applied, apply, remove } = usePromoCode()
  const [entered, setEntered] = useState('')
  const [error, setError] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const title = useRef<HTMLParagraphElement>(null)

  const submit = async (): Promise<void> => {
    const code = entered.trim()
    const refusal = code === '' ? missingPromoCode : await apply(code)
    setError(refusal ?? '')
    if (refusal === '') {
      setEntered('')
      title.current?.focus()
    } else if (refusal !== null) {
      onTold()
      field.current?.focus()
    }
  }
  const takeOff = async (): Promise<void> => {
    const refusal = await remove()
    setError(refusal ?? '')
    if (refusal !== null) title.current?.focus()
  }
  return (
    <div className={styles.content}>
      <p ref={title} tabIndex={-1} className={styles.hint}>
        {applied === '' ? 'One code can be used for an order.' : `${applied} is applied to your order.`}
      </p>
      {applied !== '' && (
        <>
          <div>
            <Button kind="plain" onClick={takeOff}>
              Remove <span className="visually-hidden">promotion code {applied}</span>
            </Button>
          </div>
          {error !== '' && <Notice kind="bad">{error}</Notice>}
        </>
      )}
      {applied === '' && (
        <EntryGroup label="Apply a promotion code" onApply={submit}>
          <PromoCodeField
            ref={field}
            value={entered}
            error={error}
            onEntered={(text) => {
              setEntered(text)
              setError('')
            }}
          />
          <Button kind="quiet" onClick={submit}>
            Apply <span className="visually-hidden">promotion code</span>
          </Button>
        </EntryGroup>
      )}
    </div>
  )
}
