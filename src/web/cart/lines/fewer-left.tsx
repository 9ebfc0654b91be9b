import type { FormEvent, ReactNode } from 'react'
import type { CartReply } from '#contracts/pages.ts'
import { cartFormPaths } from '#web/cart/form-paths.ts'
import { TokenField } from '#web/shell/token-field.tsx'
import { announce } from '#web/ui/announcer.tsx'
import { Button } from '#web/ui/button.tsx'
import styles from './cart-line.module.css'

export type FewerLeftProps = {
  readonly line: CartReply['lineItems'][number]
  readonly isLocked: boolean
  readonly onQuantity: (quantity: number) => void
}

/** More are wanted than are left: one press takes what is left (CALM-10). A native form until the scripts have come (UX-24). */
export function FewerLeft({ line, isLocked, onQuantity }: FewerLeftProps): ReactNode {
  const { id, title, quantity, quantityLeft } = line
  if (quantityLeft === 0 || quantityLeft === quantity) return null
  const take = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const field = event.currentTarget
      .closest('li')
      ?.querySelector<HTMLElement>('input[name=quantity]:not([type=hidden])')
    onQuantity(quantityLeft)
    announce(`Quantity of ${title} is set to ${quantityLeft}.`)
    // the button goes with its reason
    field?.focus()
  }
  return (
    <form method="post" action={cartFormPaths.quantity} className={styles.fewer} onSubmit={take}>
      <TokenField />
      <input type="hidden" name="lineItemId" value={id} />
      <input type="hidden" name="quantity" value={quantityLeft} />
      <Button type="submit" kind="quiet" disabled={isLocked}>
        Set to {quantityLeft} <span className="visually-hidden">{title}</span>
      </Button>
    </form>
  )
}
