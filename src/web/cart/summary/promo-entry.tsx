import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
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
  const field = useRef<HTMLInputElement>(null)
  const appliedCode = useRef<HTMLElement>(null)
  const isSent = useRef(false)
  // the form that had the focus has gone: it goes on with what stands in its place
  useEffect(() => {
    if (!isSent.current) return
    isSent.current = false
    const next = discountCode === '' ? field : appliedCode
    next.current?.focus()
  }, [discountCode])
  const apply = async (event: FormEvent) => {
    event.preventDefault()
    const promoCode = entered.trim()
    if (promoCode === '') return setError(missingPromoCode)
    isSent.current = true
    const refusal = await actions.applyPromo(promoCode)
    setError(refusal)
    if (refusal === '') setEntered('')
    else isSent.current = false
  }
  const remove = async (event: FormEvent) => {
    event.preventDefault()
    isSent.current = true
    const refusal = await actions.removePromo()
    setError(refusal)
    if (refusal !== '') isSent.current = false
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
            <strong ref={appliedCode} tabIndex={-1}>
              {discountCode}
            </strong>
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
            ref={field}
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
