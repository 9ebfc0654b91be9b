import { type MouseEvent, type ReactNode, useId, useRef, useState } from 'react'
import { maxQuantity, minQuantity } from '#domain/cart/limits.ts'
import {
  disabledButtons,
  nextQuantity,
  type QuantityEvent,
  quantityControl,
} from '#domain/cart/lines/quantity-control.ts'
import { announce } from '#web/ui/announcer.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import styles from './quantity.module.css'

export type QuantityProps = {
  /** What is counted, for screen readers: 'Quantity' or 'Quantity of Oat Linen Sofa'. */
  readonly label: string
  readonly value: number
  readonly onChange: (quantity: number) => void
  /** Field name in a native form. */
  readonly name?: string
  readonly isDisabled?: boolean
  /** What was typed and refused: stands there until the scripts have come. */
  readonly typed?: string | undefined
  /** Of the message that tells what is wrong with it. */
  readonly errorId?: string | undefined
}

const range = `${minQuantity} to ${maxQuantity}`

/** A number from 1 to 99 with minus and plus (VALID-26 to VALID-31). Without scripts it is a number field of a form. */
export function Quantity(props: QuantityProps): ReactNode {
  const { label, value, onChange, name, isDisabled = false, typed, errorId } = props
  const [control, setControl] = useState(() => quantityControl(value))
  const [isIgnored, setIgnored] = useState(false)
  const rangeId = useId()
  const isHydrated = useHydrated()
  // The server, or another tab, may have set another quantity.
  if (control.quantity !== value) setControl({ ...control, quantity: value, text: String(value) })

  const on = (event: QuantityEvent) => {
    const next = nextQuantity(control, event)
    setControl(next)
    // what is ignored leaves the very same control behind
    const ignores = event.kind === 'type' && next === control
    if (ignores) announce(`${label}: ${range}`)
    if (event.kind !== 'blur') setIgnored(ignores)
    if (next.quantity !== control.quantity) onChange(next.quantity)
    return next
  }
  const field = useRef<HTMLInputElement>(null)
  const stepBy = (kind: 'plus' | 'minus') => (event: MouseEvent) => {
    const isAtEnd = disabledButtons(on({ kind }))[kind]
    // a button that is shut loses the focus; by keyboard it goes to the number, where a finger would bring up its keys
    if (isAtEnd && event.detail === 0) field.current?.focus()
  }
  const disabled = disabledButtons(control)
  const step = `${styles.step} ${isHydrated ? '' : styles.waiting}`
  return (
    <div className={styles.quantity}>
      <button
        type="button"
        className={step}
        aria-label={`Decrease ${label}`}
        disabled={isDisabled || disabled.minus}
        onClick={stepBy('minus')}
      >
        <Icon name="minus" size={16} />
      </button>
      <input
        ref={field}
        type={isHydrated ? 'text' : 'number'}
        inputMode="numeric"
        className={styles.number}
        aria-label={label}
        aria-describedby={[errorId, isIgnored && rangeId].filter(Boolean).join(' ') || undefined}
        aria-invalid={errorId === undefined ? undefined : true}
        name={name}
        min={minQuantity}
        max={maxQuantity}
        autoComplete="off"
        disabled={isDisabled}
        value={isHydrated ? control.text : (typed ?? control.text)}
        onChange={(event) => on({ kind: 'type', text: event.currentTarget.value })}
        onBlur={() => on({ kind: 'blur' })}
      />
      <button
        type="button"
        className={step}
        aria-label={`Increase ${label}`}
        disabled={isDisabled || disabled.plus}
        onClick={stepBy('plus')}
      >
        <Icon name="plus" size={16} />
      </button>
      {isIgnored && (
        <span id={rangeId} className={styles.range}>
          {range}
        </span>
      )}
    </div>
  )
}
