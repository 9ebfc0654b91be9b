import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import type { PageOf } from '#web/navigation/page-view.ts'
import { cardName } from '#web/payment/card/brand-names.ts'
import { CardForm } from '#web/payment/card/card-form.tsx'
import { cardSentences, useCardPayment } from '#web/payment/card/use-card-payment.ts'
import { ProviderCardLater } from '#web/payment/provider/provider-card-later.tsx'
import { FormErrors } from '#web/shell/form-errors.tsx'
import { TokenField } from '#web/shell/token-field.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useFrame, useMessages } from '#web/variants/context.tsx'
import styles from './account.module.css'
import { CardNeedsScripts } from './card-needs-scripts.tsx'

type Props = { readonly page: PageOf<'accountCard'> }

/** A card of the account, new or in the place of another (CALM-64): the number goes to the gateway alone, its token to us. */
export function AccountCardPage({ page }: Props): ReactNode {
  const { replaces, isFull } = page
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{replaces === null ? 'Add a card' : 'Change this card'}</h1>
      {replaces !== null && (
        <p className={styles.lead}>
          Please enter the card as it is now. It takes the place of {cardName(replaces.type)} ending in{' '}
          {replaces.lastFour}.
        </p>
      )}
      {isFull ? (
        <div className={styles.message}>
          <Notice>Your account is full. Please remove a card first.</Notice>
        </div>
      ) : (
        <>
          <CardNeedsScripts />
          <OwnCardForm page={page} />
        </>
      )}
      <p className={styles.message}>
        <ButtonLink to="/account" kind="plain">
          {replaces === null ? 'Back to your account' : 'Leave it as it is'}
        </ButtonLink>
      </p>
    </div>
  )
}

function OwnCardForm({ page }: Props): ReactNode {
  const message = useMessages()
  const { flags: shop, typed } = useFrame()
  const flags = { isCbhccEnabled: shop.cbhcc_EnableCbhcc }
  const isProvider = shop.paymentProvider_EnableAdyen
  const payment = useCardPayment({ isProvider, flags })
  const token = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [isLost, setLost] = useState(false)

  const send = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const form = event.currentTarget
    if (isBusy || !payment.judge()) return
    setBusy(true)
    setLost(false)
    try {
      const card = await payment.enter()
      if (card === null || token.current === null) return setBusy(false)
      token.current.value = card.cardToken ?? ''
      // the whole page goes on from here, and the button stays busy until it has
      form.submit()
    } catch {
      setLost(true)
      setBusy(false)
    }
  }
  const said = cardSentences(payment, isLost, message)
  return (
    <form method="post" action="/account/cards/save" className={styles.cardForm} noValidate onSubmit={send}>
      <TokenField />
      <FormErrors labels={{}} />
      <input type="hidden" name="cardId" value={page.replaces?.cardId ?? ''} />
      <input type="hidden" name="cardToken" ref={token} />
      {isProvider ? (
        <ProviderCardLater ref={payment.provider} flags={flags} />
      ) : (
        <CardForm entry={payment.entry} flags={flags} />
      )}
      {!page.isDefault && (
        <Checkbox name="isDefault" value="true" defaultChecked={typed.isDefault === 'true'}>
          Pay with this card unless I choose another
        </Checkbox>
      )}
      {said.length > 0 && (
        <Notice kind="bad">
          {said.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </Notice>
      )}
      <Button type="submit" isWide isBusy={isBusy} busyText="Saving your card…">
        Save card
      </Button>
    </form>
  )
}
