import { type ReactNode, useId, useState } from 'react'
import { LayerFrame } from '#web/layers/frame.tsx'
import type { LayerProps } from '#web/layers/layer.ts'
import { CardForm } from '#web/payment/card/card-form.tsx'
import type { NewCard } from '#web/payment/card/card-options.ts'
import { cardSentences, useCardPayment } from '#web/payment/card/use-card-payment.ts'
import { ProviderCard } from '#web/payment/provider/provider-card.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useMessages } from '#web/variants/context.tsx'

export type AddNewCardInput = {
  readonly isProvider: boolean
  readonly isCbhccEnabled: boolean
  /** Only a member's account can keep a card (PAY-13), and only so many (PAY-39). */
  readonly canSave: boolean
  /** 'Apply New Card' in the cart (CART-40). */
  readonly title?: string
  readonly actionText?: string
}

/** A new card for the list this was opened from (PAY-38). The number goes to the gateway alone; what comes back is its token. */
export function AddNewCard({ input, close }: LayerProps<AddNewCardInput, NewCard>): ReactNode {
  const message = useMessages()
  const id = useId()
  const flags = { isCbhccEnabled: input.isCbhccEnabled }
  const payment = useCardPayment({ isProvider: input.isProvider, flags })
  const [isBusy, setBusy] = useState(false)
  const [isLost, setLost] = useState(false)

  const add = async (): Promise<void> => {
    if (isBusy || !payment.judge()) return
    setBusy(true)
    setLost(false)
    try {
      const card = await payment.enter()
      if (card !== null) close(card)
    } catch {
      setLost(true)
    } finally {
      setBusy(false)
    }
  }
  const said = cardSentences(payment, isLost, message)
  return (
    <LayerFrame
      title={input.title ?? 'Add New Card'}
      isNarrow
      onClose={() => close()}
      actions={
        <Button isBusy={isBusy} busyText="Adding your card…" onClick={add}>
          {input.actionText ?? 'Add card'}
        </Button>
      }
    >
      {input.isProvider ? (
        <ProviderCard ref={payment.provider} flags={flags} />
      ) : (
        <CardForm entry={payment.entry} flags={flags} idPrefix={id} />
      )}
      {input.canSave && (
        <Checkbox
          checked={payment.saveToAccount}
          onChange={(event) => payment.setSaveToAccount(event.currentTarget.checked)}
        >
          Save this card to my account
        </Checkbox>
      )}
      {said.length > 0 && (
        <Notice kind="bad">
          {said.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </Notice>
      )}
    </LayerFrame>
  )
}
