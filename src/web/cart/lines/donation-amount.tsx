import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import type { CartReply } from '#contracts/pages.ts'
import { amountField, amountText, readDonation } from '#domain/cart/donation-amount.ts'
import { cartFormPaths } from '#web/cart/form-paths.ts'
import { useFormMessage } from '#web/shell/form-field.tsx'
import { TokenField } from '#web/shell/token-field.tsx'
import { useDonationProblem } from '#web/shell/use-donation-problem.ts'
import { afterPress } from '#web/ui/after-press.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/fields/field.tsx'
import { useFrame, useVariant } from '#web/variants/context.tsx'
import styles from './donation-amount.module.css'

export type DonationAmountProps = {
  readonly line: Pick<CartReply['lineItems'][number], 'id' | 'title' | 'currentPrice'>
  readonly isLocked: boolean
  readonly onAmount: (cents: number) => void
}

/** How much a donation in the cart is, to be changed there (OPEN-36). A native form until the scripts have come. */
export function DonationAmount({ line, isLocked, onAmount }: DonationAmountProps): ReactNode {
  const { currency } = useVariant()
  const { typed } = useFrame()
  const problemOf = useDonationProblem()
  const field = amountField(line.id)
  const input = useRef<HTMLInputElement>(null)
  const [given, setGiven] = useState(line.currentPrice)
  const [text, setText] = useState(typed[field] ?? amountText(given))
  const [error, setError] = useState(useFormMessage(field))
  // the server, or another tab, has set another amount
  if (given !== line.currentPrice) {
    setGiven(line.currentPrice)
    setText(amountText(line.currentPrice))
    setError('')
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const amount = readDonation(text)
    setError(problemOf(text))
    if (!amount.ok) input.current?.focus()
    else if (amount.value !== given) onAmount(amount.value)
  }
  const errorId = `told-${field}`
  return (
    <form method="post" action={cartFormPaths.amount} className={styles.amount} onSubmit={submit} noValidate>
      <TokenField />
      <input type="hidden" name="lineItemId" value={line.id} />
      <div className={styles.entry}>
        <span className={styles.box}>
          <span className={styles.sign} aria-hidden="true">
            {currency === 'USD' ? '$' : currency}
          </span>
          <input
            ref={input}
            className={styles.number}
            name="amount"
            inputMode="numeric"
            autoComplete="off"
            maxLength={20}
            aria-label={`Amount of ${line.title}`}
            aria-describedby={error === '' ? undefined : errorId}
            aria-invalid={error === '' ? undefined : true}
            disabled={isLocked}
            value={text}
            onChange={(event) => {
              setText(event.currentTarget.value)
              if (error !== '') setError(problemOf(event.currentTarget.value))
            }}
            onBlur={() => afterPress(() => setError(problemOf(text)))}
          />
        </span>
        <Button type="submit" kind="plain" className={styles.update} disabled={isLocked}>
          Update <span className="visually-hidden">the amount of {line.title}</span>
        </Button>
      </div>
      <FieldError id={errorId} label="Amount" error={error} />
    </form>
  )
}
