import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import type { CartReply } from '#contracts/pages.ts'
import type { RefusedField } from '#web/calls/errors.ts'
import { applyInCart, askForCard, type Reload, removeInCart } from '#web/tender/cart-certificates.ts'
import { AppliedCertificates } from '#web/tender/certificate-list.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import styles from './stored-value-entries.module.css'

type Errors = { readonly number?: string; readonly account?: string; readonly refused?: string }
const missing = 'Please enter the number of the certificate.'

function errorsOf(refused: RefusedField | null): Errors {
  if (refused === null) return {}
  if (refused.field === 'certificateNumber') return { number: refused.message }
  return refused.field === 'accountNumber' ? { account: refused.message } : { refused: refused.message }
}

/** Reward certificates in the cart: those applied, and the two ways to show whose they are (CART-40 to CART-42). */
export function CartCertificateEntries({
  cart,
  reload,
}: {
  readonly cart: CartReply
  readonly reload: Reload
}): ReactNode {
  const [number, setNumber] = useState('')
  const [account, setAccount] = useState('')
  const [errors, setErrors] = useState<Errors>({})
  const field = useRef<HTMLInputElement>(null)
  const accountField = useRef<HTMLInputElement>(null)

  const send = async (proof: { readonly accountNumber: string; readonly cardToken: string }) => {
    const refused = await applyInCart(cart, number.trim(), proof, reload)
    setErrors(errorsOf(refused))
    if (refused === null) setNumber('')
    else if (refused.field === 'accountNumber') accountField.current?.focus()
    else field.current?.focus()
  }
  const apply = async (event: FormEvent) => {
    event.preventDefault()
    if (number.trim() === '') {
      setErrors({ number: missing })
      return field.current?.focus()
    }
    if (account.trim() === '') {
      setErrors({ account: 'Please enter the number of your rewards account, or use your store card.' })
      return accountField.current?.focus()
    }
    await send({ accountNumber: account.trim(), cardToken: '' })
  }
  const showCard = async () => {
    if (number.trim() === '') {
      setErrors({ number: missing })
      return field.current?.focus()
    }
    const cardToken = await askForCard(cart)
    if (cardToken !== undefined) await send({ accountNumber: '', cardToken })
  }
  const { certificates } = cart.rewardsData
  return (
    <div className={styles.content}>
      <AppliedCertificates
        certificates={certificates}
        onRemove={async (ending) => {
          const refused = await removeInCart(cart, ending, reload)
          setErrors(errorsOf(refused))
        }}
      />
      {errors.refused !== undefined && <Notice kind="bad">{errors.refused}</Notice>}
      {cart.orderSummary.amountDue > 0 && (
        <form
          method="dialog"
          className={styles.stack}
          aria-label="Apply a reward certificate"
          noValidate
          onSubmit={apply}
        >
          <TextField
            ref={field}
            label="Certificate number"
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={40}
            value={number}
            error={errors.number}
            onChange={(event) => {
              setNumber(event.currentTarget.value)
              setErrors({})
            }}
          />
          <TextField
            ref={accountField}
            label="Rewards account number"
            hint="On your statement; not the number of your card"
            inputMode="numeric"
            autoComplete="off"
            maxLength={20}
            value={account}
            error={errors.account}
            onChange={(event) => {
              setAccount(event.currentTarget.value)
              setErrors({})
            }}
          />
          <div className={styles.ways}>
            <Button type="submit" kind="quiet">
              Apply <span className="visually-hidden">reward certificate</span>
            </Button>
            <Button kind="plain" onClick={showCard}>
              Use my store card instead
            </Button>
          </div>
        </form>
      )}
    </div>
  )
}
