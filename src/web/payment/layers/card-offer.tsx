import { type ReactNode, useState } from 'react'
import type { CheckoutReply } from '#contracts/pages.ts'
import { rewardPaths } from '#contracts/tender/reward-paths.ts'
import { type PlccOption, plccOption } from '#domain/payment/limits.ts'
import { plccOfferPayload } from '#domain/payment/payloads.ts'
import { calls } from '#web/calls/client.ts'
import { whileLoading } from '#web/calls/loading.ts'
import { logError, routeErrorContext } from '#web/calls/log.ts'
import { LayerFrame } from '#web/layers/frame.tsx'
import type { LayerProps } from '#web/layers/layer.ts'
import { Button } from '#web/ui/button.tsx'
import { RadioGroup } from '#web/ui/fields/choice.tsx'
import { useMessages } from '#web/variants/context.tsx'
import styles from './card-offer.module.css'

export type CardOfferInput = { readonly offer: CheckoutReply['plccOffer'] }
/** What was saved, with the totals of now; or the way back to the payment step. */
export type CardOfferResult =
  | { readonly kind: 'saved'; readonly reply: Awaited<ReturnType<typeof calls.reward.savePlccOffer>> }
  | { readonly kind: 'payment' }

/** The store card's promotion: rewards or financing, whose terms must be accepted (PROMO-01 to PROMO-10). */
export function CardOffer({ input, close }: LayerProps<CardOfferInput, CardOfferResult>): ReactNode {
  const { offer } = input
  const message = useMessages()
  const [option, setOption] = useState<PlccOption>(offer.selectedOption || plccOption.reward)
  // who chose the financing opens it again to read its terms
  const isRead = offer.selectedOption === plccOption.financing && offer.financingTerms !== null
  const [isFinancingOpted, setFinancingOpted] = useState(isRead)
  const [error, setError] = useState(offer.errorMessage)
  const [isBusy, setBusy] = useState(false)

  const save = async (selectedOption: PlccOption): Promise<void> => {
    if (isBusy) return
    setBusy(true)
    try {
      const reply = await whileLoading(() => calls.reward.savePlccOffer(plccOfferPayload(selectedOption)))
      if (reply.isSuccess) close({ kind: 'saved', reply })
      else setError(reply.errorMessage)
    } catch (fault) {
      logError(fault, routeErrorContext(rewardPaths.savePlccOffer))
      setError(message('genericErrorMessage'))
    } finally {
      setBusy(false)
    }
  }
  const goOn = (): void => {
    if (option === plccOption.financing && offer.financingTerms !== null) setFinancingOpted(true)
    else void save(option)
  }
  const decline = (): void => {
    setOption(plccOption.reward)
    setFinancingOpted(false)
  }

  if (error !== '') {
    return (
      <LayerFrame
        title="Your card offer"
        isNarrow
        onClose={() => close()}
        actions={<Button onClick={() => close({ kind: 'payment' })}>Back to payment page</Button>}
      >
        <p role="alert">{error}</p>
      </LayerFrame>
    )
  }
  if (isFinancingOpted) {
    return (
      <LayerFrame
        title="Financing terms"
        onClose={() => close()}
        actions={
          <>
            <Button kind="quiet" onClick={decline}>
              Decline
            </Button>
            <Button isBusy={isBusy} busyText="Saving…" onClick={() => save(plccOption.financing)}>
              Accept
            </Button>
          </>
        }
      >
        <div className={styles.terms}>
          <p>{offer.financingTerms}</p>
          <p className={styles.question}>Do you accept these terms for this order?</p>
        </div>
      </LayerFrame>
    )
  }
  return (
    <LayerFrame
      title="Choose your card offer"
      isNarrow
      onClose={() => close()}
      actions={
        <>
          <Button kind="quiet" onClick={() => close()}>
            Cancel
          </Button>
          <Button isBusy={isBusy} busyText="Saving…" onClick={goOn}>
            Continue
          </Button>
        </>
      }
    >
      <RadioGroup
        legend="With your store card, on this order"
        name="card-offer"
        value={option === plccOption.reward ? 'reward' : 'financing'}
        onChange={(value) => setOption(plccOption[value])}
        choices={[
          { value: 'reward', text: 'Rewards', note: offer.rewardText },
          { value: 'financing', text: 'Financing', note: offer.financingText },
        ]}
      />
    </LayerFrame>
  )
}
