import { type FormEvent, type ReactNode, useState } from 'react'
import type { CartReply } from '#contracts/pages.ts'
import { missingPromoCode } from '#domain/promo/promo-entry.ts'
import type { CartActions } from '#web/cart/cart-actions.ts'
import { cartFormPaths } from '#web/cart/form-paths.ts'
import { useFormMessage } from '#web/shell/form-field.tsx'
import { TokenField } from '#web/shell/token-field.tsx'
import { PromoCodeField } from '#web/tender/promo-code-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Drawer } from '#web/ui/panels/drawer.tsx'
import { useFrame } from '#web/variants/context.tsx'
import styles from './cart-summary.module.css'

/** One promotion code, applied or taken off (CART-18 to CART-20). Native forms where there are no scripts (UX-24). */
export function PromoEntry({ cart, actions }: { readonly cart: CartReply; readonly actions: CartActions }): ReactNode {
  const [entered, setEntered] = useState(useFrame().typed.promoCode ?? '')
  const told = useFormMessage('promoCode')
  const [error, setError] = useState(told)
  const { discountCode, promoMessage = '' } = cart.cartSummary
  const apply = async (event: FormEvent) => {
    event.preventDefault()
    const promoCode = entered.trim()
    if (promoCode === '') return setError(missingPromoCode)
    const refusal = await actions.applyPromo(promoCode)
    setError(refusal)
    if (refusal === '') setEntered('')
  }
  const remove = async (event: FormEvent) => {
    event.preventDefault()
    setError(await actions.removePromo())
  }
  return (
    <Drawer
      title={discountCode === '' ? 'Add a promotion code' : 'Promotion code'}
      isOpenAtFirst={discountCode !== '' || told !== ''}
    >
      {discountCode !== '' ? (
        <>
          <form method="post" action={cartFormPaths.removePromo} className={styles.applied} onSubmit={remove}>
            <TokenField />
            <strong>{discountCode}</strong>
            <Button type="submit" kind="plain">
              Remove <span className="visually-hidden">promotion code</span>
            </Button>
          </form>
          {promoMessage !== '' && <Notice>{promoMessage}</Notice>}
          {error !== '' && <Notice kind="bad">{error}</Notice>}
        </>
      ) : (
        <form method="post" action={cartFormPaths.promo} className={styles.entry} onSubmit={apply} noValidate>
          <TokenField />
          <PromoCodeField
            id="cart-promoCode"
            name="promoCode"
            value={entered}
            error={error}
            onEntered={(text) => {
              setEntered(text)
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
