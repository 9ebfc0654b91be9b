import { type FormEvent, type ReactNode, useState } from 'react'
import type { CartReply } from '#contracts/pages.ts'
import { checkPostalCode, postalCodeInput } from '#domain/address/postal-code.ts'
import { messageKeyOf } from '#domain/problems.ts'
import type { CartActions } from '#web/cart/cart-actions.ts'
import { cartFormPaths } from '#web/cart/form-paths.ts'
import { useFormMessage } from '#web/shell/form-field.tsx'
import { TokenField } from '#web/shell/token-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { useBlurError } from '#web/ui/fields/use-blur-error.ts'
import { Drawer } from '#web/ui/panels/drawer.tsx'
import { useFrame, useMessages, useVariant } from '#web/variants/context.tsx'
import styles from './cart-summary.module.css'

export type ZipEntryProps = {
  readonly cart: CartReply
  readonly actions: CartActions
  /** What it probably is, while none is known (CALM-01). */
  readonly suggestedZip: string
}

/**
 * The postal code that taxes and delivery are figured for; checked here first (CART-14 to CART-17). A native form where
 * there are no scripts (UX-24).
 */
export function ZipEntry({ cart, actions, suggestedZip }: ZipEntryProps): ReactNode {
  const { country, postalCodeWord } = useVariant()
  const message = useMessages()
  const known = cart.cartSummary.taxZipCode
  const [entered, setEntered] = useState(useFrame().typed.zip ?? (known || suggestedZip))
  const [latest, setLatest] = useState(known)
  // one that came from elsewhere stands in the field too
  if (latest !== known) {
    setLatest(known)
    setEntered(known)
  }
  const told = useFormMessage('zip')
  const check = (text: string) => {
    const checked = checkPostalCode(text, country)
    return checked.ok ? '' : message(messageKeyOf[checked.problem.code], { '0': text })
  }
  const field = useBlurError(entered, check, told)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const checked = checkPostalCode(entered, country)
    if (!field.judge() || !checked.ok) return
    field.show(await actions.applyZip(checked.value, country, message('zipNotUpdated')))
  }
  return (
    <Drawer
      title={
        known === '' ? (
          `Enter your ${postalCodeWord} for tax and delivery`
        ) : (
          <>
            Delivering to <span data-verbatim="">{known}</span>
          </>
        )
      }
      isOpenAtFirst={known === '' || told !== ''}
    >
      <form method="post" action={cartFormPaths.zip} className={styles.entry} onSubmit={submit} noValidate>
        <TokenField />
        <TextField
          id="cart-zip"
          name="zip"
          label={postalCodeWord === 'ZIP code' ? 'ZIP code' : 'Postal code'}
          value={entered}
          error={field.error}
          autoComplete="postal-code"
          inputMode={country === 'US' ? 'numeric' : 'text'}
          onBlur={field.onBlur}
          onChange={(event) => setEntered(postalCodeInput(event.currentTarget.value, country))}
        />
        <Button type="submit" kind="quiet">
          Apply <span className="visually-hidden">{postalCodeWord}</span>
        </Button>
      </form>
    </Drawer>
  )
}
