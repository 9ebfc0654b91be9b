import { type ReactNode, useRef, useState } from 'react'
import { useCheckout } from '#web/checkout/checkout-context.ts'
import { EntryGroup } from '#web/tender/entry-group.tsx'
import { type Tenders, useTenders } from '#web/tender/use-tenders.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useMessages, useMoney } from '#web/variants/context.tsx'
import styles from './stored-value-entries.module.css'

/** Gift cards and codes: what is applied, with its way off, and the two ways to apply more (TENDER-01 to TENDER-11). */
export function StoredValueEntries({ onTold }: { readonly onTold: () => void }): ReactNode {
  const { checkout } = useCheckout()
  const { giftCards, tenderCodes } = checkout.paymentData.tenderCodesData
  const tenders = useTenders()
  const money = useMoney()
  const message = useMessages()
  const [refusal, setRefusal] = useState('')
  const title = useRef<HTMLParagraphElement>(null)
  const isAny = giftCards.length + tenderCodes.length > 0

  const remove = async (work: Promise<string | null>) => {
    setRefusal((await work) ?? '')
    onTold()
    title.current?.focus()
  }
  const entry: EntryProps = { tenders, onRefused: onTold, onApplied: () => title.current?.focus() }
  return (
    <div className={styles.content}>
      <p ref={title} tabIndex={-1} className={styles.hint}>
        {checkout.orderSummary.storedValueMessage ??
          (isAny
            ? 'They pay first; a card pays the rest.'
            : 'Pay all or part of your order with gift cards and codes.')}
      </p>
      {isAny && (
        <ul className={styles.applied} aria-label="Applied gift cards and codes">
          {giftCards.map((card) => (
            <li key={card.cardNumber} className={styles.line}>
              <span>Gift card ending in {card.displayNumber}</span>
              <span className={styles.amount}>{money(-card.appliedAmount)}</span>
              <Button kind="plain" onClick={() => remove(tenders.removeCard(card.cardNumber))}>
                Remove <span className="visually-hidden">gift card ending in {card.displayNumber}</span>
              </Button>
              {card.balance > card.appliedAmount && (
                <span className={styles.left}>{money(card.balance - card.appliedAmount)} stays on the card</span>
              )}
            </li>
          ))}
          {tenderCodes.map((code) => (
            <li key={code.tenderCodeNumber} className={styles.line}>
              <span>Code ending in {code.tenderCodeNumber}</span>
              <span className={styles.amount}>{money(-code.appliedAmount)}</span>
              <Button kind="plain" onClick={() => remove(tenders.removeCode(code.tenderCodeNumber))}>
                Remove <span className="visually-hidden">code ending in {code.tenderCodeNumber}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {refusal !== '' && <Notice kind="bad">{refusal}</Notice>}
      {tenders.isServiceUnavailable && (
        <Notice kind="bad">
          {checkout.messages.giftCardServiceUnavailableMessage ?? message('giftCardServiceUnavailableMessage')}
        </Notice>
      )}
      {checkout.paymentData.isPaymentNeeded && (
        <>
          <GiftCardEntry {...entry} />
          <CodeEntry {...entry} />
        </>
      )}
    </div>
  )
}

type EntryProps = {
  readonly tenders: Tenders
  /** Before the focus goes to what was refused. */
  readonly onRefused: () => void
  readonly onApplied: () => void
}
type Errors = { readonly number?: string; readonly pin?: string; readonly refused?: string }

function GiftCardEntry({ tenders, onRefused, onApplied }: EntryProps): ReactNode {
  const [number, setNumber] = useState('')
  const [pin, setPin] = useState('')
  const [errors, setErrors] = useState<Errors>({})
  const numberField = useRef<HTMLInputElement>(null)
  const pinField = useRef<HTMLInputElement>(null)

  const apply = async () => {
    const missing = judge(number, pin)
    setErrors(missing)
    if (missing.number) return numberField.current?.focus()
    if (missing.pin) return pinField.current?.focus()
    const refused = await tenders.applyCard({ number, pin })
    // what failed can be tried again as it stands
    if (refused === null) return setErrors({})
    setPin('')
    setErrors(refused === '' ? {} : { refused })
    if (refused === '') {
      setNumber('')
      return onApplied()
    }
    onRefused()
    numberField.current?.focus()
  }
  return (
    <EntryGroup label="Apply a gift card" onApply={apply}>
      <TextField
        ref={numberField}
        label="Gift card number"
        inputMode="numeric"
        autoComplete="off"
        maxLength={24}
        value={number}
        error={errors.number ?? errors.refused}
        onChange={(event) => setNumber(event.currentTarget.value)}
      />
      <TextField
        ref={pinField}
        label="PIN"
        inputMode="numeric"
        autoComplete="off"
        maxLength={10}
        value={pin}
        error={errors.pin}
        onChange={(event) => setPin(event.currentTarget.value)}
      />
      <Button kind="quiet" onClick={apply}>
        Apply <span className="visually-hidden">gift card</span>
      </Button>
    </EntryGroup>
  )
}

function judge(number: string, pin: string): Errors {
  return {
    ...(number.replace(/\D/g, '').length === 16 ? {} : { number: 'Please enter the 16 digits of the gift card.' }),
    ...(/^\d{4,8}$/.test(pin.replace(/\s/g, '')) ? {} : { pin: 'Please enter its PIN of 4 to 8 digits.' }),
  }
}

function CodeEntry({ tenders, onRefused, onApplied }: EntryProps): ReactNode {
  const [number, setNumber] = useState('')
  const [error, setError] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const apply = async () => {
    const refused = number.trim() === '' ? 'Please enter a code.' : await tenders.applyCode({ number: number.trim() })
    setError(refused ?? '')
    if (refused === null) return
    if (refused === '') {
      setNumber('')
      return onApplied()
    }
    onRefused()
    field.current?.focus()
  }
  return (
    <EntryGroup label="Apply a code" onApply={apply}>
      <TextField
        ref={field}
        label="Tender code"
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={40}
        value={number}
        error={error}
        onChange={(event) => setNumber(event.currentTarget.value)}
      />
      <Button kind="quiet" onClick={apply}>
        Apply <span className="visually-hidden">tender code</span>
      </Button>
    </EntryGroup>
  )
}
