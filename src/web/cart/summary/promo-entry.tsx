import { type FormEvent, type ReactNode, useState } from 'react'
import type { CartReply } from '#contracts/pages.ts'
import type { CartActions } from '#web/cart/cart-actions.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Drawer } from '#web/ui/panels/drawer.tsx'
import styles from './cart-summary.module.css'

/** One promotion code, applied or taken off (CART-18 to CART-20). */
export function PromoEntry({ cart, actions }: { readonly cart: CartReply; readonly actions: CartActions }): ReactNode {
  const [entered, setEntered] = useState('')
  const [error, setError] = useState('')
  const { discountCode, promoMessage = '' } = cart.cartSummary
  const apply = async (event: FormEvent) => {
    event.preventDefault()
    const promoCode = entered.trim()
    if (promoCode === '') return setError('Please enter a promotion code.')
    const refusal = await actions.applyPromo(promoCode)
    setError(refusal)
    if (refusal === '') setEntered('')
  }
  const remove = async () => setError(await actions.removePromo())
  return (
    <Drawer title={discountCode === '' ? 'Add a promotion code' : 'Promotion code'} isOpenAtFirst={discountCode !== ''}>
      {discountCode !== '' ? (
        <>
          <p className={styles.applied}>
            <strong>{discountCode}</strong>
            <Button kind="plain" onClick={remove}>
              Remove <span className="visually-hidden">promotion code</span>
            </Button>
          </p>
          {promoMessage !== '' && <Notice>{promoMessage}</Notice>}
          {error !== '' && <Notice kind="bad">{error}</Notice>}
        </>
      ) : (
        <form method="dialog" className={styles.entry} onSubmit={apply} noValidate>
          <TextField
            label="Promotion code"
            value={entered}
            error={error}
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={40}
            onChange={(event) => {
              setEntered(event.currentTarget.value)
              setError('')
            }}
          />
          <Button type="submit" kind="quiet">
            Apply <span className="visually-hidden">promotion code</span>
          </Button>
        </form>
      )}
    </Drawer>
  )
}
