import type { ReactNode } from 'react'
import { taxExemptionPayload } from '#domain/checkout/replies.ts'
import { calls } from '#web/checkout/calls.ts'
import { useCheckout } from '#web/checkout/checkout-context.ts'
import { storeTaxExempt } from '#web/order/session-keys.ts'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useOptimisticChoice } from './use-optimistic-choice.ts'
import { useRecipients } from './use-recipients.ts'

/** For an account that is marked as exempt: the order without tax, by the call of the payment flag (GIFT-07, GIFT-08). */
export function TaxExemption(): ReactNode {
  const { checkout, store } = useCheckout()
  const actions = useRecipients()
  const set = async (choice: boolean): Promise<void> => {
    const reply = checkout.paymentProvider_EnableAdyen
      ? await actions.ask('applyTaxExemption', () => calls.checkout.applyTaxExemption(taxExemptionPayload(choice)))
      : await actions.ask('switchTaxExemption', () =>
          calls.checkout.switchTaxExemption({ taxExemption: choice ? 'true' : 'false' }, { isChange: true }),
        )
    if (!reply?.isSuccess) return
    store.patch({ isTaxExemptionApplied: choice })
    storeTaxExempt(choice)
  }
  const [isExempt, choose] = useOptimisticChoice(checkout.isTaxExemptionApplied, set)
  if (!checkout.isTaxExemptionOffered) return null
  return (
    <>
      <Checkbox checked={isExempt} onChange={(event) => choose(event.currentTarget.checked)}>
        Order without tax
      </Checkbox>
      {actions.refusal !== '' && <Notice kind="bad">{actions.refusal}</Notice>}
    </>
  )
}
