import { type ReactNode, useState } from 'react'
import { defaultQuantity, maxQuantity, minQuantity } from '#domain/cart/limits.ts'
import { Icon } from './icon.tsx'
import styles from './quantity.module.css'
import { accepted, decremented, incremented } from './quantity-steps.ts'
import { useHydrated } from './use-hydrated.ts'

export type QuantityProps = {
  /** What is counted, for screen readers: 'Quantity' or 'Quantity of Oat Linen Sofa'. */
  readonly label: string
  readonly value: number
  readonly onChange: (quantity: number) => void
  /** Field name in a native form. */
  readonly name?: string
  readonly isDisabled?: boolean
}

/** A number from 1 to 99 with minus and plus (VALID-26 to VALID-31). Without scripts it is a number field of a form. */
export function Quantity({ label, value, onChange, name, isDisabled = false }: QuantityProps): ReactNode {
  // Only a cleared field differs from the value: it stays blank until it is left.
  const [isBlank, setBlank] = useState(false)
  const [isTouched, setTouched] = useState(false)
  const isHydrated = useHydrated()

  const choose = (quantity: number) => {
    setBlank(false)
    setTouched(true)
    if (quantity !== value) onChange(quantity)
  }
  const type = (text: string) => {
    setTouched(true)
    if (text.trim() === '') return setBlank(true)
    const quantity = accepted(text)
    if (quantity !== null) choose(quantity)
  }

  const step = `${styles.step} ${isHydrated ? '' : styles.waiting}`
  return (
    <div className={styles.quantity}>
      <button
        type="button"
        className={step}
        aria-label={`Decrease ${label}`}
        disabled={isDisabled || (isTouched && value <= minQuantity)}
        onClick={() => choose(decremented(value))}
      >
        <Icon name="minus" size={16} />
      </button>
      <input
        type={isHydrated ? 'text' : 'number'}
        inputMode="numeric"
        className={styles.number}
        aria-label={label}
        name={name}
        min={minQuantity}
        max={maxQuantity}
        autoComplete="off"
        disabled={isDisabled}
        {...(isHydrated
          ? {
              value: isBlank ? '' : String(value),
              onChange: (event) => type(event.currentTarget.value),
              onBlur: () => isBlank && choose(defaultQuantity),
            }
          : { defaultValue: value })}
      />
      <button
        type="button"
        className={step}
        aria-label={`Increase ${label}`}
        disabled={isDisabled || (isTouched && value >= maxQuantity)}
        onClick={() => choose(incremented(value))}
      >
        <Icon name="plus" size={16} />
      </button>
    </div>
  )
}
