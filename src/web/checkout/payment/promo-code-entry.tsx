import { type ReactNode, useRef, useState } from 'react'
import { missingPromoCode } from '#domain/promo/promo-entry.ts'
import { PromoCodeField } from '#web/tender/promo-code-field.tsx'
import styles from '#web/tender/stored-value-entries.module.css'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { usePromoCode } from './use-promo-code.ts'

/** One promotion code at the payment step, applied or taken off (CALM-18). It stands in the step's form, so it has none of its own. */
export function PromoCodeEntry(): ReactNode {
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
    } else if (refusal !== null) field.current?.focus()
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
        <div className={styles.entry}>
          <PromoCodeField
            ref={field}
            value={entered}
            error={error}
            onEntered={(text) => {
              setEntered(text)
              setError('')
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              submit()
            }}
          />
          <Button kind="quiet" onClick={submit}>
            Apply <span className="visually-hidden">promotion code</span>
          </Button>
        </div>
      )}
    </div>
  )
}
