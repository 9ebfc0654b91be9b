import { defaultQuantity, maxQuantity, minQuantity } from '#domain/cart/limits.ts'

/** A quantity field with plus and minus. `text` is what the field shows; `quantity` is what counts. */
export type QuantityControl = { readonly quantity: number; readonly text: string; readonly isTouched: boolean }

export type QuantityEvent =
  | { readonly kind: 'plus' }
  | { readonly kind: 'minus' }
  | { readonly kind: 'type'; readonly text: string }
  | { readonly kind: 'blur' }

/** The control before the first interaction. */
export function quantityControl(quantity: number = defaultQuantity): QuantityControl {
  return { quantity, text: String(quantity), isTouched: false }
}

/**
 * The control after an event: plus beyond the maximum and minus below the minimum wrap to 1 (VALID-28, VALID-29); typed
 * values outside 1 to 99 are ignored (VALID-27); a field left blank goes back to 1 (VALID-30).
 */
export function nextQuantity(control: QuantityControl, event: QuantityEvent): QuantityControl {
  switch (event.kind) {
    case 'plus':
      return touched(control.quantity >= maxQuantity ? minQuantity : control.quantity + 1)
    case 'minus':
      return touched(control.quantity <= minQuantity ? minQuantity : control.quantity - 1)
    case 'type':
      return typed(control, event.text.trim())
    case 'blur':
      return control.text === '' ? touched(minQuantity) : control
  }
}

/** After an interaction plus is disabled at the maximum and minus at the minimum; before the first neither is (VALID-31). */
export function disabledButtons(control: QuantityControl): { readonly plus: boolean; readonly minus: boolean } {
  const { isTouched, quantity } = control
  return { plus: isTouched && quantity >= maxQuantity, minus: isTouched && quantity <= minQuantity }
}

function typed(control: QuantityControl, text: string): QuantityControl {
  if (text === '') return { ...control, text, isTouched: true }
  const quantity = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN
  return quantity >= minQuantity && quantity <= maxQuantity ? touched(quantity) : control
}

function touched(quantity: number): QuantityControl {
  return { quantity, text: String(quantity), isTouched: true }
}
